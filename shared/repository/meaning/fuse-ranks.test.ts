import { expect, test } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';

const fused = (...ranks: string[]) =>
  fuseRanks(
    ranks.map((rank) => [...rank]),
    (item) => item,
  ).join('');

test('what is in several ranks comes first, each item once', () => {
  expect(fused('abc', 'xyb')).toBe('baxyc');
  expect(fused('abc', '')).toBe('abc');
  expect(fused('', 'xy')).toBe('xy');
  expect(fused()).toBe('');
});

test('of equal places, that of the first rank comes first', () => {
  expect(fused('ab', 'xy')).toBe('axby');
});
