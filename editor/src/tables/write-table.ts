/** A table as comma-separated values. Cells that a spreadsheet would calculate begin with an apostrophe. */
export async function writeCsv(rows: readonly (readonly string[])[]): Promise<Blob> {
  const { default: papa } = await import('papaparse');
  const text = papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: true },
  );
  return new Blob(['\uFEFF', text], { type: 'text/csv' }); // without the byte order mark, Excel assumes another encoding
}

/** A table as a workbook in which every cell is text, so that none is calculated. */
export async function writeWorkbook(rows: readonly (readonly string[])[]): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser');
  const [header = [], ...others] = rows;
  const cells = [
    header.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...others.map((row) => row.map((value) => ({ value, type: String }))),
  ];
  return write(cells, { stickyRowsCount: 1 }).toBlob();
}
