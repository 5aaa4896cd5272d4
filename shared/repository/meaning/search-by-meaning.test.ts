import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { vectorOf } from '../../../test/support/embedding-server.ts';
import { openEmbeddedRepository } from '../../../test/support/repository.ts';
import { Problem } from '../../base/errors/problem.ts';
import { ANONYMOUS } from '../access/caller.ts';
import type { Embedder, TextKind } from '../models/embedder.ts';
import { withSimilarity } from '../models/similarity.ts';
import { putMany } from '../objects/put-many.ts';
import { createBookmark } from '../store/bookmark.ts';
import { createVectorKeeper } from './keep-vectors.ts';
import { createSearchByMeaning, type MeaningParameters } from './search-by-meaning.ts';

const NUMBER = 1_010;

let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;
let failure: Problem | null = null;
let calls: { readonly texts: readonly string[]; readonly kind: TextKind }[] = [];

const embedder: Embedder = {
  model: 'stand-in',
  async embed(texts, _signal, kind) {
    calls.push({ texts, kind });
    if (failure !== null) throw failure;
    return texts.map((text) => {
      const vector = vectorOf(text);
      return Float32Array.from(vector, (value) => value / Math.hypot(...vector));
    });
  },
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'meaning-'));
  repository = await openEmbeddedRepository(directory);
  const { stores, ctx } = repository;
  const items = Array.from({ length: NUMBER }, (_, index) => ({
    object: {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      '@id': `https://example.org/competencies/${index}`,
      name: `Read drawing ${index}`,
      ...(index < 30 && { few: 'yes' }),
    },
  }));
  await putMany(ctx, items, ANONYMOUS, 'batch');
  const { vectors } = stores.objects;
  if (vectors === null) throw new Error('The embedded store has vectors.');
  const keep = createVectorKeeper({ store: stores.objects, vectors, embedder, logger: ctx.logger, now: Date.now });
  await keep({ ended: new AbortController().signal, bookmark: createBookmark(stores.keyValues, 'vectors') });
});
beforeEach(() => {
  failure = null;
  calls = [];
});
afterAll(async () => {
  await repository.stores.close();
  await rm(directory, { recursive: true, force: true });
});

const searchBy = (one: Embedder) => createSearchByMeaning(withSimilarity(one));
const search = searchBy(embedder);

function find(parameters: Partial<MeaningParameters>, by = search) {
  const defaults = { mode: 'meaning', q: 'interpret schematics', start: 0, size: 10, indexHint: null } as const;
  return by(repository.ctx, { ...defaults, cursor: null, similarTo: null, ...parameters }, ANONYMOUS);
}

test('results are counted on the first page, as far as they can be reached', async () => {
  const few = { filter: 'few:yes' };
  expect((await find({ ...few, countTo: 100 })).total).toBe(30);
  expect((await find({ ...few, countTo: 20 })).total).toBe(20);
  expect(await find({ countTo: 100, size: 0 })).toMatchObject({ total: 100, next: null, isCut: false });
  expect((await find({ ...few, countTo: 100, mode: 'both', q: 'drawing' })).total).toBe(30);
  expect((await find({ ...few, countTo: 100, cursor: 'rank-10' })).total).toBeUndefined();
  expect((await find(few)).total).toBeUndefined();
  expect((await find({ countTo: 10_000 })).total).toBe(1_000);
});

test('the last page says whether there may be more than the ranks have', async () => {
  const first = await find({ size: 600 });
  expect([first.hits.length, first.next, first.isCut]).toEqual([600, 'rank-600', false]);
  const last = await find({ size: 600, cursor: first.next });
  expect([last.hits.length, last.next, last.isCut]).toEqual([400, null, true]);
  expect(await find({ filter: 'few:yes', size: 100 })).toMatchObject({ next: null, isCut: false });
  const beyond = await find({ cursor: 'rank-5000' });
  expect([beyond.hits, beyond.next, beyond.isCut]).toEqual([[], null, true]);
});

test('pages of both ranks go on while the model is away, and begin again with it', async () => {
  const both = { mode: 'both', q: 'drawing', filter: 'few:yes' } as const;
  const first = await find(both, searchBy(embedder));
  failure = new Problem('model-unavailable', 'Away.');
  const second = await find({ ...both, cursor: first.next }, searchBy(embedder));
  expect([first.mode, second.mode, second.hits.length, second.next]).toEqual(['both', 'words', 10, 'rank-20']);
  failure = null;
  const third = await find({ ...both, cursor: second.next }, searchBy(embedder));
  expect([third.mode, third.hits.length, third.next]).toEqual(['both', 10, null]);
});

test('a query is embedded as such, and another object as a document, each once', async () => {
  const by = searchBy(embedder);
  const similarTo = 'https://example.org/competencies/7';
  await find({ q: 'Read drawing 7' }, by);
  await find({ similarTo }, by);
  await find({ similarTo, start: 10 }, by);
  expect(calls.filter(({ texts }) => texts.length === 1)).toEqual([
    { texts: ['Read drawing 7'], kind: 'query' },
    { texts: ['Read drawing 7'], kind: 'document' },
  ]);
});

test('the model is asked once how similar texts without anything in common are to it', async () => {
  const by = searchBy(embedder);
  for (const q of ['interpret schematics', 'understand a drawing', 'Read drawing 9']) await find({ q }, by);
  expect(calls.filter(({ texts }) => texts.length > 1).map(({ kind }) => kind)).toEqual(['document', 'query']);
});

test('what is no more similar than any two texts is left out, by meaning alone', async () => {
  const q = 'Mend a puncture';
  expect((await find({ q, countTo: 10 })).total).toBe(0);
  expect((await find({ q: 'few', mode: 'both', countTo: 10 })).total).toBe(0);
  expect((await find({ q: '"drawing 7"', mode: 'both', filter: 'few:yes', countTo: 100 })).total).toBe(30);
});

test('a query that is too long for the model is compared by its beginning', async () => {
  const by = searchBy({
    ...embedder,
    async embed(texts, ...others) {
      if (texts.some((text) => text.length > 2_000)) throw new Problem('model-failed', 'Too long.');
      return embedder.embed(texts, ...others);
    },
  });
  expect((await find({ q: 'interpret schematics '.repeat(1_000), size: 3 }, by)).hits).toHaveLength(3);
});
