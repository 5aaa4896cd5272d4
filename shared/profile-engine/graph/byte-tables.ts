import { at } from './adjacency.ts';

/** For each byte of a set of items, 256 sums: of the items that the byte's value has. */
export type ByteTables = Float64Array;

/** The sums of any of the numbers, taken eight at a time: as many tables as the numbers need, filled up to whole words. */
export function byteTables(numbers: readonly number[]): ByteTables {
  const bytes = Math.ceil(numbers.length / 32) * 4;
  const table = new Float64Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte++) {
    for (let value = 1; value < 256; value++) {
      const bit = 31 - Math.clz32(value);
      const rest = at(table, byte * 256 + (value & ~(1 << bit)));
      table[byte * 256 + value] = rest + at(numbers, byte * 8 + bit);
    }
  }
  return table;
}
