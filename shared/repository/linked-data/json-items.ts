import { createSlices } from '../../base/concurrency/slices.ts';
import { type Json, parseJson } from './json.ts';
import { JsonScan, type JsonScanOptions, type JsonSpan, JsonText, LARGE_OBJECT_LENGTH } from './json-scan.ts';

/** The elements of an array, and their number. */
export type Items = Iterable<Json | JsonText> & { readonly length: number };

/** Characters scanned between two checks of the clock. */
const STEP = 65_536;

/**
 * Scans a text to its end, in slices.
 *
 * @throws Problem as {@link JsonScan.advance} does
 */
export async function scanInSlices(text: string, options: JsonScanOptions): Promise<JsonScan> {
  const scan = new JsonScan(text, options);
  const slices = createSlices();
  await slices.next(); // decoding a large text took some time
  while (scan.advance(STEP)) if (slices.over()) await slices.next();
  return scan;
}

/**
 * The elements of a large array. Each is parsed when the iterator reaches it, unless it is large.
 *
 * @param what names the array in errors
 * @param max number of elements
 * @returns null if it is not an array
 * @throws Problem `body-too-large` (413) for more elements
 */
export async function itemsOfText({ text }: JsonText, what: string, max: number): Promise<Items | null> {
  const { kind, items } = await scanInSlices(text, { what, maxItems: max });
  if (kind !== 'array') return null;
  return {
    length: items.length,
    *[Symbol.iterator]() {
      for (const span of items) yield valueAt(text, span);
    },
  };
}

/** A value in a valid JSON text: parsed, unless it is large. */
export function valueAt(text: string, { start, end, values }: JsonSpan): Json | JsonText {
  const piece = text.slice(start, end);
  return piece.length > LARGE_OBJECT_LENGTH ? new JsonText(piece, values) : parseJson(piece, 'The item');
}
