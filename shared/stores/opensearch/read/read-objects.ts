import {
  type HeadState,
  MAX_INLINE_TEXTS,
  type ObjectKey,
  type VersionState,
  type VersionTrail,
} from '../../../repository/store/object-store.ts';
import {
  asHead,
  EARLIER,
  type Entry,
  type HeadBody,
  idOfVersion,
  toEntry,
  toTrail,
  type VersionBody,
} from '../documents.ts';
import type { Engine, EngineDocument } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { OpenSearchParts } from '../parts.ts';
import { isSameRevision } from './head-cache.ts';
import { createInlineTexts, type InlineTexts } from './inline-texts.ts';

type Reading = Pick<OpenSearchParts, 'engine' | 'names' | 'headCache'>;

/** The heads that names lead to. Takes one call, and one more if a name is an alias that is not cached. */
export async function readHeads(parts: Reading, names: readonly string[]): Promise<(HeadState | null)[]> {
  const { headCache } = parts;
  const texts = createInlineTexts(parts.engine);
  const ids = [...new Set(names.filter((name) => name !== ''))].map((name) => ({ name, id: headCache.idOf(name) }));
  const entries = await readNamed(parts, texts, ids);
  const found = new Map<string, HeadEntry | null>();
  const heads = new Map<string, HeadEntry>();
  const aliases: { readonly name: string; readonly id: string; readonly key: string; readonly strong: boolean }[] = [];
  for (const [position, { name, id }] of ids.entries()) {
    const entry = entries[position] ?? null;
    if (entry?.body.kind === 'alias') aliases.push({ name, id, key: entry.body.key, strong: entry.body.strong });
    const head = asHeadEntry(entry);
    if (head === null) continue;
    found.set(name, head);
    heads.set(head.body.key, head);
  }
  const others = await readHeadsOf(
    parts,
    texts,
    aliases.map(({ key }) => key).filter((key) => !heads.has(key)),
  );
  for (const { name, id, key, strong } of aliases) {
    const head = heads.get(key) ?? others.get(key) ?? null;
    found.set(name, head);
    if (head !== null && strong) headCache.setAlias(id, head.body);
  }
  const states = new Map<HeadEntry, HeadState>();
  return names.map((name) => {
    const head = found.get(name) ?? null;
    if (head === null) return null;
    const state = states.get(head) ?? texts.head(head.body, head.textless === true);
    states.set(head, state);
    return state;
  });
}

/** A head that was read with or without its text. */
type HeadEntry = Entry<HeadBody> & Pick<AnyEntry, 'textless'>;

function asHeadEntry(entry: AnyEntry | null): HeadEntry | null {
  return entry?.body.kind === 'head' ? { ...entry, body: entry.body } : null;
}

/** The documents that names lead to: the head if the alias is cached, else the document of the name. */
async function readNamed(
  parts: Reading,
  texts: InlineTexts,
  ids: readonly { readonly name: string; readonly id: string }[],
): Promise<(AnyEntry | null)[]> {
  const { headCache } = parts;
  const holders = ids.map(({ id }) => headCache.getAlias(id));
  const entries = await readEntries(
    parts,
    texts.read,
    ids.map(({ id }, at) => holders[at]?.key ?? id),
  );
  // A purge frees names: a cached alias is valid only while its object is the same.
  const doubtful = ids.flatMap(({ id }, at) => {
    const holder = holders[at] ?? null;
    const body = entries[at]?.body;
    return holder === null || (body?.kind === 'head' && body.born === holder.born) ? [] : [{ id, at }];
  });
  const again = await readEntries(
    parts,
    texts.read,
    doubtful.map(({ id }) => id),
  );
  for (const [order, { id, at }] of doubtful.entries()) {
    headCache.deleteAlias(id);
    entries[at] = again[order] ?? null;
  }
  return entries;
}

type AnyEntry = ReturnType<typeof toEntry> & Pick<EngineDocument, 'textless'>;

/**
 * The documents with these ids. For cached heads only the state is read, and the whole document if the state differs, so that
 * each read sees every acknowledged write, but rarely transfers the text.
 */
