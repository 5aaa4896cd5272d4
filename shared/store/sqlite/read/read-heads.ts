import type { DatabaseSync } from 'node:sqlite';
import { chunks } from '../../../concurrency/chunks.ts';
import { nextTask } from '../../../concurrency/slices.ts';
import type { HeadState, ObjectStore } from '../../object-store.ts';
import type { Writer } from '../commit/writer.ts';
import { each, HEAD_STATE_COLUMNS, limitTexts, number, toHeadState } from '../rows.ts';

/** From this number of names on, one statement for all takes a fraction of the time of one statement for each. */
const MIN_BATCH_SIZE = 8;

/** Names read before other tasks run. */
const CHUNK_SIZE = 500;

/** Text that `json_each` is known to return unchanged; lone surrogates, for example, are not. */
const PLAIN = /^[ -~]*$/;

/** Prepares `ObjectStore.heads`. */
export function openHeadReader(db: DatabaseSync, { read }: Pick<Writer, 'read'>): ObjectStore['heads'] {
  const from = 'aliases a ON a.name = j.value JOIN objects o ON o.doc = a.doc JOIN versions v ON v.number = o.head';
  const one = db.prepare(`SELECT ${HEAD_STATE_COLUMNS} FROM (SELECT ? AS value) j CROSS JOIN ${from}`);
  const many = db.prepare(`SELECT j.key AS position, ${HEAD_STATE_COLUMNS} FROM json_each(?) j CROSS JOIN ${from}`);

  function readOne(name: string): HeadState | null {
    const row = one.get(name);
    return row === undefined ? null : toHeadState(row);
  }

  function readMany(names: readonly string[]): (HeadState | null)[] {
    const plain = names.map((name) => (PLAIN.test(name) ? name : null));
    const heads = names.map((name, position) => (plain[position] === null ? readOne(name) : null));
    for (const row of limitTexts(each(many, JSON.stringify(plain)))) heads[number(row, 'position')] = toHeadState(row);
    return heads;
  }

  return async (names) => {
    if (names.length < MIN_BATCH_SIZE) return read(() => names.map(readOne));
    const heads = new Map<string, HeadState | null>();
    for (const chunk of chunks([...new Set(names)], CHUNK_SIZE)) {
      if (heads.size > 0) await nextTask();
      const found = await read(() => readMany(chunk));
      for (const [position, name] of chunk.entries()) heads.set(name, found[position] ?? null);
    }
    return names.map((name) => heads.get(name) ?? null);
  };
}
