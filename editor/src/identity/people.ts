import { createKeyRing } from '../../../shared/base/crypto/public-key.ts';
import { readObjectKeys } from '../../../shared/repository/access/key-lists.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { quoted } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { textIn } from '../words/text-of.ts';
import type { Identity } from './identity.ts';

/** A person whom the repository names, with the public key as PEM. */
export type KnownPerson = {
  /** Fingerprint of the key. */
  readonly id: string;
  readonly name: string;
  readonly publicPem: string;
  readonly email: string | null;
  /** Whether it is a group, and not a single person. */
  readonly isGroup: boolean;
};

/** The id of the Person object of a key. @param fingerprint of the key */
export function personId(base: string, fingerprint: string): string {
  return `${base}data/schema.org.Person/${fingerprint}`;
}

/** The Person object that lets others find an identity by its name. */
export function publishedPerson(base: string, { id, name, publicPem }: Identity): JsonObject {
  return {
    '@context': 'https://schema.org/',
    '@type': 'Person',
    '@id': personId(base, id),
    name,
    '@owner': [publicPem],
  };
}

/**
 * People and groups with these words in their name or address, at most 20.
 *
 * @throws ServiceError
 */
export async function findPeople(
  service: Pick<Service, 'search'>,
  words: string,
  signal?: AbortSignal,
): Promise<readonly KnownPerson[]> {
  const texts = words.split(/\s+/).filter((word) => word !== '');
  const begins = texts.map((word) => `(${quoted(word)} OR ${word.replace(/[^\p{L}\p{N}]/gu, '?')}*)`);
  if (begins.length === 0) return [];
  const { objects } = await service.search(
    { q: begins.join(' AND '), size: 20, indexHint: '*person,*organization' },
    signal,
  );
  const found = new Map(objects.flatMap(readPerson).map((person) => [person.id, person]));
  return [...found.values()];
}

/** The people that the repository names for keys, by fingerprint. @throws ServiceError */
export async function peopleOf(
  service: Pick<Service, 'base' | 'getMany'>,
  fingerprints: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, KnownPerson>> {
  if (fingerprints.length === 0) return new Map();
  const objects = await service.getMany(
    fingerprints.map((one) => personId(service.base, one)),
    signal,
  );
  return new Map(objects.flatMap(readPerson).map((person) => [person.id, person]));
}

const readKey = createKeyRing();

/**
 * The person or group of a Person object; empty for other objects. It names the holder of a key only if that key alone may change it:
 * anybody can write a name.
 */
export function readPerson(object: JsonObject): readonly KnownPerson[] {
  const id = member(object, '@id');
  const name = textIn(object, 'name', 'en');
  const { owners } = readObjectKeys(object, readKey);
  const named = owners.find(({ fingerprint }) => typeof id === 'string' && id.includes(fingerprint));
  const key = named ?? (owners.length === 1 ? owners[0] : undefined);
  if (key === undefined || name === null) return [];
  const email = member(object, 'email');
  return [
    {
      id: key.fingerprint,
      name,
      publicPem: key.pem,
      email: typeof email === 'string' ? email.replace(/^mailto:/, '') : null,
      isGroup: String(member(object, '@type')).endsWith('Organization'),
    },
  ];
}