async function readEntries(
  { names, headCache }: Reading,
  read: Engine['read'],
  ids: readonly string[],
): Promise<(AnyEntry | null)[]> {
  const index = names.objects;
  const known = ids.map((id) => headCache.get(id));
  const documents = await read(ids.map((id, at) => ({ index, id, source: known[at] === null })));
  const entries: (AnyEntry | null)[] = [];
  const changed: { readonly id: string; readonly at: number }[] = [];
  for (const [at, id] of ids.entries()) {
    const document = documents[at] ?? null;
    const head = known[at] ?? null;
    if (document === null) entries.push(null);
    else if (head === null) entries.push(cacheEntry(headCache, document));
    else if (isSameRevision(head.revision, document.revision)) {
      headCache.set(head);
      entries.push(head);
    } else changed.push({ id, at: entries.push(null) - 1 });
  }
  if (changed.length === 0) return entries;
  const again = await read(changed.map(({ id }) => ({ index, id })));
  for (const [order, { at }] of changed.entries()) {
    const document = again[order] ?? null;
    entries[at] = document === null ? null : cacheEntry(headCache, document);
  }
  return entries;
}

function cacheEntry(headCache: Reading['headCache'], document: EngineDocument): AnyEntry {
  const { body, revision } = toEntry(document);
  if (document.textless) return { body, revision, textless: true };
  if (body.kind === 'head') headCache.set({ body, revision });
  return { body, revision };
}

/** The heads with these keys, by key, with their texts. */
export async function readByKey(parts: Reading, keys: readonly string[]): Promise<Map<string, Entry<HeadBody>>> {
  return readHeadsWith(parts, parts.engine.read, keys);
}

/**
 * The heads of the first of these keys, with their texts: of at least one key, and of as many as {@link MAX_INLINE_TEXTS} and
 * one call allow.
 *
 * @returns the heads by key, and the number of keys that were read
 */
export async function readFirst(
  parts: Reading,
  keys: readonly string[],
): Promise<{ readonly heads: Map<string, Entry<HeadBody>>; readonly done: number }> {
  const some = keys.slice(0, MAX_FIRST_KEYS);
  try {
    const heads = await readHeadsWith(parts, parts.engine.readSmall, some);
    return { heads, done: countFirst(some, heads) };
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind !== 'large') throw error;
  }
  const heads = new Map<string, Entry<HeadBody>>();
  let done = 0;
  for (let text = 0; done < some.length && text < MAX_INLINE_TEXTS; done++) {
    for (const [key, head] of await readByKey(parts, some.slice(done, done + 1))) {
      heads.set(key, head);
      text += head.body.text.length;
    }
  }
  return { heads, done };
}

const MAX_FIRST_KEYS = 100;

/** The number of keys whose texts fit. The size of the response does not limit cached ones. */
function countFirst(keys: readonly string[], heads: ReadonlyMap<string, Entry<HeadBody>>): number {
  let text = 0;
  const last = keys.findIndex((key) => {
    text += heads.get(key)?.body.text.length ?? 0;
    return text >= MAX_INLINE_TEXTS;
  });
  return last === -1 ? keys.length : last + 1;
}

/** The heads with these keys, by key, with as many texts as a list may contain. */
export async function readStatesByKey(
  parts: Reading,
  keys: readonly string[],
): Promise<Map<string, { readonly body: HeadBody; readonly state: HeadState }>> {
  const texts = createInlineTexts(parts.engine);
  const heads = await readHeadsOf(parts, texts, keys);
  return new Map(
    [...heads].map(([key, { body, textless }]) => [key, { body, state: texts.head(body, textless === true) }]),
  );
}

/** Implements `ObjectStore.changeTimes`. */
export async function readStamps(parts: Reading, keys: readonly ObjectKey[]): Promise<(number | null)[]> {
  const heads = await readHeadsOf(parts, createInlineTexts(parts.engine, 0), keys);
  return keys.map((key) => heads.get(key)?.body.stamp ?? null);
}

function readHeadsOf(parts: Reading, texts: InlineTexts, keys: readonly string[]): Promise<Map<string, HeadEntry>> {
  return readHeadsWith(parts, texts.read, keys);
}

