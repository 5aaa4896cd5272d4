import { Problem } from '../errors/problem.ts';
import { isObject, type Json, member } from '../linked-data/json.ts';
import type { KeyValueStore, ListedEntry, ListedKey } from '../store/key-value-store.ts';

/** The record of a stored identity, as `shared/identity` keeps it: nobody can read it without the server's secret. */
export type IdentityItem = Pick<ListedEntry, 'key' | 'value'>;

/** What an identity's record is kept under: a keyed digest of the user name. */
const KEY = /^identity\/[0-9a-f]{64}$/;

/** The form of a record: its number, the sealed account, the sealed credentials. */
const VALUE = /^1\.[A-Za-z0-9+/]+={0,2}\.[A-Za-z0-9+/]+={0,2}$/;

/**
 * The record of an identity as a line of an export: `{"identity":{"key":…,"value":…}}`.
 *
 * @returns JSON text without a line break
 */
export function formatIdentityLine({ key, value }: IdentityItem): string {
  return `${BEGINNING}"key":${JSON.stringify(key)},"value":${JSON.stringify(value)}}}`;
}

const BEGINNING = '{"identity":{';

/** Whether {@link formatIdentityLine} wrote the line: those of versions begin otherwise. */
export function isIdentityLine(line: string): boolean {
  return line.startsWith(BEGINNING);
}

/**
 * Reads the member `identity` of a line.
 *
 * @throws Problem `invalid-object` (400) for anything but the record of an identity: no line writes other entries
 */
export function parseIdentity(identity: Json): IdentityItem {
  const key = isObject(identity) ? member(identity, 'key') : undefined;
  const value = isObject(identity) ? member(identity, 'value') : undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Problem('invalid-object', 'The line has no key of an identity: "identity/" and 64 hexadecimal digits.', {
      where: 'key',
    });
  }
  if (typeof value !== 'string' || !VALUE.test(value)) {
    throw new Problem('invalid-object', 'The line holds no record of an identity as an export writes it.', {
      where: 'value',
    });
  }
  return { key: key as ListedKey, value }; // the pattern begins as those do
}

/** Puts the record of an identity in, unless there is one of that name: it stays as it is. */
export async function restoreIdentity(
  keyValues: Pick<KeyValueStore, 'set'>,
  { key, value }: IdentityItem,
): Promise<{ readonly status: 'restored' | 'present' }> {
  const entry = await keyValues.set(key, value, { expected: null });
  return { status: entry === null ? 'present' : 'restored' };
}
