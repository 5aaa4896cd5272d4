import { at } from '../graph/adjacency.ts';
import { eachBlock, type Reach, type Starts } from './reach.ts';

/**
 * The largest number of assertions per competency, at least 1, with which at most `limit` are listed in all; `Infinity` when all
 * are listed.
 *
 * @param counts how many assertions each competency has
 */
export function capFor(counts: Int32Array, limit: number): number {
  const listed = (cap: number) => counts.reduce((sum, count) => sum + Math.min(count, cap), 0);
  if (listed(Number.POSITIVE_INFINITY) <= limit) return Number.POSITIVE_INFINITY;
  let [low, high] = [1, Math.max(1, limit)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (listed(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The items that reach each wanted component, the latest first, at most `cap` of them.
 *
 * @param wanted 1 for the components to list
 */
export function listReaching(reach: Reach, starts: Starts, wanted: Uint8Array, cap: number): readonly number[][] {
  const lists: number[][] = Array.from({ length: reach.components.count }, () => []);
  eachBlock(reach, starts, (first, sets) => {
    sets.each((component, word) => {
      const list = lists[component];
      if (list === undefined || at(wanted, component) === 0 || list.length >= cap) return;
      appendBits(list, first, word);
      if (list.length > cap) list.length = cap;
    });
  });
  return lists;
}

function appendBits(list: number[], first: number, word: number): void {
  for (let rest = word; rest !== 0; ) {
    const bit = 31 - Math.clz32(rest);
    list.push(first + bit);
    rest &= ~(1 << bit);
  }
}

/** Two lists, each the latest first, as one from the earliest to the latest, of which the latest `cap` are kept. */
export function merged(a: readonly number[], b: readonly number[], cap: number): number[] {
  if (b.length === 0 || a.length === 0) return [...a, ...b].slice(0, cap).reverse();
  return [...a, ...b]
    .sort((x, y) => y - x)
    .slice(0, cap)
    .reverse();
}
