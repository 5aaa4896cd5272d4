import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedRepository } from '../../../test/support/repository.ts';
import { Problem } from '../../base/errors/problem.ts';
import { ANONYMOUS } from '../access/caller.ts';
import type { Embedder } from '../models/embedder.ts';
import { putMany } from '../objects/put-many.ts';
import { createBookmark } from '../store/bookmark.ts';
import { createVectorKeeper } from './keep-vectors.ts';

let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vectors-'));
  repository = await openEmbeddedRepository(directory);
});
afterEach(async () => {
  await repository.stores.close();
  await rm(directory, { recursive: true, force: true });
});

async function save(names: readonly string[]): Promise<void> {
  const items = names.map((name) => ({
    object: {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      '@id': `https://example.org/competencies/${name.slice(0, 40).replaceAll(' ', '-')}`,
      name,
    },
  }));
  await putMany(repository.ctx, items, ANONYMOUS, 'batch');
}

type Failure = (texts: readonly string[]) => Problem | null;

/** An embedder that records the texts it gets, except for those that keepers ask with, and fails at some of them. */
function recording(model = 'model', failure: Failure = () => null, length = 2) {
  const texts: string[] = [];
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    model,
    async embed(given, signal) {
      signal.throwIfAborted();
      calls.push(given);
      const failed = failure(given);
      if (failed !== null) throw failed;
      texts.push(...given.filter((text) => text !== 'competency'));
      return given.map((text) => {
        const numbers = Array.from({ length }, (_, index) => (index === 0 ? text.length : 1));
        return Float32Array.from(numbers, (value) => value / Math.hypot(...numbers));
      });
    },
  };
  return { embedder, texts, calls };
}

const away = new Problem('model-unavailable', 'Away.');
const failed = new Problem('model-failed', 'Refused.');

/** A process that keeps the vectors. Its clock stands still unless it is set forward. */
function start(embedder: Embedder) {
  const { stores } = repository;
  const { vectors } = stores.objects;
  if (vectors === null) throw new Error('The embedded store has vectors.');
  const logged: string[] = [];
  const log = (_category: string, message: string) => void logged.push(message);
  let now = 1_000_000;
  const keep = createVectorKeeper({
    store: stores.objects,
    vectors,
    embedder,
    logger: { debug: log, info: log, warn: log, error: log },
    now: () => now,
  });
  return {
    logged,
    wait(ms: number) {
      now += ms;
    },
    tick: (ended = new AbortController().signal) =>
      keep({ ended, bookmark: createBookmark(stores.keyValues, 'vectors') }),
  };
}

async function keep(embedder: Embedder): Promise<void> {
  await start(embedder).tick();
}

/** Names of the objects in the order of their similarity to a text, by the vectors of {@link recording}. */
async function nearest(text: string, length = 2): Promise<readonly unknown[]> {
  const { embedder } = recording('model', () => null, length);
  const [vector = new Float32Array()] = await embedder.embed([text], new AbortController().signal, 'query');
  const { hits } = await repository.stores.objects.search({
    query: { kind: 'all' },
    types: null,
    caller: { admin: true, keys: [] },
    sort: [],
    offset: 0,
    limit: 1_000,
    cursor: null,
    nearest: { model: 'model', vector },
    timeoutMs: 10_000,
  });
  return hits.map((hit) => hit.id.split('/').at(-1));
}

test('every object gets a vector once, and again when it has changed', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `skill ${index}`);
  await save(names);
  const { embedder, texts } = recording();
  await keep(embedder);
  expect(texts.toSorted()).toEqual(names.toSorted());
  texts.length = 0;
  await keep(embedder);
  expect(texts).toEqual([]);
  await save(['skill 7', 'another skill']);
  await keep(embedder);
  expect(texts.toSorted()).toEqual(['another skill', 'skill 7']);
});

test('what was interrupted is continued after its last text, by another process after its last page', async () => {
  await save(Array.from({ length: 300 }, (_, index) => `skill ${index}`));
  let left = 6; // the first asks for the length of vectors
  const { embedder, texts } = recording('model', () => (left-- > 0 ? null : away));
  const process = start(embedder);
  await process.tick();
  expect(texts.length).toBe(160);
  left = 3;
  process.wait(60_000);
  await process.tick();
  expect([new Set(texts).size, texts.length]).toEqual([224, 224]);
  left = 100;
  await keep(embedder);
  expect([new Set(texts).size, texts.length]).toEqual([300, 300 + 96]);
});

test('another model makes all vectors again', async () => {
  await save(['weld', 'cut']);
  await keep(recording().embedder);
  const { embedder, texts } = recording('another');
  await keep(embedder);
  expect(texts.toSorted()).toEqual(['cut', 'weld']);
});

test('a refused text is left out; a model that refuses everything loses nothing', async () => {
  await save(['weld', 'poison', 'cut']);
  const refusing = (pattern: RegExp) => (texts: readonly string[]) =>
    texts.some((text) => pattern.test(text)) ? failed : null;
  await keep(recording('model', refusing(/./)).embedder);
  const { embedder, texts } = recording('model', refusing(/poison/));
  await keep(embedder);
  expect(texts.toSorted()).toEqual(['cut', 'weld']);
});

test('a text that is refused for its length gets the vector of its beginning', async () => {
  const long = 'weld '.repeat(10_000).trim(); // 50 kB
  await save(['cut', long]);
  const { embedder, texts } = recording('model', (given) =>
    given.some(({ length }) => length > 2_000) ? failed : null,
  );
  await keep(embedder);
  expect(texts.toSorted()).toEqual(['cut', long.slice(0, 1_000)]);
});

