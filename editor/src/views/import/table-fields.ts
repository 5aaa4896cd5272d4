import type { Json } from '../../../../shared/repository/linked-data/json.ts';
import type { Fields } from '../../outline/command.ts';
import { isDay } from '../details/field-value.ts';
import { MEMBER_ROLES, type MemberRole, type Role } from './column-roles.ts';
import type { Column } from './columns.ts';

/** A cell that cannot be read as what its column is. */
export type CellProblem = { readonly kind: 'no-date'; readonly value: string };

/** The cells of one row by the meaning of their columns. */
export type Cells = {
  /** The cells of a role that have a value, in the order of the columns, without blanks around them. */
  readonly all: (role: Role) => readonly string[];
  /** The first of them; undefined without one. */
  readonly first: (role: Role) => string | undefined;
};

export function cellsOf(row: readonly string[], columns: readonly Column[]): Cells {
  const all = (role: Role): readonly string[] =>
    columns.flatMap((column, i) => (column.role === role ? [(row[i] ?? '').trim()] : [])).filter((text) => text !== '');
  return { all, first: (role) => all(role)[0] };
}

/**
 * The members of a competency that a row has: texts by language, lists, and single values.
 *
 * @param language tag for columns without a language, unless the row names the one language that it is in
 * @param report takes cells that are left out
 */
export function fieldsOf(
  row: readonly string[],
  columns: readonly Column[],
  language: string,
  report: (problem: CellProblem) => void = () => undefined,
): Fields {
  const cells = cellsOf(row, columns);
  const own = languageOf(cells) ?? language;
  const fields: Record<string, Json> = {};
  for (const role of ['name', 'description'] as const) {
    const texts = textsOf(row, columns, role, own);
    if (texts !== null) fields[role] = texts;
  }
  for (const { word, name, kind } of MEMBER_ROLES) {
    const value = kind === 'lines' ? listOf(cells.all(word), word) : single(cells.first(word), kind);
    if (value === null) report({ kind: 'no-date', value: cells.first(word) ?? '' });
    else if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** The only language of a row, from its column of languages. */
function languageOf(cells: Cells): string | null {
  const [only, ...others] = listOf(cells.all('languages'), 'languages') ?? [];
  return only !== undefined && others.length === 0 && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(only) ? only : null;
}

/** The texts of a role by language. Several names: the first counts; several descriptions: they are paragraphs. */
function textsOf(
  row: readonly string[],
  columns: readonly Column[],
  role: 'name' | 'description',
  language: string,
): Json | null {
  const byLanguage = new Map<string, string>();
  for (const [i, column] of columns.entries()) {
    const text = (row[i] ?? '').trim();
    if (column.role !== role || text === '') continue;
    const tag = column.language ?? language;
    const before = byLanguage.get(tag);
    if (before === undefined) byLanguage.set(tag, text);
    else if (role === 'description') byLanguage.set(tag, `${before}\n${text}`);
  }
  return byLanguage.size === 0 ? null : Object.fromEntries(byLanguage);
}

/** A single value; null for a text that is not the day that it should be. */
function single(text: string | undefined, kind: MemberRole['kind']): string | null | undefined {
  if (text === undefined || kind !== 'date') return text;
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  return isDay(day) ? day : null;
}

/** Members whose values are seldom sentences or names of persons: commas separate them. */
const COMMA_LISTS: ReadonlySet<Role> = new Set(['keywords', 'education', 'languages', 'subject']);

/** The values of a list: separated by bars, else by lines and semicolons, else by commas. */
function listOf(cells: readonly string[], role: Role): (readonly string[] & Json[]) | undefined {
  const values = cells.flatMap((cell) => {
    if (cell.includes('|')) return cell.split('|');
    if (/[\n;]/.test(cell)) return cell.split(/[\n;]/);
    return COMMA_LISTS.has(role) ? cell.split(',') : [cell];
  });
  const texts = [...new Set(values.map((value) => value.trim()))].filter((value) => value !== '');
  return texts.length === 0 ? undefined : texts;
}
