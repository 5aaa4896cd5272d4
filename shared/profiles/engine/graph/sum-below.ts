import { checkLimit } from '../limits.ts';
import type { ProfileLimits } from '../model.ts';
import { type Adjacency, at, components, condense } from './adjacency.ts';

/** Columns of numbers, one number for each vertex. */
export type Measures = readonly Float64Array[];

/** For each byte of a bit set, the sums of the items in each of its 256 values. */
type ByteTables = Float64Array;

/** Number of words of 32 items per vertex in one pass: following edges takes most of the time. */
const WORDS = 4;
const BLOCK = 32 * WORDS;

/**
 * Sums measures over all vertices that each vertex reaches, including itself, each vertex once.
 *
 * In trees this is a sum over children. Only vertices with several parents need the set of the vertices that reach them: they are
 * processed 128 at a time, which bounds memory.
 *
 * @param graph edges from parents to children; the vertices of a cycle are one component
 * @returns the sums by component, and the component of each vertex
 * @throws Problem `profile-too-large` (422) when more steps are needed than the limit
 */
export function sumBelow(
  graph: Adjacency,
  own: Measures,
  limits: ProfileLimits,
): { component: Int32Array; sums: Measures } {
  const { count, of } = components(graph);
  const below = condense(graph, { count, of });
  const sums: Measures = own.map((column) => {
    const sum = new Float64Array(count);
    of.forEach((component, vertex) => {
      sum[component] = at(sum, component) + at(column, vertex);
    });
    return sum;
  });
  const parents = new Int32Array(count);
  for (const end of below.ends) parents[end] = at(parents, end) + 1;
  const meeting: number[] = [];
  for (let component = 0; component < count; component++) {
    if (at(parents, component) > 1) meeting.push(component);
    addTrees(below, parents, sums, component);
  }
  checkLimit(limits, 'steps', Math.ceil(meeting.length / BLOCK) * (count + below.ends.length));
  addMeeting(below, meeting, sums);
  return { component: of, sums };
}

/** Adds the sums of children without other parents. They are complete, since edges lead to lower numbers. */
function addTrees(below: Adjacency, parents: Int32Array, sums: Measures, component: number): void {
  for (let edge = at(below.starts, component); edge < at(below.starts, component + 1); edge++) {
    const child = at(below.ends, edge);
    if (at(parents, child) !== 1) continue;
    for (const sum of sums) sum[component] = at(sum, component) + at(sum, child);
  }
}

/** Adds the trees below each component with several parents to all components that reach it, itself excluded. */
function addMeeting(below: Adjacency, meeting: readonly number[], sums: Measures): void {
  const trees = sums.map((sum) => meeting.map((component) => sum[component] ?? 0));
  const bits = new Int32Array(below.size * WORDS);
  for (let first = 0; first < meeting.length; first += BLOCK) {
    const block = meeting.slice(first, first + BLOCK);
    const tables = trees.map((column) => byteTables(column.slice(first, first + BLOCK)));
    bits.fill(0);
    let next = 0;
    for (let component = at(block, 0); component < below.size; component++) {
      gather(below, bits, component);
      for (let word = 0; word < WORDS; word++) {
        const reached = bits[component * WORDS + word] ?? 0;
        if (reached !== 0) addWord(sums, tables, component, word, reached);
      }
      if (block[next] !== component) continue;
      const position = component * WORDS + (next >> 5);
      bits[position] = (bits[position] ?? 0) | (1 << (next & 31));
      next++;
    }
  }
}

/** The tables for these items, padded to whole words. */
function byteTables(numbers: readonly number[]): ByteTables {
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

/** The union of the children's sets. This is the hottest loop, so it avoids `at`, which is slower as it accepts several kinds of arrays. */
function gather(below: Adjacency, bits: Int32Array, component: number): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  const stop = below.starts[component + 1] ?? 0;
  for (let edge = below.starts[component] ?? 0; edge < stop; edge++) {
    const child = (below.ends[edge] ?? 0) * WORDS;
    a |= bits[child] ?? 0;
    b |= bits[child + 1] ?? 0;
    c |= bits[child + 2] ?? 0;
    d |= bits[child + 3] ?? 0;
  }
  const position = component * WORDS;
  bits[position] = a;
  bits[position + 1] = b;
  bits[position + 2] = c;
  bits[position + 3] = d;
}

function addWord(sums: Measures, tables: readonly ByteTables[], component: number, word: number, bits: number): void {
  for (let measure = 0; measure < sums.length; measure++) {
    const sum = sums[measure];
    const table = tables[measure];
    if (sum === undefined || table === undefined) continue;
    const first = word << 10;
    sum[component] =
      (sum[component] ?? 0) +
      (table[first + (bits & 255)] ?? 0) +
      (table[first + 256 + ((bits >>> 8) & 255)] ?? 0) +
      (table[first + 512 + ((bits >>> 16) & 255)] ?? 0) +
      (table[first + 768 + (bits >>> 24)] ?? 0);
  }
}
