import { Problem } from '../errors/problem.ts';
import { isObject, type Json, member } from '../linked-data/json.ts';
import type { KeyValueStore, ListedEntry, ListedKey } from '../store/key-value-store.ts';

/** The record of an identity, as `shared/identity` stores it: encrypted with the server's secret. */
export type IdentityItem = Pick<ListedEntry, 'key' | 'value'>;

/** The key of a record: a keyed digest of the user name. */
const KEY = /^identity\/[0-9a-f]{64}$/;

/** Format version, encrypted account, encrypted credentials. */
const VALUE = /^1\.[A-Za-z0-9+/]+={0,2}\.[A-Za-z0-9+/]+={0,2}$/;

/**
 * Formats the record of an identity as a line of an export: `{"identity":{"key":…,"value":…}}`.
 *
 * @returns JSON text without a line break
 */
export function formatIdentityLine({ key, value }: IdentityItem): string {
  return `${PREFIX}"key":${JSON.stringify(key)},"value":${JSON.stringify(value)}}}`;
}

const PREFIX = '{"identity":{';

/** Whether a line is from {@link formatIdentityLine}: lines of versions have another prefix. */
export function isIdentityLine(line: string): boolean {
  return line.startsWith(PREFIX);
}

/**
 * Reads the member `identity` of a line.
 *
 * @throws Problem `invalid-object` (400) for anything but the record of an identity, so that a line cannot write other entries
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
  return { key: key as ListedKey, value }; // `KEY` begins with the prefix of listed keys
}

/** Stores the record of an identity, unless the identity exists. */
export async function restoreIdentity(
  keyValues: Pick<KeyValueStore, 'set'>,
  { key, value }: IdentityItem,
): Promise<{ readonly status: 'restored' | 'present' }> {
  const entry = await keyValues.set(key, value, { expected: null });
  return { status: entry === null ? 'present' : 'restored' };
}
