import type { DatabaseSync } from 'node:sqlite';
import { chunks } from '../../../base/concurrency/chunks.ts';
import { nextTask } from '../../../base/concurrency/slices.ts';
import {
  type HeadState,
  MAX_INLINE_TEXTS,
  type NamedHead,
  type ObjectStore,
  type ScanPage,
} from '../../../repository/store/object-store.ts';
import { openAliasReader } from '../commit/claim-aliases.ts';
import type { NumberCodec } from '../cursor.ts';
import type { Read } from '../engine/read.ts';
import {
  each,
  HEAD_COLUMNS,
  HEAD_STATE_COLUMNS,
  limitTexts,
  number,
  TEXTLESS_STATE_COLUMNS,
  type TextRoom,
  takeTexts,
  toHead,
  toHeadState,
} from '../rows.ts';

/** From this number of names on, one statement for all takes a fraction of the time of one statement for each. */
const MIN_BATCH_SIZE = 8;

/** Names read before other tasks run. */
const HEADS_CHUNK_SIZE = 500;

/** Text that `json_each` is known to return unchanged; lone surrogates, for example, are not. */
const PLAIN = /^[ -~]*$/;

/** Prepares `ObjectStore.heads`. */
export function openHeadReader(db: DatabaseSync, read: Read): ObjectStore['heads'] {
  const from = 'aliases a ON a.name = j.value JOIN objects o ON o.doc = a.doc JOIN versions v ON v.number = o.head';
  const one = db.prepare(`SELECT ${HEAD_STATE_COLUMNS} FROM (SELECT ? AS value) j CROSS JOIN ${from}`);
  const many = db.prepare(`SELECT j.key AS position, ${HEAD_STATE_COLUMNS} FROM json_each(?) j CROSS JOIN ${from}`);
  const textless = db.prepare(
    `SELECT j.key AS position, ${TEXTLESS_STATE_COLUMNS} FROM json_each(?) j CROSS JOIN ${from} LIMIT -1 OFFSET ?`,
  );

  function readOne(name: string): HeadState | null {
    const row = one.get(name);
    return row === undefined ? null : toHeadState(row);
  }

  function readMany(names: readonly string[], room: TextRoom): (HeadState | null)[] {
    const plain = names.map((name) => (PLAIN.test(name) ? name : null));
    const heads = names.map((name, position) => (plain[position] === null ? readOne(name) : null));
    const named = JSON.stringify(plain);
    for (const row of limitTexts(each(many, named), (position) => each(textless, named, position), room)) {
      heads[number(row, 'position')] = toHeadState(row);
    }
    return heads;
  }

  return async (names) => {
    if (names.length < MIN_BATCH_SIZE) return read(() => names.map(readOne));
    const heads = new Map<string, HeadState | null>();
    const room: TextRoom = { left: MAX_INLINE_TEXTS };
    for (const chunk of chunks([...new Set(names)], HEADS_CHUNK_SIZE)) {
      if (heads.size > 0) await nextTask();
      const found = await read(() => readMany(chunk, room));
      for (const [position, name] of chunk.entries()) heads.set(name, found[position] ?? null);
    }
    return names.map((name) => heads.get(name) ?? null);
  };
}

/** Objects read before other tasks run. */
const SCAN_CHUNK_SIZE = 50;

/**
 * Prepares `ObjectStore.scan`: objects in the order of their numbers, read on this thread in chunks. A search thread would have
 * to copy every text, and would delay searches.
 */
export function openScan(
  db: DatabaseSync,
  read: Read,
  cursors: NumberCodec,
): (cursor: string | null, limit: number) => Promise<ScanPage> {
  const aliasesOf = openAliasReader(db);
  const following = db.prepare(
    `SELECT o.doc, ${HEAD_COLUMNS} FROM objects o JOIN versions v ON v.number = o.head
     WHERE o.doc > ? ORDER BY o.doc LIMIT ?`,
  );
  const objectsAfter = (doc: number, limit: number) =>
    takeTexts(each(following, doc, limit)).map((row) => {
      const head = toHead(row);
      const reached = number(row, 'doc');
      return { reached, object: { head, aliases: aliasesOf(reached, head.shortId) } };
    });
  const more = db.prepare('SELECT 1 FROM objects WHERE doc > ? LIMIT 1');

  return async (cursor, limit) => {
    let reached = cursor === null ? 0 : cursors.decode(cursor);
    const objects: NamedHead[] = [];
    let text = 0;
    while (objects.length < limit) {
      if (objects.length > 0) await nextTask();
      const wanted = Math.min(SCAN_CHUNK_SIZE, limit - objects.length);
      const after = reached;
      const found = await read(() => objectsAfter(after, wanted));
      for (const { object } of found) objects.push(object);
      reached = found.at(-1)?.reached ?? reached;
      text += found.reduce((sum, { object }) => sum + object.head.text.length, 0);
      if (found.length < wanted || text >= MAX_INLINE_TEXTS) break;
    }
    const last = reached;
    const next = (await read(() => more.get(last))) === undefined ? null : cursors.encode(last);
    return { objects, next };
  };
}
