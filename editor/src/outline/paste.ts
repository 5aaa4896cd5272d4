import type { Fields, NewItem } from './command.ts';
import { NOTATION } from './numbering.ts';

/** A line of pasted text. */
type Line = { readonly depth: number; readonly fields: Fields };

const BULLET = /^(?:[-*+•◦▪‣–—]|\d+[.)]|[a-zA-Z][.)])\s+/;
const NUMBERING = /^((?:\d+|[A-Z]+)(?:\.\d+)+|\d+(?=\.?\s))\.?\s+/;
const TAB_WIDTH = 4;

/**
 * The competencies that pasted text describes, empty for blank text: a list indented by tabs or blanks, with bullets or without;
 * numbered headings (`1`, `1.1`, `1.1.1`), whose numbers become coded notations; or cells of a spreadsheet, where the column of
 * the first filled cell is the depth and the next cell the description.
 *
 * @param language tag of the language map that names become; null: plain texts
 */
export function readPaste(text: string, language: string | null = null): readonly NewItem[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const read = isTable(lines)
    ? lines.map(readCells)
    : isNumbered(lines)
      ? lines.map(readNumbered)
      : lines.map(readIndented);
  return nest(read.map(({ depth, fields }) => ({ depth, fields: localized(fields, language) })));
}

/** The number of competencies, including all below. */
export function countItems(items: readonly NewItem[]): number {
  return items.reduce((sum, { children }) => sum + 1 + countItems(children), 0);
}

function isTable(lines: readonly string[]): boolean {
  return lines.some((line) => /\S\t+\S/.test(line));
}

function isNumbered(lines: readonly string[]): boolean {
  return (
    lines.length > 0 &&
    lines.every((line) => NUMBERING.test(line.trim())) &&
    lines.some((line) => /^\s*\S+\.\d/.test(line))
  );
}

function readCells(line: string): Line {
  const cells = line.split('\t').map(unquote);
  const depth = cells.findIndex((cell) => cell !== '');
  const [name = '', ...others] = cells.slice(depth).filter((cell) => cell !== '');
  return { depth, fields: { name, ...(others.length > 0 && { description: others.join(' ') }) } };
}

function readNumbered(line: string): Line {
  const text = line.trim();
  const notation = NUMBERING.exec(text)?.[1] ?? '';
  const name = text.replace(NUMBERING, '');
  return { depth: notation.split('.').length, fields: { name, [NOTATION]: notation } };
}

function readIndented(line: string): Line {
  const indentation = /^\s*/.exec(line)?.[0] ?? '';
  const depth = [...indentation].reduce((sum, blank) => sum + (blank === '\t' ? TAB_WIDTH : 1), 0);
  return { depth, fields: { name: line.trim().replace(BULLET, '') } };
}

function unquote(cell: string): string {
  const text = cell.trim();
  return /^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function localized(fields: Fields, language: string | null): Fields {
  if (language === null) return fields;
  const map = (value: Fields[string] | undefined) => (value === undefined ? {} : { [language]: value });
  const { name, description, ...rest } = fields;
  return { ...rest, name: map(name), ...(description !== undefined && { description: map(description) }) };
}

/** By depth, whatever the numbers are: a line is below the last one that is less deep. */
function nest(lines: readonly Line[]): readonly NewItem[] {
  type Open = { readonly depth: number; readonly fields: Fields; readonly children: Open[] };
  const root: Open = { depth: -1, fields: {}, children: [] };
  const path = [root];
  for (const { depth, fields } of lines) {
    while (path.length > 1 && (path.at(-1)?.depth ?? -1) >= depth) path.pop();
    const item: Open = { depth, fields, children: [] };
    path.at(-1)?.children.push(item);
    path.push(item);
  }
  return root.children;
}