async function readHeadsWith(
  parts: Reading,
  read: Engine['read'],
  keys: readonly string[],
): Promise<Map<string, HeadEntry>> {
  const different = [...new Set(keys)];
  const heads = new Map<string, HeadEntry>();
  if (different.length === 0) return heads;
  const entries = await readEntries(parts, read, different);
  for (const [at, key] of different.entries()) {
    const head = asHeadEntry(entries[at] ?? null);
    if (head !== null) heads.set(key, head);
  }
  return heads;
}

/** One version: the head, or an entry beside it. */
export async function readVersion(parts: Reading, key: ObjectKey, version: number): Promise<VersionState | null> {
  const index = parts.names.objects;
  const texts = createInlineTexts(parts.engine);
  const documents = await texts.read([
    { index, id: key },
    { index, id: idOfVersion(key, version), routing: key },
  ]);
  const found = documents.find((document) => versionOf(document)?.version === version);
  const body = asHead(documents[0]) === null ? null : versionOf(found);
  return body && texts.version(body, found?.textless === true);
}

/** The body of a head or a superseded version; null when the document is something else. */
function versionOf(document: EngineDocument | null | undefined): HeadBody | VersionBody | null {
  const body = document ? toEntry(document).body : null;
  return body === null || body.kind === 'alias' ? null : body;
}

/** Implements `ObjectStore.texts`: a version is in the head of its object, or in a separate document once it is superseded. */
export async function readTexts(
  parts: Reading,
  versions: readonly Pick<VersionState, 'key' | 'version'>[],
): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (let room = MAX_INLINE_TEXTS, count = 1; found.length < versions.length && room > 0; ) {
    const some = versions.slice(found.length, found.length + count);
    const texts = await textsOf(parts, some);
    found.push(...texts);
    const size = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    room -= size;
    // As many as probably fit, estimated from the previous call.
    count = Math.max(1, Math.min(MAX_TEXTS_PER_CALL, Math.floor((room / (size + 1)) * some.length)));
  }
  return found;
}

const MAX_TEXTS_PER_CALL = 200;

async function textsOf(
  parts: Reading,
  versions: readonly Pick<VersionState, 'key' | 'version'>[],
): Promise<(string | null)[]> {
  const heads = await readByKey(
    parts,
    versions.map(({ key }) => key),
  );
  const past = versions.filter(({ key, version }) => {
    const head = heads.get(key);
    return head !== undefined && head.body.version !== version;
  });
  const documents = await parts.engine.read(
    past.map(({ key, version }) => ({ index: parts.names.objects, id: idOfVersion(key, version), routing: key })),
  );
  const texts = new Map(past.map((version, at) => [version, versionOf(documents[at])?.text ?? null]));
  return versions.map((version) => texts.get(version) ?? heads.get(version.key)?.body.text ?? null);
}

/** Versions, newest first. */
export function readHistory(parts: Reading, key: ObjectKey, limit: number): Promise<VersionState[]> {
  const texts = createInlineTexts(parts.engine);
  return readVersions(parts, texts, key, limit, (body, textless) => texts.version(body, textless));
}

/** Trails of versions, newest first. */
export async function readTrail(parts: Reading, key: ObjectKey, limit: number): Promise<VersionTrail[]> {
  return toTrail(await readVersions(parts, createInlineTexts(parts.engine, 0), key, limit, (body) => body));
}

/** Each document lists the {@link EARLIER} versions before it, so one call reads as many. @param convert called in their order */
async function readVersions<T>(
  parts: Reading,
  texts: InlineTexts,
  key: ObjectKey,
  limit: number,
  convert: (body: HeadBody | VersionBody, textless: boolean) => T,
): Promise<T[]> {
  const head = (await readHeadsOf(parts, texts, [key])).get(key);
  if (head === undefined || limit <= 0) return [];
  const versions = [convert(head.body, head.textless === true)];
  let earlier = head.body.earlier;
  while (earlier.length > 0 && versions.length < limit) {
    const wanted = earlier.slice(0, limit - versions.length);
    const documents = await texts.read(
      wanted.map((version) => ({ index: parts.names.objects, id: idOfVersion(key, version), routing: key })),
    );
    earlier = [];
    for (const document of documents) {
      const body = document ? toEntry(document).body : null;
      if (body?.kind !== 'version') continue;
      versions.push(convert(body, document?.textless === true));
      earlier = wanted.length === EARLIER ? body.earlier : [];
    }
  }
  return versions;
}
