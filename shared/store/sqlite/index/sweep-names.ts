import type { DatabaseSync } from 'node:sqlite';
import { renewEpoch } from '../engine/epoch.ts';
import { number, type Row, text } from '../rows.ts';
import type { Indexer } from './indexer.ts';
import { presenceTerm, typeTerm, wordTerm } from './terms.ts';

/** Removes the rows of a table that no object uses, in parts. */
export type Sweep = {
  readonly first: string | number;
  /** Checks the following rows inside the open transaction. @returns the last row checked, or null at the end of the table */
  step(after: string | number): string | number | null;
};

/** Rows checked per transaction. */
const ROWS_PER_STEP = 500;

/** The sweeps over words, paths and type keys. */
export function openSweeps(db: DatabaseSync, indexer: Indexer): readonly Sweep[] {
  const used = db.prepare('SELECT 1 FROM terms WHERE terms MATCH ? LIMIT 1');

  function openSweep(table: string, column: string, first: string | number, termOf: (row: Row) => string): Sweep {
    const read = db.prepare(
      `SELECT ${column} AS id FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT ${ROWS_PER_STEP}`,
    );
    const remove = db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`);
    return {
      first,
      step(after) {
        indexer.flush(); // changes collected in this transaction use rows, too
        const rows = read.all(after);
        const unused = rows.filter((row) => used.get(`"${termOf(row)}"`) === undefined);
        for (const { id = null } of unused) remove.run(id);
        if (unused.length > 0) {
          indexer.forget();
          renewEpoch(db);
        }
        const last = rows.at(-1)?.id;
        return rows.length === ROWS_PER_STEP && (typeof last === 'string' || typeof last === 'number') ? last : null;
      },
    };
  }

  return [
    openSweep('words', 'word', '', (row) => wordTerm(text(row, 'id'))),
    openSweep('paths', 'number', 0, (row) => presenceTerm(number(row, 'id'))),
    openSweep('type_keys', 'number', 0, (row) => typeTerm(number(row, 'id'))),
  ];
}
