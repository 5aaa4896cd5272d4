import { guidOf } from '../shared/repository/linked-data/identifiers.ts';
import type { JsonObject } from '../shared/repository/linked-data/json.ts';

const WORDS = (
  'read write explain analyse compare evidence text argument claim reason audience purpose structure detail theme point ' +
  'view story poem drama source research draft edit publish discuss present listen respond evaluate vocabulary phrase ' +
  'clause figurative meaning context relation safety hazard control risk plan measure inspect repair wheel brake chain ' +
  'gear cable frame tension align adjust clean torque tool test report train assess mentor support improve deliver'
).split(' ');

/**
 * A competency such as frameworks hold: a name, a description of some 25 words, a code, an owner if one is given. The
 * same number always gives the same object.
 *
 * @param api base of the ids, ending in `/api/`
 */
export function competency(api: string, number: number, owner?: string): JsonObject {
  const word = (n: number): string => WORDS[(number * 7919 + n * (104_729 + (number % 97))) % WORDS.length] ?? '';
  const words = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => word(from + index)).join(' ');
  const guid = `00000000-c455-4000-8000-${number.toString(16).padStart(12, '0')}`;
  return {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Competency',
    '@id': `${api}data/schema.cassproject.org.0.4.Competency/${guid}/1700000000000`,
    name: { '@language': 'en', '@value': `${words(1, 4)} ${number}` },
    description: words(11, 25),
    'ceasn:codedNotation': `BENCH.${number % 100}.${number}`,
    'schema:dateCreated': new Date(1_700_000_000_000 + number * 1000).toISOString(),
    ...(owner !== undefined && { '@owner': [owner] }),
  };
}

/** The address that an object with a versioned id is saved to and read from. */
export function pathOf(object: JsonObject): string {
  const id = String(object['@id']);
  const shortId = id.slice(0, id.lastIndexOf('/'));
  return `/api/data/${shortId.split('/').at(-2)}/${guidOf(shortId)}`;
}
