import { type Adjacency, at } from './adjacency.ts';

const CHUNK_BITS = 6;
const CHUNK = 1 << CHUNK_BITS;

/**
 * A set of up to 32 items for each of many vertices. Skips chunks of vertices without items, so operations take time in proportion
 * to the contents.
 */
export class BitSets {
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

  /** Visits the vertices with items from the highest number down, those added by the visits included. */
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
 * items and those of all vertices that reach it.
 */
export function spreadDown({ starts, ends }: Adjacency, sets: BitSets): void {
  sets.each((vertex, word) => {
    const stop = at(starts, vertex + 1);
    for (let edge = at(starts, vertex); edge < stop; edge++) sets.add(at(ends, edge), word);
  });
}

/** How many bits are set in 32. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
