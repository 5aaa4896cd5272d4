import type { Head, ObjectKey, StoredVersion } from '../object-store.ts';
import {
  asHead,
  EARLIER,
  type Entry,
  type HeadBody,
  idOfVersion,
  toEntry,
  toHead,
  toStoredVersion,
} from './documents.ts';
import type { EngineDocument } from './engine.ts';
import { isSamePlace } from './head-memory.ts';
import type { Parts } from './parts.ts';

type Reading = Pick<Parts, 'engine' | 'names' | 'memory'>;

/** The heads that names lead to. One call; one more where some name is an alias that is not known here. */
export async function readHeads(parts: Reading, names: readonly string[]): Promise<(Head | null)[]> {
  const { memory } = parts;
  const ids = [...new Set(names.filter((name) => name !== ''))].map((name) => ({ name, id: memory.idOf(name) }));
  const entries = await readNamed(parts, ids);
  const found = new Map<string, Entry<HeadBody> | null>();
  const heads = new Map<string, Entry<HeadBody>>();
  const aliases: { readonly name: string; readonly id: string; readonly key: string; readonly strong: boolean }[] = [];
  for (const [position, { name, id }] of ids.entries()) {
    const { body, place } = entries[position] ?? {};
    if (body?.kind === 'alias') aliases.push({ name, id, key: body.key, strong: body.strong });
    if (body?.kind !== 'head' || place === undefined) continue;
    found.set(name, { body, place });
    heads.set(body.key, { body, place });
  }
  const others = await readByKey(
    parts,
    aliases.map(({ key }) => key).filter((key) => !heads.has(key)),
  );
  for (const { name, id, key, strong } of aliases) {
    const head = heads.get(key) ?? others.get(key) ?? null;
    found.set(name, head);
    if (head !== null && strong) memory.rememberAlias(id, head.body);
  }
  return names.map((name) => {
    const head = found.get(name) ?? null;
    return head === null ? null : toHead(head.body);
  });
}

/** What names lead to: heads where the key is known, else whatever stands under the name. */
async function readNamed(
  parts: Reading,
  ids: readonly { readonly name: string; readonly id: string }[],
): Promise<(AnyEntry | null)[]> {
  const { memory } = parts;
  const holders = ids.map(({ id }) => memory.holderOf(id));
  const entries = await readEntries(
    parts,
    ids.map(({ id }, at) => holders[at]?.key ?? id),
  );
  // A purge frees names: one that is remembered counts only where its object is the one that had it.
  const doubtful = ids.flatMap(({ id }, at) => {
    const holder = holders[at] ?? null;
    const body = entries[at]?.body;
    return holder === null || (body?.kind === 'head' && body.born === holder.born) ? [] : [{ id, at }];
  });
  const again = await readEntries(
    parts,
    doubtful.map(({ id }) => id),
  );
  for (const [order, { id, at }] of doubtful.entries()) {
    memory.forgetAlias(id);
    entries[at] = again[order] ?? null;
  }
  return entries;
}

type AnyEntry = ReturnType<typeof toEntry>;

/**
 * The documents with these ids. Of heads that are remembered only the state is asked for, and the whole where that is
 * another: so each read sees every acknowledged write, but seldom takes the text along.
 */
async function readEntries({ engine, names, memory }: Reading, ids: readonly string[]): Promise<(AnyEntry | null)[]> {
  const index = names.objects;
  const known = ids.map((id) => memory.last(id));
  const documents = await engine.read(ids.map((id, at) => ({ index, id, source: known[at] === null })));
  const entries: (AnyEntry | null)[] = [];
  const changed: { readonly id: string; readonly at: number }[] = [];
  for (const [at, id] of ids.entries()) {
    const document = documents[at] ?? null;
    const head = known[at] ?? null;
    if (document === null) entries.push(null);
    else if (head === null) entries.push(learn(memory, document));
    else if (isSamePlace(head.place, document.place)) entries.push(head);
    else changed.push({ id, at: entries.push(null) - 1 });
  }
  if (changed.length === 0) return entries;
  const again = await engine.read(changed.map(({ id }) => ({ index, id })));
  for (const [order, { at }] of changed.entries()) {
    const document = again[order] ?? null;
    entries[at] = document === null ? null : learn(memory, document);
  }
  return entries;
}

function learn(memory: Reading['memory'], document: EngineDocument): AnyEntry {
  const { body, place } = toEntry(document);
  if (body.kind === 'head') memory.remember({ body, place });
  return { body, place };
}

/** The heads with these keys, by key. */
export async function readByKey(parts: Reading, keys: readonly string[]): Promise<Map<string, Entry<HeadBody>>> {
  const different = [...new Set(keys)];
  const heads = new Map<string, Entry<HeadBody>>();
  if (different.length === 0) return heads;
  const entries = await readEntries(parts, different);
  for (const [at, key] of different.entries()) {
    const { body, place } = entries[at] ?? {};
    if (body?.kind === 'head' && place !== undefined) heads.set(key, { body, place });
  }
  return heads;
}

/** One version: the head, or an entry beside it. */
export async function readVersion(parts: Reading, key: ObjectKey, version: number): Promise<StoredVersion | null> {
  const index = parts.names.objects;
  const documents = await parts.engine.read([
    { index, id: key },
    { index, id: idOfVersion(key, version), routing: key },
  ]);
  const head = asHead(documents[0]);
  if (head === null) return null;
  return head.body.version === version ? toStoredVersion(head.body) : superseded(documents[1]);
}

function superseded(document: Parameters<typeof asHead>[0]): StoredVersion | null {
  const body = document ? toEntry(document).body : null;
  return body?.kind === 'version' ? toStoredVersion(body) : null;
}

/** Versions, newest first. Each document names the {@link EARLIER} ones before it, so this takes a call for so many. */
export async function readHistory(parts: Reading, key: ObjectKey, limit: number): Promise<StoredVersion[]> {
  const head = (await readByKey(parts, [key])).get(key);
  if (head === undefined || limit <= 0) return [];
  const versions = [toStoredVersion(head.body)];
  let earlier = head.body.earlier;
  while (earlier.length > 0 && versions.length < limit) {
    const wanted = earlier.slice(0, limit - versions.length);
    const documents = await parts.engine.read(
      wanted.map((version) => ({ index: parts.names.objects, id: idOfVersion(key, version), routing: key })),
    );
    earlier = [];
    for (const document of documents) {
      const body = document ? toEntry(document).body : null;
      if (body?.kind !== 'version') continue;
      versions.push(toStoredVersion(body));
      earlier = wanted.length === EARLIER ? body.earlier : [];
    }
  }
  return versions;
}
