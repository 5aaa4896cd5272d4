import type { DatabaseSync } from 'node:sqlite';
import type { NamedHead, ScanPage } from '../object-store.ts';
import { openAliasReader } from './claim-aliases.ts';
import type { ScanCursorCodec } from './cursor.ts';
import { HEAD_COLUMNS, number, toHead } from './rows.ts';

/** Objects read before other work gets a turn. */
const OBJECTS_PER_TURN = 50;

/**
 * Reads objects in the order of their numbers, on the thread that asks and in slices: each costs a few look-ups, and a thread
 * of its own would have to copy every text twice to hand it over, and keep searches waiting meanwhile.
 */
export function openScan(
  db: DatabaseSync,
  cursors: ScanCursorCodec,
): (cursor: string | null, limit: number) => Promise<ScanPage> {
  const aliasesOf = openAliasReader(db);
  const following = db.prepare(
    `SELECT o.doc, ${HEAD_COLUMNS} FROM objects o JOIN versions v ON v.number = o.head
     WHERE o.doc > ? ORDER BY o.doc LIMIT ?`,
  );
  const more = db.prepare('SELECT 1 FROM objects WHERE doc > ? LIMIT 1');

  return async (cursor, limit) => {
    let reached = cursor === null ? 0 : cursors.decode(cursor);
    const objects: NamedHead[] = [];
    while (objects.length < limit) {
      if (objects.length > 0) await new Promise((resolve) => setImmediate(resolve));
      const wanted = Math.min(OBJECTS_PER_TURN, limit - objects.length);
      const rows = following.all(reached, wanted);
      for (const row of rows) {
        const head = toHead(row);
        reached = number(row, 'doc');
        objects.push({ head, aliases: aliasesOf(reached, head.shortId) });
      }
      if (rows.length < wanted) break;
    }
    const next = more.get(reached) === undefined ? null : cursors.encode(reached);
    return { objects, next };
  };
}
