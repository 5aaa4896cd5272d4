import { ExactNumber, type Json } from '../linked-data/json.ts';
import { display } from './display.ts';

/**
 * The `requiredSignatureCount` of a competency, stored as a number or as text that begins with digits; undefined when it
 * is absent or cannot be read.
 */
export function signatureCount(value: Json | undefined): number | undefined {
  const shown = display(value);
  const text = shown instanceof ExactNumber ? shown.source : shown;
  if (typeof text !== 'number' && typeof text !== 'string') return undefined;
  const count = Number.parseInt(String(text), 10);
  return Number.isFinite(count) ? count : undefined;
}
