import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { KeyId } from '../../crypto/key-id.ts';
import {
  type AccessFacts,
  type Head,
  type HeadState,
  MAX_INLINE_TEXT,
  MAX_INLINE_TEXTS,
  type ObjectKey,
  type StoredVersion,
  type VersionState,
} from '../object-store.ts';

/** A row as the engine gives it. */
export type Row = Record<string, SQLOutputValue>;

const COLUMNS = 'o.key, o.short_id, v.id, v.version, v.time, v.access';

/** The columns that {@link toStoredVersion} needs, from `objects o` and `versions v`. */
export const VERSION_COLUMNS = `${COLUMNS}, v.text`;

/** The columns that {@link toHead} needs. */
export const HEAD_COLUMNS = `${VERSION_COLUMNS}, o.write_id, o.deleted_at`;

/** The columns that {@link toVersionState} needs. `octet_length` does not read the pages that hold a long text. */
export const VERSION_STATE_COLUMNS = `${COLUMNS}, octet_length(v.text) AS size,
  CASE WHEN octet_length(v.text) <= ${MAX_INLINE_TEXT} THEN v.text END AS text`;

/** The columns that {@link toHeadState} needs. */
export const HEAD_STATE_COLUMNS = `${VERSION_STATE_COLUMNS}, o.write_id, o.deleted_at`;

/** As {@link HEAD_STATE_COLUMNS}, without any text. */
export const TEXTLESS_STATE_COLUMNS = `${COLUMNS}, octet_length(v.text) AS size, NULL AS text, o.write_id, o.deleted_at`;

/** The column as text. The table says that it is one. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

/** The column as number. The table says that it is one. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number.`);
  return value;
}

/** A row of {@link VERSION_COLUMNS} as version. */
export function toStoredVersion(row: Row): StoredVersion {
  return { ...withoutText(row), text: text(row, 'text') };
}

function withoutText(row: Row): Omit<StoredVersion, 'text'> {
  return {
    key: text(row, 'key') as ObjectKey, // written from an ObjectKey
    shortId: text(row, 'short_id'),
    id: text(row, 'id'),
    version: number(row, 'version'),
    time: number(row, 'time'),
    access: decodeAccess(text(row, 'access')),
  };
}

/** A row of {@link VERSION_STATE_COLUMNS} as version. */
export function toVersionState(row: Row): VersionState {
  if (row.text === null) return { ...withoutText(row), text: null, size: number(row, 'size') };
  return toStoredVersion(row);
}

/** A row of {@link HEAD_STATE_COLUMNS}, or {@link TEXTLESS_STATE_COLUMNS}, as head. */
export function toHeadState(row: Row): HeadState {
  return { ...toVersionState(row), deleted: row.deleted_at !== null, writeId: text(row, 'write_id') };
}

/** The rows of a statement, one after the other. */
export function* each(statement: StatementSync, ...values: readonly SQLInputValue[]): Generator<Row> {
  try {
    yield* statement.iterate(...values);
  } catch (error) {
    try {
      statement.iterate(...values); // node:sqlite reports the error of an iteration once more to the next one
    } catch {
      // It is the same error.
    }
    throw error;
  }
}

/** Rows with a `text` and its `size`, one after the other, of which those beyond {@link MAX_INLINE_TEXTS} lose their text. */
export function limitTexts(rows: Iterable<Row>): Row[] {
  const limited: Row[] = [];
  let room = MAX_INLINE_TEXTS;
  for (const row of rows) {
    if (row.text !== null) room -= number(row, 'size');
    limited.push(room < 0 ? { ...row, text: null } : row);
  }
  return limited;
}

/** The first rows, up to the one at which their texts reach {@link MAX_INLINE_TEXTS} altogether. */
export function takeTexts(rows: Iterable<Row>): Row[] {
  const taken: Row[] = [];
  let room = MAX_INLINE_TEXTS;
  for (const row of rows) {
    taken.push(row);
    if (typeof row.text === 'string') room -= row.text.length;
    if (room <= 0) break;
  }
  return taken;
}

/** A row of {@link HEAD_COLUMNS} as head. */
export function toHead(row: Row): Head {
  return { ...toStoredVersion(row), deleted: row.deleted_at !== null, writeId: text(row, 'write_id') };
}

const OPEN: AccessFacts = Object.freeze({
  owners: Object.freeze([]),
  readers: Object.freeze([]),
  hidden: false,
  mixed: false,
});

/** Access facts as short text: empty for an object without owners that everybody may read. */
export function encodeAccess(facts: AccessFacts): string {
  if (facts.owners.length + facts.readers.length === 0 && !facts.hidden && !facts.mixed) return '';
  return JSON.stringify([facts.owners, facts.readers, facts.hidden, facts.mixed]);
}

/** The reverse of {@link encodeAccess}. */
export function decodeAccess(encoded: string): AccessFacts {
  if (encoded === '') return OPEN;
  const [owners, readers, hidden, mixed] = JSON.parse(encoded) as [KeyId[], KeyId[], boolean, boolean]; // encodeAccess made it
  return { owners, readers, hidden, mixed };
}

/** All rows of a statement whose columns are numbers, as arrays: for many short rows, several times faster than by name. */
export function tuples(statement: StatementSync, ...values: readonly SQLInputValue[]): readonly (readonly number[])[] {
  statement.setReturnArrays(true);
  return statement.all(...values) as unknown as number[][]; // what setReturnArrays makes of them; the columns are numbers
}
