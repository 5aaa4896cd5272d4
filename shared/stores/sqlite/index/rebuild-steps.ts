import type { DatabaseSync } from 'node:sqlite';
import { number, type Row, text } from '../rows.ts';
import { renewEpoch } from './dictionary.ts';
import { presenceTerm, typeTerm, wordTerm } from './index-entry.ts';
import type { Indexer } from './indexer.ts';

/** The tables from which a rebuild removes rows that no object uses. */
export const SWEPT = ['words', 'paths', 'type_keys'] as const;

/** Steps of a rebuild, inside the open transaction. */
export type RebuildSteps = {
  /**
   * A new epoch clears the caches of all processes: wrong numbers in a cache may be the reason for the rebuild.
   *
   * @returns the number of the newest object
   */
  beginRebuild(input: null): number;
  /**
   * Checks the rows after one, or the first ones (null), and removes those that no object uses.
   *
   * @returns the last row checked, or null at the end of the table
   */
  sweepNames(input: {
    readonly table: (typeof SWEPT)[number];
    readonly after: string | number | null;
  }): string | number | null;
};

/** Rows checked per transaction. */
const ROWS_PER_STEP = 500;

export function openRebuildSteps(db: DatabaseSync, indexer: Indexer): RebuildSteps {
  const newest = db.prepare('SELECT max(doc) AS doc FROM objects');
  const used = db.prepare('SELECT 1 FROM terms WHERE terms MATCH ? LIMIT 1');

  function openSweep(table: string, column: string, first: string | number, termOf: (row: Row) => string) {
    const read = db.prepare(
      `SELECT ${column} AS id FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT ${ROWS_PER_STEP}`,
    );
    const remove = db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`);
    return (after: string | number | null): string | number | null => {
      indexer.flush(); // changes collected in this transaction use rows, too
      const rows = read.all(after ?? first);
      const unused = rows.filter((row) => used.get(`"${termOf(row)}"`) === undefined);
      for (const { id = null } of unused) remove.run(id);
      if (unused.length > 0) {
        indexer.forget();
        renewEpoch(db);
      }
      const last = rows.at(-1)?.id;
      return rows.length === ROWS_PER_STEP && (typeof last === 'string' || typeof last === 'number') ? last : null;
    };
  }

  const sweeps = {
    words: openSweep('words', 'word', '', (row) => wordTerm(text(row, 'id'))),
    paths: openSweep('paths', 'number', 0, (row) => presenceTerm(number(row, 'id'))),
    type_keys: openSweep('type_keys', 'number', 0, (row) => typeTerm(number(row, 'id'))),
  };

  return {
    beginRebuild() {
      renewEpoch(db);
      const row = newest.get();
      return typeof row?.doc === 'number' ? row.doc : 0;
    },
    sweepNames: ({ table, after }) => sweeps[table](after),
  };
}
