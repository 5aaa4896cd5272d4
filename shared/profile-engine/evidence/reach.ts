import { type Adjacency, at } from '../graph/adjacency.ts';
import { BitSets, bitCount, spreadDown } from '../graph/bit-sets.ts';
import { type Components, components, condense } from '../graph/components.ts';

const WORD = 32;

/** Reachability along one kind of edges. Competencies on a common cycle are one component. */
export type Reach = { readonly components: Components; readonly graph: Adjacency };

/** Items that start at competencies, such as assertions: their numbers are 0 to `count - 1`. */
export type Starts = {
  readonly count: number;
  readonly items: readonly { readonly item: number; readonly at: number }[];
};

/** Prepares {@link countReaching} and {@link eachBlock}. */
export function reachOf(ways: Adjacency): Reach {
  const found = components(ways);
  return { components: found, graph: condense(ways, found) };
}

/** How many distinct items reach each component. */
export function countReaching(reach: Reach, starts: Starts): Int32Array {
  const counts = new Int32Array(reach.components.count);
  eachBlock(reach, starts, (_first, sets) => {
    sets.each((component, word) => {
      counts[component] = at(counts, component) + bitCount(word);
    });
  });
  return counts;
}

/**
 * Visits the items in blocks of 32, the last block first, with the sets of those that reach each component, from item `first` on.
 * Memory does not grow with the number of items.
 */
export function eachBlock(reach: Reach, { count, items }: Starts, visit: (first: number, sets: BitSets) => void): void {
  const blocks: { item: number; at: number }[][] = Array.from({ length: Math.ceil(count / WORD) }, () => []);
  for (const start of items) blocks[Math.floor(start.item / WORD)]?.push(start);
  const sets = new BitSets(reach.components.count);
  for (let block = blocks.length - 1; block >= 0; block--) {
    const started = blocks[block] ?? [];
    if (started.length === 0) continue;
    sets.clear();
    for (const start of started) sets.add(at(reach.components.of, start.at), 1 << (start.item % WORD));
    spreadDown(reach.graph, sets);
    visit(block * WORD, sets);
  }
}
