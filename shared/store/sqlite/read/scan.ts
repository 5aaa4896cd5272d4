import type { DatabaseSync } from 'node:sqlite';
import { nextTask } from '../../../concurrency/slices.ts';
import { MAX_INLINE_TEXTS, type NamedHead, type ScanPage } from '../../object-store.ts';
import { openAliasReader } from '../commit/claim-aliases.ts';
import type { Writer } from '../commit/writer.ts';
import type { NumberCodec } from '../cursor.ts';
import { each, HEAD_COLUMNS, number, takeTexts, toHead } from '../rows.ts';

/** Objects read before other tasks run. */
const CHUNK_SIZE = 50;

/**
 * Prepares `ObjectStore.scan`: objects in the order of their numbers, read on this thread in chunks. A search thread would have
 * to copy every text, and would delay searches.
 */
export function openScan(
  db: DatabaseSync,
  { read }: Pick<Writer, 'read'>,
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
      const wanted = Math.min(CHUNK_SIZE, limit - objects.length);
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
