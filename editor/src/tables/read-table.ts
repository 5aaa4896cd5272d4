/** The cells of a table as text, row by row. */
export type Table = readonly (readonly string[])[];

/** A file that is not the table that it claims to be. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable';
}

/** Reads comma-, semicolon- or tab-separated values; the delimiter is detected. Empty rows are kept, for the numbers of those that follow. */
export async function readCsv(text: string): Promise<Table> {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF|[\r\n]+$/g, ''), {
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  return withoutBlankEnd(data.map((row) => row.map(withoutGuard)));
}

/** Removes what `writeCsv` puts before a cell that a spreadsheet would calculate. */
function withoutGuard(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** A sheet of a workbook. */
export type Sheet = { readonly name: string; readonly table: Table };

/**
 * Reads the first sheet of a workbook. The code for it is loaded when it is first needed.
 *
 * @throws UnreadableTable
 */
export async function readWorkbook(file: Blob): Promise<Table> {
  const [first] = await readSheets(file);
  return first?.table ?? [];
}

/** Reads all sheets of a workbook, as {@link readWorkbook} does the first. @throws UnreadableTable */
export async function readSheets(file: Blob): Promise<readonly Sheet[]> {
  const { default: readFile } = await import('read-excel-file/browser');
  let sheets: Awaited<ReturnType<typeof readFile>>;
  try {
    sheets = await readFile(file);
  } catch (error) {
    throw new UnreadableTable('The file is not a workbook.', { cause: error });
  }
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    table: withoutBlankEnd(data.map((row) => row.map(cellText))),
  }));
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

function withoutBlankEnd(rows: Table): Table {
  const last = rows.findLastIndex((row) => row.some((cell) => cell.trim() !== ''));
  return rows.slice(0, last + 1);
}
