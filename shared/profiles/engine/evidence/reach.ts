import { type Adjacency, at, type Components, components, condense } from '../graph/adjacency.ts';

const CHUNK_BITS = 6;
const CHUNK = 1 << CHUNK_BITS;

/**
 * A set of up to 32 items for each of many vertices. Skips chunks of vertices without items, so operations take time in proportion
 * to the contents.
 */
class BitSets {
  readonly #bits: Int32Array;
  readonly #used: Uint8Array;

  constructor(size: number) {
    this.#bits = new Int32Array(size);
    this.#used = new Uint8Array((size >> CHUNK_BITS) + 1);
  }

  /** Adds the items of a word to a vertex. */
  add(vertex: number, word: number): void {
    this.#bits[vertex] = at(this.#bits, vertex) | word;
    this.#used[vertex >> CHUNK_BITS] = 1;
  }

  /** Visits the vertices with items from the highest number down, including vertices that the visits add. */
  each(visit: (vertex: number, word: number) => void): void {
    for (let chunk = this.#used.length - 1; chunk >= 0; chunk--) {
      if (at(this.#used, chunk) === 0) continue;
      for (let vertex = Math.min((chunk + 1) * CHUNK, this.#bits.length) - 1; vertex >= chunk * CHUNK; vertex--) {
        const word = at(this.#bits, vertex);
        if (word !== 0) visit(vertex, word);
      }
    }
  }

  clear(): void {
    for (let chunk = 0; chunk < this.#used.length; chunk++) {
      if (at(this.#used, chunk) === 0) continue;
      this.#bits.fill(0, chunk * CHUNK, (chunk + 1) * CHUNK);
      this.#used[chunk] = 0;
    }
  }
}

/**
 * Propagates sets along an acyclic graph in which edges lead from higher numbers to lower ones: afterwards each vertex has its own
 * items and the items of all vertices that reach it.
 */
function spreadDown({ starts, ends }: Adjacency, sets: BitSets): void {
  sets.each((vertex, word) => {
    const stop = at(starts, vertex + 1);
    for (let edge = at(starts, vertex); edge < stop; edge++) sets.add(at(ends, edge), word);
  });
}

/** The number of set bits among 32. */
function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const WORD = 32;

/** Reachability along one kind of edges. Competencies on a common cycle are one component. */
export type EvidenceReach = { readonly components: Components; readonly graph: Adjacency };

/** Items that start at competencies, such as assertions: their numbers are 0 to `count - 1`. */
export type Starts = {
  readonly count: number;
  readonly items: readonly { readonly item: number; readonly at: number }[];
};

/** Prepares {@link countReaching} and {@link eachBlock}. */
export function allowedReach(ways: Adjacency): EvidenceReach {
  const found = components(ways);
  return { components: found, graph: condense(ways, found) };
}

/** The number of distinct items that reach each component. */
export function countReaching(reach: EvidenceReach, starts: Starts): Int32Array {
  const counts = new Int32Array(reach.components.count);
  eachBlock(reach, starts, (_first, sets) => {
    sets.each((component, word) => {
      counts[component] = at(counts, component) + bitCount(word);
    });
  });
  return counts;
}

/**
 * Visits the items from `first` on in blocks of 32, the last block first, with the sets of the items that reach each component.
 * Memory does not grow with the number of items.
 */
export function eachBlock(
  reach: EvidenceReach,
  { count, items }: Starts,
  visit: (first: number, sets: BitSets) => void,
): void {
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
