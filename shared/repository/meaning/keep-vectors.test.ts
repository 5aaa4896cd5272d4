import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedRepository } from '../../../test/support/repository.ts';
import { Problem } from '../../base/errors/problem.ts';
import { ANONYMOUS } from '../access/caller.ts';
import type { Embedder } from '../models/embedder.ts';
import { putMany } from '../objects/put-many.ts';
import { createBookmark } from '../store/bookmark.ts';
import { keepVectors } from './keep-vectors.ts';

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
      '@id': `https://example.org/competencies/${name.replaceAll(' ', '-')}`,
      name,
    },
  }));
  await putMany(repository.ctx, items, ANONYMOUS, 'batch');
}

/** An embedder that records the texts it gets, and fails at some of them. */
function recording(model = 'model', failure: (text: string) => Problem | null = () => null) {
  const texts: string[] = [];
  const embedder: Embedder = {
    model,
    async embed(given) {
      const [failed] = given.flatMap((text) => failure(text) ?? []);
      if (failed !== undefined) throw failed;
      texts.push(...given);
      return given.map((text) => Float32Array.from([text.length, 1], (value) => value / Math.hypot(text.length, 1)));
    },
  };
  return { embedder, texts };
}

async function keep(embedder: Embedder, ended = new AbortController().signal): Promise<void> {
  const { stores, ctx } = repository;
  const { vectors } = stores.objects;
  if (vectors === null) throw new Error('The embedded store has vectors.');
  await keepVectors(
    { store: stores.objects, vectors, embedder, logger: ctx.logger },
    { ended, bookmark: createBookmark(stores.keyValues, 'vectors') },
  );
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

test('what was interrupted is continued, not begun again', async () => {
  await save(Array.from({ length: 300 }, (_, index) => `skill ${index}`));
  let isAway = false;
  const { embedder, texts } = recording('model', () => (isAway ? new Problem('model-unavailable', 'Away.') : null));
  const ending = new AbortController();
  const { embed } = embedder;
  await keep(
    {
      ...embedder,
      async embed(...given) {
        const vectors = await embed(...given);
        if (texts.length > 150) isAway = true;
        return vectors;
      },
    },
    ending.signal,
  ).catch((error: unknown) => expect(error).toBeInstanceOf(Problem));
  const before = texts.length;
  expect(before).toBeLessThan(300);
  isAway = false;
  await keep(embedder);
  expect(new Set(texts).size).toBe(300);
  expect(texts.length).toBeLessThan(300 + 128);
});

test('another model makes all vectors again', async () => {
  await save(['weld', 'cut']);
  await keep(recording().embedder);
  const { embedder, texts } = recording('another');
  await keep(embedder);
  expect(texts.toSorted()).toEqual(['cut', 'weld']);
});

test('a refused text is left out; a model that refuses everything is an error, after which nothing is lost', async () => {
  await save(['weld', 'poison', 'cut']);
  const refusing = (pattern: RegExp) => (text: string) =>
    pattern.test(text) ? new Problem('model-failed', 'Refused.') : null;
  await expect(keep(recording('model', refusing(/./)).embedder)).rejects.toMatchObject({ code: 'model-failed' });
  const { embedder, texts } = recording('model', refusing(/poison/));
  await keep(embedder);
  expect(texts.filter((text) => text !== 'competency').toSorted()).toEqual(['cut', 'weld']);
});
