import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStored, makeWrite, putAll, searchRequest } from '../shared/repository/store/contract/fixtures.ts';
import { ALL } from '../shared/repository/store/contract/queries.ts';
import { openSqliteStore } from '../shared/stores/sqlite/open.ts';
import { type Count, median } from './result.ts';

const DIMENSIONS = 384;
const MODEL = 'bench';
const BATCH = 2_000;
const ROUNDS = 7;

/** What a search among all vectors may take, over a loop that multiplies as many bytes in memory. */
const MOST_RATIO = 6;

/**
 * Searches by a vector in the embedded store, without a model.
 *
 * @param objects how many have a vector
 */
export async function benchVectors(objects: number): Promise<readonly Count[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-vectors-'));
  const store = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  try {
    const { vectors } = store.objects;
    if (vectors === null) throw new Error('The embedded store has vectors.');
    let savingMs = 0;
    for (let from = 0; from < objects; from += BATCH) {
      const names = Array.from({ length: Math.min(BATCH, objects - from) }, (_, index) => `o${from + index}`);
      const heads = await putAll(
        store.objects,
        names.map((name) => makeWrite(name, { members: { name } })),
      );
      const begin = performance.now();
      await vectors.save(
        MODEL,
        heads.map(({ key, writeId }) => ({ key, writeId, vector: randomVector() })),
      );
      savingMs += performance.now() - begin;
    }
    const search = async (query = ALL): Promise<void> => {
      const nearest = { model: MODEL, vector: randomVector() };
      await store.objects.searchStates(searchRequest(query, { nearest, limit: 50, timeoutMs: 60_000 }));
    };
    await search();
    const searches = await timed(search);
    const matrix = Int8Array.from({ length: objects * DIMENSIONS }, (_, index) => (index * 2_654_435_761) >>> 24);
    const bare = await timed(async () => multiply(matrix, randomVector()));
    return [
      { name: `nearest of ${objects} vectors: ms`, count: searches, most: objects / 200 },
      { name: `nearest of ${objects} vectors: over a loop in memory`, count: searches / bare, most: MOST_RATIO },
      { name: 'saving a vector: microseconds', count: (1e3 * savingMs) / objects, most: 200 },
    ];
  } finally {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return median(times);
}

function randomVector(): Float32Array {
  const values = Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5);
  const norm = Math.hypot(...values);
  return values.map((value) => value / norm);
}

/** The product of a vector with all vectors of a matrix: what every exact search has to calculate. */
function multiply(matrix: Int8Array, vector: Float32Array): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < matrix.length; from += DIMENSIONS) {
    let sum = 0;
    for (let at = 0; at < DIMENSIONS; at++) sum += (vector[at] ?? 0) * (matrix[from + at] ?? 0);
    if (sum > best) best = sum;
  }
  return best;
}
