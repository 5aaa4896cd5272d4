import type { Json } from '../linked-data/json.ts';

/**
 * What a readable `negative` says (specification: Assertion, profile rule 4): exactly `true`, as boolean or text, marks a
 * negative assertion; anything else, none included, does not.
 *
 * One that is there and cannot be decrypted says nothing: `negative` is null then, never positive.
 */
export function isNegative(value: Json | undefined): boolean {
  return value === true || value === 'true';
}
