import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { KeyId } from '../../crypto/key-id.ts';
import type { AccessFacts, FoundState, Head, ObjectKey, StoredVersion } from '../object-store.ts';

/** A row as the engine gives it. */
export type Row = Record<string, SQLOutputValue>;

const COLUMNS = 'o.key, o.short_id, v.id, v.version, v.time, v.access';

/** The columns that {@link toStoredVersion} needs, from `objects o` and `versions v`. */
export const VERSION_COLUMNS = `${COLUMNS}, v.text`;

/** The columns that {@link toFoundState} needs: the pages that hold the text are not read for them. */
export const STATE_COLUMNS = `${COLUMNS}, o.write_id`;

/** The columns that {@link toHead} needs. */
export const HEAD_COLUMNS = `${VERSION_COLUMNS}, o.write_id, o.deleted_at`;

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

/** A row of {@link STATE_COLUMNS} as state. */
export function toFoundState(row: Row): FoundState {
  return { ...withoutText(row), writeId: text(row, 'write_id'), text: null };
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
