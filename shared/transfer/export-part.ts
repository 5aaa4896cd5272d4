import { utf8 } from '../crypto/text-encoding.ts';
import { joinBytes } from './byte-stream.ts';
import { decodeExportCursor, type ExportPosition, encodeExportCursor, START } from './export-cursor.ts';
import { type ExportSource, exportFrom } from './export-lines.ts';

/** Milliseconds after which a part ends though there is room in it: who sends it to functions has to be answered in time. */
const PATIENCE = 10_000;

/** A part of an export. */
export type ExportPart = {
  /** Whole lines, each with its line break. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Cursor of the following part; null when this is the last. */
  readonly next: string | null;
};

/**
 * As much of an export as goes into so many bytes, at least one line. A part may end between two versions of an object. It
 * ends before it is full when the store is slow, in odd cases without a line.
 *
 * @param cursor `next` of the part before; null begins
 * @param maxBytes of UTF-8
 * @throws Problem `invalid-parameter` (400) for a cursor that no part of an export of this store gave
 */
export async function exportPart(
  source: ExportSource & { readonly now: () => number },
  cursor: string | null,
  maxBytes: number,
): Promise<ExportPart> {
  const end = source.now() + PATIENCE;
  const lines: Uint8Array[] = [];
  let size = 0;
  let reached: ExportPosition = cursor === null ? START : decodeExportCursor(cursor);
  const part = (next: ExportPosition | null): ExportPart => ({
    bytes: joinBytes(lines, size),
    next: next === null ? null : encodeExportCursor(next),
  });
  for await (const { line, behind } of exportFrom(source, reached)) {
    const late = source.now() >= end;
    if (line !== null) {
      const bytes = utf8(`${line}\n`);
      if (lines.length > 0 && (late || size + bytes.length > maxBytes)) return part(reached);
      lines.push(bytes);
      size += bytes.length;
    }
    reached = behind;
    if (line === null && late) return part(reached);
  }
  return part(null);
}