test('one call has 8,000 characters at most; what takes too long together is sent in parts', async () => {
  await save(Array.from({ length: 10 }, (_, index) => `${index} ${'weld '.repeat(1_000)}`.slice(0, 3_900).trim()));
  const slow = new Problem('model-timeout', 'Slow.');
  const { embedder, texts, calls } = recording('model', (given) => (given.length > 1 ? slow : null));
  await keep(embedder);
  expect([new Set(texts).size, texts.length]).toEqual([10, 10]);
  expect(Math.max(...calls.map((given) => given.join('').length))).toBeLessThan(8_000);
  expect(Math.max(...calls.map((given) => given.length))).toBe(2);
});

test('a text that takes too long alone is tried again: the model may be busy', async () => {
  await save(['weld', 'cut']);
  let isSlow = true;
  const slow = new Problem('model-timeout', 'Slow.');
  const { embedder, texts } = recording('model', (given) => (isSlow && given.includes('weld') ? slow : null));
  const process = start(embedder);
  await process.tick();
  isSlow = false;
  process.wait(2_000);
  await process.tick();
  expect(new Set(texts)).toEqual(new Set(['cut', 'weld']));
});

describe('another length of vectors under the same name', () => {
  test('is noticed at the start: all are made again', async () => {
    await save(['weld', 'cut']);
    await keep(recording().embedder);
    const process = start(recording('model', () => null, 3).embedder);
    await process.tick();
    expect(process.logged).toEqual([expect.stringContaining('another length')]);
    expect([await nearest('cut'), await nearest('cut', 3)]).toEqual([[], ['cut', 'weld']]);
  });

  test('is noticed with the next text while the service runs; none is left behind', async () => {
    await save(['weld', 'cut']);
    let current = recording();
    const process = start({ model: 'model', embed: (...given) => current.embedder.embed(...given) });
    await process.tick();
    current = recording('model', () => null, 3);
    await save(['saw']);
    await process.tick();
    process.wait(2_000);
    await process.tick();
    expect(await nearest('cut', 3)).toHaveLength(3);
  });

  test('does not keep a model busy that changes it with each call', async () => {
    await save(['weld', 'cut']);
    let length = 2;
    const { embedder, calls } = recording();
    const process = start({
      ...embedder,
      async embed(...given) {
        await embedder.embed(...given);
        length += 1;
        return given[0].map(() => new Float32Array(length).fill(1 / Math.sqrt(length)));
      },
    });
    for (let tick = 0; tick < 300; tick++) {
      await process.tick();
      process.wait(2_000);
    }
    expect(calls.length).toBeLessThan(40);
  });
});

describe('a model that is away', () => {
  /** Ticks every two seconds. @returns the seconds at which the model was called */
  async function callsIn(seconds: number, process: ReturnType<typeof start>, calls: readonly unknown[]) {
    const times: number[] = [];
    for (let second = 0; second < seconds; second += 2) {
      const before = calls.length;
      await process.tick();
      if (calls.length > before) times.push(second);
      process.wait(2_000);
    }
    return times;
  }

  test('is called after growing pauses of a minute at most, and logged once; then everything is made up for', async () => {
    await save(['weld', 'cut']);
    let isAway = true;
    const { embedder, texts, calls } = recording('model', () => (isAway ? away : null));
    const process = start(embedder);
    expect(await callsIn(300, process, calls)).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
    expect(process.logged).toEqual([expect.stringContaining('fails')]);
    isAway = false;
    process.wait(60_000);
    await process.tick();
    expect(texts.toSorted()).toEqual(['cut', 'weld']);
    expect(process.logged).toEqual([expect.stringContaining('fails'), expect.stringContaining('works again')]);
    isAway = true;
    await save(['saw']);
    expect(await callsIn(10, process, calls)).toEqual([0, 2, 6]);
  });

  test('is called no earlier than it asks for with Retry-After', async () => {
    await save(['weld']);
    const limited = new Problem('model-unavailable', 'Status 429.', { retryAfter: 90 });
    const { embedder, calls } = recording('model', () => limited);
    expect(await callsIn(200, start(embedder), calls)).toEqual([0, 90, 180]);
  });

  test('is called soon again after it has done a part', async () => {
    await save(Array.from({ length: 300 }, (_, index) => `skill ${index}`));
    let left = 0;
    const { embedder, texts, calls } = recording('model', () => (left-- > 0 ? null : away));
    const process = start(embedder);
    await callsIn(60, process, calls);
    left = 6; // more than a page
    await callsIn(4, process, calls);
    const before = calls.length;
    process.wait(-4_000);
    left = 100;
    await callsIn(6, process, calls);
    expect([calls.length > before, texts.length]).toEqual([true, 300]);
  });

  test('the end of a tick is not a failure', async () => {
    await save(['weld']);
    const ending = new AbortController();
    const { embedder } = recording();
    const process = start({
      ...embedder,
      embed(...given) {
        ending.abort();
        return embedder.embed(...given);
      },
    });
    await process.tick(ending.signal);
    expect(process.logged).toEqual([]);
  });

  test('other errors are not hidden', async () => {
    const broken = start({ ...recording().embedder, embed: () => Promise.reject(new Error('Out of order.')) });
    await expect(broken.tick()).rejects.toThrow('Out of order.');
  });
});
