import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyRing } from '../shared/base/crypto/public-key.ts';
import { accessFacts } from '../shared/repository/access/permissions.ts';
import { identify } from '../shared/repository/linked-data/identifiers.ts';
import type { JsonObject } from '../shared/repository/linked-data/json.ts';
import { aliasesOf } from '../shared/repository/linked-data/names.ts';
import { searchDocument } from '../shared/repository/search/search-copy.ts';
import { openForWriting } from '../shared/stores/sqlite/engine/database.ts';
import { prepareLayout } from '../shared/stores/sqlite/engine/layout.ts';
import { makeIndexEntry } from '../shared/stores/sqlite/index/index-entry.ts';
import { encodeAccess } from '../shared/stores/sqlite/rows.ts';

/** The rows of one object. */
export type Rows = ReturnType<ReturnType<typeof createRowMaker>>;

/** Makes the rows that the store holds of an object: object, version, names, index. */
export function createRowMaker(bases: readonly string[]) {
  const readKey = createKeyRing();
  const numbers = new Map<string, number>();
  const number = (name: string): number => {
    const known = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, known);
    return known;
  };
  return (object: JsonObject) => {
    const identity = identify(String(object['@id']), bases);
    const access = accessFacts(object, readKey);
    const entry = makeIndexEntry(searchDocument(object, access, readKey), identity.version ?? 1, {
      path: number,
      typeKey: number,
    });
    const aliases = [identity.shortId, ...aliasesOf(identity, null).map((alias) => alias.name)];
    return {
      identity,
      access: encodeAccess(access),
      text: JSON.stringify(object),
      entry,
      aliases,
      words: new Set(entry.words.flat()),
    };
  };
}

/** Inserts prepared rows into tables of the store's own layout, durable at each commit: the raw limit of a write. */
export async function openBareInserts(): Promise<{ insert: (rows: readonly Rows[]) => void; close: () => void }> {
  const db = openForWriting(await mkdtemp(join(tmpdir(), 'bare-')), null, 'wal');
  prepareLayout(db, 'bare');
  const objects = db.prepare('INSERT INTO objects (key, short_id, head, version, write_id) VALUES (?, ?, ?, ?, ?)');
  const versions = db.prepare('INSERT INTO versions (doc, version, id, time, access, text) VALUES (?, ?, ?, ?, ?, ?)');
  const aliases = db.prepare('INSERT INTO aliases (name, doc, strong) VALUES (?, ?, 1)');
  const entries = db.prepare('INSERT INTO entries (doc, version, type, length, spans) VALUES (?, ?, ?, ?, ?)');
  const terms = db.prepare('INSERT INTO terms (rowid, body) VALUES (?, ?)');
  const scalars = db.prepare('INSERT INTO scalars (doc, path, value) VALUES (?, ?, ?)');
  const words = db.prepare('INSERT OR IGNORE INTO words (word) VALUES (?)');
  const known = new Set<string>();
  let doc = 0;
  const insertOne = ({ identity, access, text, entry, aliases: names, words: wordsOfOne }: Rows): void => {
    doc += 1;
    const version = identity.version ?? 1;
    objects.run(identity.key, identity.shortId, doc, version, String(doc));
    versions.run(doc, version, identity.id, Date.now(), access, text);
    for (const name of names) aliases.run(name, doc);
    entries.run(doc, entry.version, entry.type, entry.length, entry.spans);
    terms.run(doc, entry.body);
    for (const [path, value] of entry.scalars) scalars.run(doc, path, value);
    for (const word of wordsOfOne) {
      if (known.has(word)) continue;
      words.run(word);
      known.add(word);
    }
  };
  return {
    insert(rows) {
      db.exec('BEGIN IMMEDIATE');
      for (const row of rows) insertOne(row);
      db.exec('COMMIT');
    },
    close: () => db.close(),
  };
}
