/**
 * A table as CSV (RFC 4180) with the byte order mark that spreadsheets need to read it as UTF-8.
 *
 * Cells that a spreadsheet would calculate get an apostrophe before them, which makes it read them as text.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
