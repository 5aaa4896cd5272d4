import { expect, test } from 'vitest';
import { chunks, chunksBySize } from './chunks.ts';

test('chunks hold all items in order', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunks([], 2)).toEqual([]);
});

test('chunks by size hold all items in order within both limits, and a larger item is alone', () => {
  const bySize = (sizes: readonly number[], maxItems?: number) => [
    ...chunksBySize(sizes, (size) => size, { maxSize: 5, ...(maxItems !== undefined && { maxItems }) }),
  ];
  expect(bySize([2, 3, 1, 9, 1])).toEqual([[2, 3], [1], [9], [1]]);
  expect(bySize([1, 1, 1], 2)).toEqual([[1, 1], [1]]);
  expect(bySize([])).toEqual([]);
});
