import { md5Hex } from '../../base/crypto/md5.ts';
import { Problem } from '../../base/errors/problem.ts';
import { guidOf } from '../../repository/linked-data/identifiers.ts';
import {
  isObject,
  isStringArray,
  type Json,
  type JsonObject,
  member,
  parseJson,
} from '../../repository/linked-data/json.ts';
import type { RestoreItem } from '../../repository/objects/restore-many.ts';
import { parseTrail, type TrailTexts } from '../../repository/objects/trail.ts';
import type { KeyValueStore, ListedEntry, ListedKey } from '../../repository/store/key-value-store.ts';
import type { NamedHead, StoredVersion } from '../../repository/store/object-store.ts';

/** Facts about an object, on the line of its newest version. */
type ObjectFacts = { readonly deleted: boolean; readonly names: readonly string[] };

/**
 * Formats a version of an object as a line of an export: `{"object":…,"version":…,"time":…}`. The newest version also has
 * `"deleted":true` if the object is deleted, and in `"names"` its aliases besides id, MD5 of the short id, and GUID.
 *
 * @param trail of the version
 * @param facts for the newest version only
 * @returns JSON text without a line break
 */
export function formatVersionLine(
  { text, version, time }: StoredVersion,
  { written, removed }: TrailTexts,
  facts: ObjectFacts | null,
): string {
  const deleted = facts?.deleted === true ? ',"deleted":true' : '';
  const names = facts === null || facts.names.length === 0 ? '' : `,"names":${JSON.stringify(facts.names)}`;
  const records = [...(written ? [`"written":${written}`] : []), ...(removed ? [`"removed":${removed}`] : [])];
  const trail = records.length === 0 ? '' : `,"trail":{${records.join(',')}}`;
  return `{"object":${text},"version":${version},"time":${time}${deleted}${names}${trail}}`;
}

/** The aliases of an object that do not follow from its id. */
export function furtherNames({ head, aliases }: NamedHead): readonly string[] {
  const own = new Set([head.shortId, guidOf(head.shortId), md5Hex(head.shortId)]);
  return aliases.map(({ name }) => name).filter((name) => !own.has(name));
}

/** The content of a line. */
type LineItem = { readonly version: RestoreItem } | { readonly identity: IdentityItem };

/**
 * Parses a line: the result of {@link formatVersionLine} or `formatIdentityLine`, or a JSON-LD object.
 *
 * @throws Problem `malformed-json`, `too-deep`, `invalid-object` (400)
 */
export function parseLine(text: string): LineItem {
  const value = parseJson(text, 'The line');
  if (!isObject(value)) throw new Problem('invalid-object', 'The line is not a JSON object.');
  if (member(value, '@id') !== undefined) return { version: { object: value } };
  const identity = member(value, 'identity');
  const object = member(value, 'object');
  if (identity !== undefined && object === undefined) return { identity: parseIdentity(identity) };
  return { version: object === undefined ? { object: value } : versionOf(value, object) };
}

function versionOf(value: JsonObject, object: Json): RestoreItem {
  const trail = member(value, 'trail');
  return {
    object,
    ...fact(value, 'version', isWholeNumber, 'a whole number'),
    ...fact(value, 'time', isWholeNumber, 'UTC milliseconds'),
    ...fact(value, 'deleted', isBoolean, 'true or false'),
    ...fact(value, 'names', isStringArray, 'an array of texts'),
    ...(trail !== undefined && { trail: parseTrail(trail) }),
  };
}

function fact<N extends string, T extends Json>(
  line: JsonObject,
  name: N,
  test: (value: Json) => value is T,
  what: string,
): { readonly [name in N]?: T } {
  const value = member(line, name);
  if (value === undefined) return {};
  if (!test(value))
    throw new Problem('invalid-object', `The member "${name}" of the line is not ${what}.`, { where: name });
  return { [name]: value } as { readonly [name in N]: T }; // the type of a computed name is too wide
}

function isWholeNumber(value: Json): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean';
}

/** The record of an identity, as `shared/people/identity` stores it: encrypted with the server's secret. */
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
function parseIdentity(identity: Json): IdentityItem {
  const key = isObject(identity) ? member(identity, 'key') : undefined;
  const value = isObject(identity) ? member(identity, 'value') : undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Problem(
      'invalid-object',
      'The line has no valid key of an identity: "identity/" and 64 hexadecimal digits.',
      {
        where: 'key',
      },
    );
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
