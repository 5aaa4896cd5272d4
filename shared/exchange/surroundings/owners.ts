import type { ReadKey } from '../../base/crypto/public-key.ts';
import { readObjectKeys } from '../../repository/access/key-lists.ts';
import type { ObjectReader } from '../../repository/frameworks/object-reader.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { personOf } from '../badges/person.ts';

/** A key that may change an object. */
export type Owner = {
  readonly fingerprint: string;
  /** The name of its person, if the caller may read that; null otherwise. */
  readonly name: string | null;
};

/** Owners of whom names are looked up; further ones are not shown. */
const MAX_OWNERS = 20;

/** The first owners of an object. */
export function ownersOf(object: JsonObject, readKey: ReadKey): readonly string[] {
  const keys = readObjectKeys(object, readKey).owners.map(({ fingerprint }) => fingerprint);
  return [...new Set(keys)].slice(0, MAX_OWNERS);
}

/** The names of people by the fingerprints of their keys; those without a readable Person object are left out. */
export async function namesOfKeys(
  reader: ObjectReader,
  fingerprints: readonly string[],
  readKey: ReadKey,
): Promise<ReadonlyMap<string, string>> {
  const found = await reader.readMany(fingerprints); // the id of a Person ends in the fingerprint, which is thus a name of it
  return new Map(
    fingerprints.flatMap((fingerprint) => {
      const name = personOf(found.get(fingerprint), fingerprint, readKey)?.name ?? null;
      return name === null ? [] : [[fingerprint, name] as const];
    }),
  );
}
