import * as z from 'zod/mini';
import type { OpenSearchParts } from './parts.ts';

/*
 * The watermark is a document with the time (UTC milliseconds) up to which every commit has its search copy and its aliases.
 */

/**
 * The watermark stays behind the present by this time: longer than a write takes from its stamp to its end, and than the
 * clocks of instances differ.
 */
export const CLOCK_MARGIN_MS = 120_000;

const WATERMARK = 'note:watermark';
const DOCUMENT = z.object({ value: z.string() });

export async function writeWatermark(
  { engine, names }: Pick<OpenSearchParts, 'engine' | 'names'>,
  watermark: number,
): Promise<void> {
  const body = { value: String(watermark) };
  await engine.bulk([{ kind: 'index', index: names.values, id: WATERMARK, body }], false);
}

/**
 * Reads the watermark, and makes sure that all later stamps of this process are above it, whatever its clock says.
 *
 * @returns the watermark, UTC milliseconds
 */
export async function passWatermark({
  engine,
  names,
  stamps,
}: Pick<OpenSearchParts, 'engine' | 'names' | 'stamps'>): Promise<number> {
  const [document = null] = await engine.read([{ index: names.values, id: WATERMARK }]);
  const { data } = z.safeParse(DOCUMENT, document?.source);
  const watermark = Number(data?.value ?? 0);
  stamps.setMinimum(watermark + CLOCK_MARGIN_MS);
  return watermark;
}
