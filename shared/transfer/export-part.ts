import { utf8 } from '../crypto/text-encoding.ts';
import { joinBytes } from './byte-stream.ts';
import { decodeExportCursor, type ExportPosition, encodeExportCursor, START } from './export-cursor.ts';
import { type ExportSource, exportFrom } from './export-lines.ts';

/** A part ends after this time although it is not full: requests to functions have a timeout. */
const TIMEOUT_MS = 10_000;

/** A part of an export. */
export type ExportPart = {
  /** Whole lines, each with its line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Cursor of the next part; null for the last part. */
  readonly next: string | null;
};

/**
 * Reads the part of an export that fits into `maxBytes`, at least one line. A part may end between two versions of an object. With a
 * slow store it ends before it is full, in rare cases without a line.
 *
 * @param cursor `next` of the previous part; null: the first part
 * @param maxBytes of UTF-8
 * @throws Problem `invalid-parameter` (400) for a cursor that is not from an export of this store
 */
export async function exportPart(
  source: ExportSource & { readonly now: () => number },
  cursor: string | null,
  maxBytes: number,
): Promise<ExportPart> {
  const end = source.now() + TIMEOUT_MS;
  const lines: Uint8Array[] = [];
  let size = 0;
  let reached: ExportPosition = cursor === null ? START : decodeExportCursor(cursor);
  const part = (next: ExportPosition | null): ExportPart => ({
    bytes: joinBytes(lines, size),
    next: next === null ? null : encodeExportCursor(next),
  });
  for await (const { line, next } of exportFrom(source, reached)) {
    const late = source.now() >= end;
    if (line !== null) {
      const bytes = utf8(`${line}\n`);
      if (lines.length > 0 && (late || size + bytes.length > maxBytes)) return part(reached);
      lines.push(bytes);
      size += bytes.length;
    }
    reached = next;
    if (line === null && late) return part(reached);
  }
  return part(null);
}
