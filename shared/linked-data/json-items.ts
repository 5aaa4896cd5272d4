import { createSlices } from '../concurrency/slices.ts';
import { type Json, parseJson } from './json.ts';
import { JsonScan, type JsonScanOptions, type JsonSpan } from './json-scan.ts';
import { JsonText, LARGE_OBJECT_LENGTH } from './json-text.ts';

/** Characters that are scanned before the clock is looked at. */
const STEP = 65_536;

/**
 * Scans a text to its end, in slices.
 *
 * @throws Problem as {@link JsonScan.advance} does
 */
export async function scanInSlices(text: string, options: JsonScanOptions): Promise<JsonScan> {
  const scan = new JsonScan(text, options);
  const slices = createSlices();
  await slices.next(); // making a large text took a while
  while (scan.advance(STEP)) if (slices.over()) await slices.next();
  return scan;
}

/**
 * The elements of a large array. Each is parsed when it is taken, and never if it is large.
 *
 * @param what names the array in errors
 * @param max elements that it may have
 * @returns null for anything but an array
 * @throws Problem `body-too-large` (413) for more elements
 */
export async function itemsOfText(
  { text }: JsonText,
  what: string,
  max: number,
): Promise<Iterable<Json | JsonText> | null> {
  const { kind, items } = await scanInSlices(text, { what, maxItems: max });
  return kind === 'array' ? valuesAt(text, items) : null;
}

function* valuesAt(text: string, spans: readonly JsonSpan[]): Generator<Json | JsonText> {
  for (const span of spans) yield valueAt(text, span);
}

/** A value in a text that was checked to be JSON: parsed, unless it is large. */
export function valueAt(text: string, { start, end, values }: JsonSpan): Json | JsonText {
  const piece = text.slice(start, end);
  return piece.length > LARGE_OBJECT_LENGTH ? new JsonText(piece, values) : parseJson(piece, 'The item');
}
