import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { KeyId } from '../../../base/crypto/public-key.ts';
import { type JsonObject, parseJson, setMember } from '../../linked-data/json.ts';
import type { SearchDocument } from '../../search/document.ts';
import { indexable } from '../../search/fields.ts';
import type { QueryNode } from '../../search/syntax-tree.ts';
import type {
  Alias,
  Head,
  HeadState,
  ObjectKey,
  ObjectStore,
  RestoreRequest,
  SearchRequest,
  StoredVersion,
  VersionState,
  WriteRequest,
} from '../object-store.ts';

/** The properties of an object to write; the rest follows from its name. */
export type WriteOptions = {
  readonly version?: number;
  readonly expected?: HeadState | string | null;
  /** Members beside `@id`. */
  readonly members?: JsonObject;
  /** Absent: the member `typeKey`, or the default type. A store that describes the object again knows the member only. */
  readonly typeKey?: string;
  readonly owners?: readonly KeyId[];
  readonly readers?: readonly KeyId[];
  /** The keys that may find it; absent: owners and readers if there are readers, otherwise every caller. */
  readonly visibleTo?: readonly KeyId[] | null;
  readonly participants?: readonly KeyId[];
  readonly aliases?: readonly Alias[];
  readonly written?: string;
};

const TYPE_KEY = 'example.org.thing';

export const ANYBODY: SearchRequest['caller'] = { admin: false, keys: [] };
export const ADMIN: SearchRequest['caller'] = { admin: true, keys: [] };

/** The short id of the object that has this name in tests. */
export function shortIdOf(name: string): string {
  return `https://example.org/api/data/thing/${name}`;
}

/** Its key. */
export function keyOf(name: string): ObjectKey {
  return bytesToHex(sha256(utf8ToBytes(shortIdOf(name)))) as ObjectKey; // what an object key is
}

/** A key id for tests. */
export function keyId(name: string): KeyId {
  return bytesToHex(sha256(utf8ToBytes(`key ${name}`))) as KeyId; // has the form of one
}

/** A write that comes with its search document. */
export type DescribedWrite = WriteRequest & { readonly search: SearchDocument };

/** A write of the object of that name, as the service would ask for it. */
export function makeWrite(name: string, options: WriteOptions = {}): DescribedWrite {
  const { version = 1, expected = null, owners = [], readers = [], participants = [] } = options;
  const shortId = shortIdOf(name);
  const id = `${shortId}/${version}`;
  const object: JsonObject = {};
  setMember(object, '@id', id);
  for (const [member, value] of Object.entries(options.members ?? {})) setMember(object, member, value);
  const closed = readers.length > 0 ? [...new Set([...owners, ...readers])] : null;
  const visibleTo = options.visibleTo === undefined ? closed : options.visibleTo;
  return {
    key: keyOf(name),
    shortId,
    id,
    version,
    time: 1_700_000_000_000 + (version % 1_000_000),
    text: JSON.stringify(object),
    access: { owners, readers, hidden: visibleTo !== null, mixed: participants.length > 0 },
    aliases: options.aliases ?? [{ name, strength: 'strong' }],
    expected: expected === null || typeof expected === 'string' ? expected : expected.writeId,
    search: {
      typeKey: options.typeKey ?? typeKeyOf(object),
      visibleTo,
      participants,
      fields: indexable(object).fields,
    },
    ...(options.written !== undefined && { written: options.written }),
  };
}

/** A version of the object of that name, as the service would move it in. */
export function makeRestore(name: string, options: WriteOptions & { readonly deleted?: boolean } = {}): RestoreRequest {
  const { expected: _expected, ...request } = makeWrite(name, options);
  return { ...request, deleted: options.deleted ?? false };
}

/** The search document that {@link makeWrite} gave a version, as far as the version determines it: without participants. */
export function describeStored({ text, access }: Pick<StoredVersion, 'text' | 'access'>): SearchDocument {
  const visibleTo = access.hidden ? [...new Set([...access.owners, ...access.readers])] : null;
  const object = parseJson(text, 'A stored object') as JsonObject; // makeWrite writes nothing else
  return { typeKey: typeKeyOf(object), visibleTo, participants: [], fields: indexable(object).fields };
}

function typeKeyOf({ typeKey }: JsonObject): string {
  return typeof typeKey === 'string' ? typeKey : TYPE_KEY;
}

/** Writes one object and returns its head. @throws Error when it is not stored */
export async function put(store: ObjectStore, name: string, options: WriteOptions = {}): Promise<Head> {
  const [head] = await putAll(store, [makeWrite(name, options)]);
  if (head === undefined) throw new Error('There is no outcome.');
  return head;
}

/** Writes objects and returns their heads. @throws Error unless all are stored */
export async function putAll(store: ObjectStore, requests: readonly WriteRequest[]): Promise<Head[]> {
  const outcomes = await store.write(requests);
  return outcomes.map((outcome) => {
    if (outcome.status !== 'stored') throw new Error(`A write ended with ${outcome.status}.`);
    return outcome.head;
  });
}

/** A search without restrictions, except those that a test sets. */
export function searchRequest(query: QueryNode, options: Partial<SearchRequest> = {}): SearchRequest {
  const open = { types: null, caller: ANYBODY, sort: [], offset: 0, limit: 50, cursor: null, timeoutMs: 20_000 };
  return { ...open, ...options, query };
}

/** The names of the objects that a search finds, in their order. */
export async function found(
  store: ObjectStore,
  query: QueryNode,
  options: Partial<SearchRequest> = {},
): Promise<string[]> {
  const page = await store.search(searchRequest(query, options));
  return page.hits.map(nameOf);
}

/** The name by which tests call an object. */
export function nameOf(version: Pick<StoredVersion, 'shortId'>): string {
  return version.shortId.slice(shortIdOf('').length);
}

/** All pages of a search, by following their cursors. */
export async function allPages(
  store: ObjectStore,
  query: QueryNode,
  options: Partial<SearchRequest> = {},
): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await store.search(searchRequest(query, { ...options, cursor }));
    pages.push(page.hits.map(nameOf));
    if (page.next === null) return pages;
    cursor = page.next;
  }
}

/** The names of the objects on all pages of a search, between any two of which something happens. */
export async function readThrough(
  store: ObjectStore,
  query: QueryNode,
  options: Partial<SearchRequest>,
  between: (page: number) => Promise<void>,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; ; page++) {
    const result = await store.search(searchRequest(query, { ...options, cursor }));
    seen.push(...result.hits.map(nameOf));
    if (result.next === null) return seen;
    cursor = result.next;
    await between(page);
  }
}

/** States with their texts, also those that did not come with them; without those that are null. */
export async function withTexts(
  store: Pick<ObjectStore, 'texts'>,
  states: readonly (VersionState | null)[],
): Promise<readonly StoredVersion[]> {
  const whole: StoredVersion[] = [];
  for (const state of states) {
    const text = state && (state.text ?? (await store.texts([state]))[0]);
    if (state && text) whole.push({ ...state, text });
  }
  return whole;
}
