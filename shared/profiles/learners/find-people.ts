import { mapLimit } from '../../base/concurrency/map-limit.ts';
import type { KeyId, PublicKey } from '../../base/crypto/public-key.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { BY_ID } from '../../repository/objects/search.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import type { LoadContext } from '../load/context.ts';
import { isPerson, ownerKeys } from './person.ts';

/** Index hint for persons. */
export const PERSONS = '*person';

const PAGE_SIZE = 200;
const MAX_CONCURRENCY = 4;

/** Maximum number of hits read per key: a key that owns more persons belongs to an administration. */
const MAX_HITS_PER_KEY = 20;

const OWNER_PATHS = ['@owner', 'owner'];

/**
 * Finds the persons with these keys that the caller may read, in few large reads: the one whose id has the key's fingerprint, else
 * the one whose first owner has the key; among several, the one with the smallest id.
 */
export async function findPeople(
  ctx: LoadContext,
  keys: readonly PublicKey[],
): Promise<ReadonlyMap<KeyId, ReadObject>> {
  const wanted = new Map(keys.map((key) => [key.id, key]));
  const found = await byFingerprint(ctx, wanted);
  const rest = [...wanted.values()].filter(({ id }) => !found.has(id));
  return new Map([...(await byOwner(ctx, rest)), ...found]);
}

async function byOwner(ctx: LoadContext, keys: readonly PublicKey[]): Promise<ReadonlyMap<KeyId, ReadObject>> {
  const wanted = new Set(keys.map(({ id }) => id));
  const found = new Map<KeyId, ReadObject>();

  async function addHits(hits: readonly HeadState[]): Promise<void> {
    const owners = new Map(hits.map(({ shortId, access }) => [shortId, access.owners[0]]));
    const isBetter = ({ shortId }: { readonly shortId: string }): boolean => {
      const owner = owners.get(shortId);
      const known = owner && found.get(owner);
      return owner !== undefined && wanted.has(owner) && (known === undefined || shortId < known.shortId);
    };
    for await (const person of ctx.reader.readVersions(hits.filter(isBetter))) {
      const owner = owners.get(person.shortId);
      if (owner !== undefined && isBetter(person) && isPerson(person.object)) found.set(owner, person);
    }
  }

  const texts = keys.map(({ pem }) => pem);
  await mapLimit(queriesFor(OWNER_PATHS, texts), MAX_CONCURRENCY, async (query) => {
    let left = PAGE_SIZE + MAX_HITS_PER_KEY * texts.length;
    for await (const hits of ctx.reader.search({ query, types: PERSONS, sort: BY_ID, page: PAGE_SIZE })) {
      await addHits(hits);
      left -= hits.length;
      if (left <= 0) return;
    }
  });
  return found;
}

async function byFingerprint(ctx: LoadContext, wanted: ReadonlyMap<KeyId, PublicKey>): Promise<Map<KeyId, ReadObject>> {
  const names = new Map<KeyId, readonly string[]>();
  for (const key of wanted.values()) names.set(key.id, personIds(key.fingerprint, ctx.config.bases));
  const read = await ctx.reader.readMany([...names.values()].flat());
  const found = new Map<KeyId, ReadObject>();
  for (const [key, ids] of names) {
    const [person] = ids.flatMap((id) => read.get(id) ?? []).filter(({ object }) => belongsTo(ctx, object, key));
    if (person !== undefined) found.set(key, person);
  }
  return found;
}

/** The ids under which clients store the person with this fingerprint. */
export function personIds(print: string, bases: readonly string[]): readonly string[] {
  return bases.map((base) => `${base}data/schema.org.Person/${print}`);
}

/** Checks that the key in the id owns the person, since every caller may use a free id. */
function belongsTo({ readKey }: LoadContext, object: ReadObject['object'], key: KeyId): boolean {
  return isPerson(object) && ownerKeys(object, readKey).some(({ id }) => id === key);
}
