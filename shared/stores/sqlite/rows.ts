import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { KeyId } from '../../base/crypto/public-key.ts';
import {
  type AccessFacts,
  type Head,
  type HeadState,
  MAX_INLINE_TEXT,
  MAX_INLINE_TEXTS,
  type ObjectKey,
  type StoredVersion,
  type VersionState,
  type VersionTrail,
} from '../../repository/store/object-store.ts';

/** A result row. */
export type Row = Record<string, SQLOutputValue>;

const COLUMNS = 'o.key, o.short_id, v.id, v.version, v.time, v.access, v.digest';

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

/** Reads a text column. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

/** Reads a numeric column. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number.`);
  return value;
}

/** Converts a row of {@link VERSION_COLUMNS}. */
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
    ...(row.digest !== null && { digest: text(row, 'digest') }),
  };
}

/** Converts a row of {@link VERSION_STATE_COLUMNS}. */
export function toVersionState(row: Row): VersionState {
  if (row.text === null) return { ...withoutText(row), text: null, size: number(row, 'size') };
  return toStoredVersion(row);
}

/** Converts a row of {@link HEAD_STATE_COLUMNS} or {@link TEXTLESS_STATE_COLUMNS}. */
export function toHeadState(row: Row): HeadState {
  return { ...toVersionState(row), deleted: row.deleted_at !== null, writeId: text(row, 'write_id') };
}

/** Converts a row of `versions` and `trails`. */
export function toVersionTrail(row: Row): VersionTrail {
  return {
    version: number(row, 'version'),
    time: number(row, 'time'),
    ...(row.written !== null && { written: text(row, 'written') }),
    ...(row.removed !== null && { removed: text(row, 'removed') }),
  };
}

/** Iterates over the rows of a statement. */
export function* each(statement: StatementSync, ...values: readonly SQLInputValue[]): Generator<Row> {
  try {
    yield* statement.iterate(...values);
  } catch (error) {
    try {
      statement.iterate(...values); // node:sqlite throws the error of an iteration again from the next one
    } catch {
      // The same error.
    }
    throw error;
  }
}

/** Room for the texts of one result, shared by the statements that read it. */
export type TextRoom = { left: number };

/**
 * The rows of a statement, with their texts as far as these, by `size`, fit into the room: {@link MAX_INLINE_TEXTS}.
 *
 * @param withTexts all rows
 * @param textless the rows from this position on, without their texts: none is read only to be dropped
 */
export function limitTexts(
  withTexts: Iterable<Row>,
  textless: (position: number) => Iterable<Row>,
  room: TextRoom = { left: MAX_INLINE_TEXTS },
): Row[] {
  const limited: Row[] = [];
  if (room.left <= 0) return [...textless(0)];
  for (const row of withTexts) {
    if (row.text !== null) room.left -= number(row, 'size');
    limited.push(room.left < 0 ? { ...row, text: null } : row);
    if (room.left <= 0) return [...limited, ...textless(limited.length)];
  }
  return limited;
}

/** Takes rows until their texts reach {@link MAX_INLINE_TEXTS}. */
export function takeTexts(rows: Iterable<Row>): Row[] {
  const taken: Row[] = [];
  let remaining = MAX_INLINE_TEXTS;
  for (const row of rows) {
    taken.push(row);
    if (typeof row.text === 'string') remaining -= row.text.length;
    if (remaining <= 0) break;
  }
  return taken;
}

/** Converts a row of {@link HEAD_COLUMNS}. */
export function toHead(row: Row): Head {
  return { ...toStoredVersion(row), deleted: row.deleted_at !== null, writeId: text(row, 'write_id') };
}

const OPEN: AccessFacts = Object.freeze({
  owners: Object.freeze([]),
  readers: Object.freeze([]),
  hidden: false,
  mixed: false,
});

/** Encodes access facts; an empty text for a public object without owners. */
export function encodeAccess(facts: AccessFacts): string {
  if (facts.owners.length + facts.readers.length === 0 && !facts.hidden && !facts.mixed) return '';
  return JSON.stringify([facts.owners, facts.readers, facts.hidden, facts.mixed]);
}

/** Reverses {@link encodeAccess}. */
export function decodeAccess(encoded: string): AccessFacts {
  if (encoded === '') return OPEN;
  const [owners, readers, hidden, mixed] = JSON.parse(encoded) as [KeyId[], KeyId[], boolean, boolean]; // written by encodeAccess
  return { owners, readers, hidden, mixed };
}

/** All rows of a statement with numeric columns, as arrays: for many short rows several times faster than as objects. */
export function tuples(statement: StatementSync, ...values: readonly SQLInputValue[]): readonly (readonly number[])[] {
  statement.setReturnArrays(true);
  return statement.all(...values) as unknown as number[][]; // arrays because of setReturnArrays
}

/**
 * The lists of numbers in the one row of a statement, whose columns are `json_group_array`: for many numbers cheaper than
 * a row for each.
 */
export function lists(statement: StatementSync, ...values: readonly SQLInputValue[]): readonly number[][] {
  return Object.values(statement.get(...values) ?? {}).map((list) => JSON.parse(String(list)) as number[]);
}
