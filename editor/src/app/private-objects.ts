import { textsOf, valuesOf } from '../../../shared/exchange/frameworks/values.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import type { Vault } from '../outline/load.ts';
import { NOTATION } from '../outline/numbering.ts';
import type { SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { folded } from '../views/outline/type-ahead.ts';
import type { Stemmer } from './stemmer.ts';

/** The newest are searched. Each takes about a millisecond to decrypt. */
const MAX_OBJECTS = 5_000;

const PAGE_SIZE = 500;

/** What the person can decrypt of what is stored encrypted. */
export type PrivateObjects = {
  readonly objects: readonly JsonObject[];
  /** Whether these are all. */
  readonly isComplete: boolean;
};

/**
 * Reads and decrypts the frameworks and competencies that are encrypted for the person, newest first.
 *
 * @throws ServiceError
 */
export async function readPrivateObjects(
  service: Pick<Service, 'search'>,
  vault: Pick<Vault, 'open'>,
  signal: AbortSignal,
): Promise<PrivateObjects> {
  const objects: JsonObject[] = [];
  const request = { q: '@type:EncryptedValue', size: PAGE_SIZE, sort: [{ '@version': { order: 'desc' } }] };
  let page: SearchPage = await service.search({ ...request, indexHint: '*framework,*competency' }, signal);
  for (;;) {
    const opened = await Promise.all(page.objects.map((object) => vault.open(object)));
    objects.push(...opened.filter((object) => object !== null));
    if (page.next === null || objects.length >= MAX_OBJECTS) return { objects, isComplete: page.next === null };
    page = await page.next(signal);
  }
}

/** Whether each of the words, or what its forms begin with, begins a word of the name, the description or the notation, without case and accents. */
export function hasWords(object: JsonObject, words: readonly string[], stem: Stemmer = (word) => word): boolean {
  const values = ['name', 'skos:prefLabel', 'description', NOTATION].flatMap((name) =>
    valuesOf(member(object, name), true),
  );
  const found = textsOf(values).flatMap(({ text }) => folded(text).split(/[^\p{L}\p{N}]+/u));
  const begins = (beginning: string): boolean => found.some((one) => one.startsWith(folded(beginning)));
  return words.length > 0 && words.every((word) => begins(word) || begins(stem(word)));
}
