import type { DatabaseSync } from 'node:sqlite';
import { nextTask } from '../../../base/concurrency/slices.ts';
import { type ChangePage, MAX_INLINE_TEXTS, type ObjectKey } from '../../../repository/store/object-store.ts';
import type { WriteIds } from '../../../repository/store/write-ids.ts';
import { openAliasReader } from '../commit/claim-aliases.ts';
import { openPurges } from '../commit/purge.ts';
import type { NumberCodec } from '../cursor.ts';
import type { Read } from '../engine/read.ts';
import { each, HEAD_COLUMNS, number, takeTexts, toHead } from '../rows.ts';

/** Objects read before other tasks run. */
const CHUNK_SIZE = 50;

/**
 * Reads the change log: objects in the order of their last changes. Numbers are assigned inside write transactions, of which there
 * is one at a time, so no lower number is committed after a higher one.
 */
export function openChanges(db: DatabaseSync, read: Read, cursors: NumberCodec, writeIds: WriteIds) {
  const following = db.prepare(
    `SELECT c.number, c.time AS changed, o.doc, ${HEAD_COLUMNS} FROM changes c JOIN objects o ON o.doc = c.doc JOIN versions v ON v.number = o.head
     WHERE c.number > ? ORDER BY c.number LIMIT ?`,
  );
  // Not max(number): a purge deletes rows, and numbers are never reused.
  const newest = db.prepare(`SELECT coalesce(max(seq), 0) AS number FROM sqlite_sequence WHERE name = 'changes'`);
  const timesOf = db.prepare(
    `SELECT c.time FROM json_each(?) j LEFT JOIN objects o ON o.key = j.value LEFT JOIN changes c ON c.doc = o.doc ORDER BY j.key`,
  );
  const timeFrom = db.prepare('SELECT number, time FROM changes WHERE number >= ? ORDER BY number LIMIT 1');

  const lastPurge = openPurges(db);
  const aliasesOf = openAliasReader(db);

  function last(): number {
    const row = newest.get();
    return row === undefined ? 0 : number(row, 'number');
  }

  return {
    /** `ObjectStore.changes`. */
    async after(cursor: string | null, limit: number): Promise<ChangePage> {
      if (cursor === null) return { objects: [], next: cursors.encode(await read(last)), more: false };
      const from = cursors.decode(cursor);
      let reached = from;
      let more = true;
      const objects: ChangePage['objects'][number][] = [];
      for (let text = 0; more && objects.length < limit && text < MAX_INLINE_TEXTS; ) {
        if (objects.length > 0) await nextTask();
        const wanted = Math.min(CHUNK_SIZE, limit - objects.length);
        const rows = await read(() =>
          takeTexts(each(following, reached, wanted)).map((row) => {
            const head = toHead(row);
            const aliases = aliasesOf(number(row, 'doc'), head.shortId);
            return { place: number(row, 'number'), changed: number(row, 'changed'), head, aliases };
          }),
        );
        for (const { place, changed, head, aliases } of rows) {
          reached = place;
          text += head.text.length;
          objects.push({ head, aliases, own: writeIds.isOwn(head.writeId), changed });
        }
        more = rows.length === wanted || text >= MAX_INLINE_TEXTS;
      }
      // A file that was restored from a backup is behind the cursors that it had given since.
      if (objects.length === 0 && from > (await read(last))) throw cursors.refused();
      // Read last, so that a purge during these reads is reported with this page.
      const purge = await read(lastPurge);
      const next = cursors.encode(Math.max(reached, purge));
      return { objects, next, more, ...(from < purge && { purged: true }) };
    },

    /** `ObjectStore.changeTimes`. */
    times(keys: readonly ObjectKey[]): Promise<(number | null)[]> {
      return read(() =>
        timesOf.all(JSON.stringify(keys)).map((row) => (row.time === null ? null : number(row, 'time'))),
      );
    },

    /** `ObjectStore.changesSince`: a binary search, since times rise with the numbers. */
    since(time: number): Promise<string> {
      return read(() => {
        let below = 0;
        let above = last() + 1;
        while (above - below > 1) {
          const middle = Math.floor((below + above) / 2);
          const row = timeFrom.get(middle);
          if (row === undefined || number(row, 'time') >= time) above = middle;
          else below = number(row, 'number');
        }
        return cursors.encode(below);
      });
    },
  };
}
