import { expect, test } from 'vitest';
import { chunks } from './chunks.ts';

test('chunks hold all items in order', () => {
  expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunks([], 2)).toEqual([]);
});
