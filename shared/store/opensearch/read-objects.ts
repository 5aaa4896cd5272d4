import type { Head, ObjectKey, StoredVersion } from '../object-store.ts';
import {
  asAlias,
  asHead,
  EARLIER,
  type Entry,
  type HeadBody,
  idOfName,
  idOfVersion,
  toEntry,
  toHead,
  toStoredVersion,
} from './documents.ts';
import type { Parts } from './parts.ts';

type Reading = Pick<Parts, 'engine' | 'names' | 'memory'>;

/** The heads that names lead to. One call; one more where some name is an alias that is not known here. */
export async function readHeads(parts: Reading, names: readonly string[]): Promise<(Head | null)[]> {
  const { engine, names: index, memory } = parts;
  const ids = [...new Set(names.filter((name) => name !== ''))].map((name) => ({ name, id: idOfName(name) }));
  const documents = await engine.read(ids.map(({ id }) => ({ index: index.objects, id: memory.keyOfAlias(id) ?? id })));
  const found = new Map<string, Entry<HeadBody> | null>();
  const aliases: { readonly name: string; readonly id: string; readonly key: string; readonly strong: boolean }[] = [];
  for (const [position, { name, id }] of ids.entries()) {
    const document = documents[position];
    found.set(name, asHead(document));
    const alias = asAlias(document);
    if (alias !== null) aliases.push({ name, id, key: alias.body.key, strong: alias.body.strong });
  }
  const heads = await readByKey(
    parts,
    aliases.map(({ key }) => key),
  );
  for (const { name, id, key, strong } of aliases) {
    const head = heads.get(key) ?? null;
    found.set(name, head);
    if (head !== null && strong) memory.rememberAlias(id, key);
  }
  for (const head of found.values()) if (head !== null) memory.remember(head);
  return names.map((name) => {
    const head = found.get(name) ?? null;
    return head === null ? null : toHead(head.body);
  });
}

/** The heads with these keys, by key. */
export async function readByKey(
  { engine, names, memory }: Reading,
  keys: readonly string[],
): Promise<Map<string, Entry<HeadBody>>> {
  const different = [...new Set(keys)];
  const heads = new Map<string, Entry<HeadBody>>();
  if (different.length === 0) return heads;
  const documents = await engine.read(different.map((key) => ({ index: names.objects, id: key })));
  for (const [index, key] of different.entries()) {
    const head = asHead(documents[index]);
    if (head === null) continue;
    heads.set(key, head);
    memory.remember(head);
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
