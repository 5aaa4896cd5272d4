import { typeRead } from '../../../../functions/case/terms.ts';
import type { Table } from '../../tables/read-table.ts';
import { keyOf } from './table-hierarchy.ts';

/** A relation of two competencies, by their ids in the table of competencies, or the addresses of others. */
export type TableRelation = {
  /** Row number in the spreadsheet: the header is row 1. */
  readonly row: number;
  readonly source: string;
  /** The stored relation type. */
  readonly type: string;
  readonly target: string;
};

/** Headers, without case and signs, of the tables of CaSS and of the sheet of associations of CASE tools. */
const HEADERS = {
  source: ['source', 'originnodeidentifier', 'originnodeuri'],
  type: ['relationtype', 'associationtype'],
  target: ['target', 'destinationnodeidentifier', 'destinationnodeuri'],
} as const;

/** Whether a table has relations instead of competencies. */
export function isRelationTable([headers = []]: Table): boolean {
  return Object.values(columnsOf(headers)).every((index) => index !== -1);
}

/** The relations of a table. Rows without both ends and a type are left out. */
export function readRelations([headers = [], ...rows]: Table): readonly TableRelation[] {
  const columns = columnsOf(headers);
  return rows.flatMap((cells, i): TableRelation[] => {
    const [source, given, target] = [columns.source, columns.type, columns.target].map((at) =>
      (cells[at] ?? '').trim(),
    );
    if (!source || !given || !target) return [];
    const [one, other] = [keyOf(source), keyOf(target)];
    const ends = isReversed(given) ? { source: other, target: one } : { source: one, target: other };
    return [{ row: i + 2, type: typeRead(given), ...ends }];
  });
}

/** What precedes something is required by it. */
function isReversed(type: string): boolean {
  return typeRead(type) === 'requires' && /^precedes$/i.test(type.trim());
}

function columnsOf(headers: readonly string[]): Readonly<Record<keyof typeof HEADERS, number>> {
  const names = headers.map((header) => header.toLowerCase().replace(/[^a-z]/g, ''));
  const indexOf = (known: readonly string[]): number => names.findIndex((name) => known.includes(name));
  return { source: indexOf(HEADERS.source), type: indexOf(HEADERS.type), target: indexOf(HEADERS.target) };
}
