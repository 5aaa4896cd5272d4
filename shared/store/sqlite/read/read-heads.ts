import type { DatabaseSync } from 'node:sqlite';
import type { HeadState } from '../../object-store.ts';
import { each, HEAD_STATE_COLUMNS, limitTexts, number, toHeadState } from '../rows.ts';

/** From this number of names on, one statement for all takes a fraction of the time of one for each. */
const MIN_BATCH_SIZE = 8;

/** Names that JSON brings to the engine as a parameter would: for others, such as lone surrogates, that is not promised. */
const PLAIN = /^[ -~]*$/;

/** Reads the heads that names lead to, in the order of the names; null where there is none. */
export function openHeadReader(db: DatabaseSync): (names: readonly string[]) => (HeadState | null)[] {
  const from = 'aliases a ON a.name = j.value JOIN objects o ON o.doc = a.doc JOIN versions v ON v.number = o.head';
  const one = db.prepare(`SELECT ${HEAD_STATE_COLUMNS} FROM (SELECT ? AS value) j CROSS JOIN ${from}`);
  const many = db.prepare(`SELECT j.key AS place, ${HEAD_STATE_COLUMNS} FROM json_each(?) j CROSS JOIN ${from}`);

  function head(name: string): HeadState | null {
    const row = one.get(name);
    return row === undefined ? null : toHeadState(row);
  }

  return (names) => {
    if (names.length < MIN_BATCH_SIZE) return names.map(head);
    const plain = names.map((name) => (PLAIN.test(name) ? name : null));
    const heads = names.map((name, place) => (plain[place] === null ? head(name) : null));
    for (const row of limitTexts(each(many, JSON.stringify(plain)))) heads[number(row, 'place')] = toHeadState(row);
    return heads;
  };
}
