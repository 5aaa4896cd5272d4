import { checkLimit } from '../limits.ts';
import type { ProfileLimits } from '../model.ts';
import { type Adjacency, at } from './adjacency.ts';
import { type ByteTables, byteTables } from './byte-tables.ts';
import { components, condense } from './components.ts';

/** Columns of numbers, one number for each vertex. */
export type Measures = readonly Float64Array[];

/** Words per vertex: so many sets of 32 are carried at once, since most of the time goes into following edges. */
const WORDS = 4;
const BLOCK = 32 * WORDS;

/**
 * Sums measures over everything that each vertex reaches, itself included, each vertex once.
 *
 * Where ways never meet again, that is a sum over children. Only for what has several parents the set of those reached has to be
 * known: these are taken 128 at a time, so that memory stays small.
 *
 * @param graph edges from what is above to what is below; cycles count as one
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

/** Adds the sums of the children that have no other parent: they come before, since edges lead to lower numbers. */
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

/** The union of the children's sets. Reads without `at`, which serves many kinds of arrays and is slower: this is the hottest loop. */
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
