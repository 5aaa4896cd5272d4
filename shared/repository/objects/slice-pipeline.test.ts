import { expect, test } from 'vitest';
import { createSlicePipeline } from './slice-pipeline.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A pipeline whose slices are ready, and saved, when the test decides. */
function world(limit: number) {
  const ready = new Map<string, PromiseWithResolvers<void>>();
  const submitted: string[] = [];
  const saved = Promise.withResolvers<void>();
  const pipeline = createSlicePipeline<string>(limit, async (slice, inOrder) => {
    const gate = Promise.withResolvers<void>();
    ready.set(slice, gate);
    await gate.promise;
    await inOrder(async () => {
      submitted.push(slice);
      await saved.promise;
    });
  });
  return { pipeline, submitted, saved, ready: (slice: string) => ready.get(slice) };
}

test('slices are submitted in their order, whichever is ready first, without waiting for earlier ones to be saved', async () => {
  const { pipeline, submitted, saved, ready } = world(10);
  for (const slice of ['a', 'b', 'c']) pipeline.add(slice);
  ready('c')?.resolve();
  ready('b')?.resolve();
  await tick();
  expect(submitted).toEqual([]);
  ready('a')?.resolve();
  await tick();
  expect(submitted).toEqual(['a', 'b', 'c']);
  saved.resolve();
  await pipeline.drain();
});

test('a slice that fails lets later ones through, and fails the batch once all have ended', async () => {
  const { pipeline, submitted, saved, ready } = world(10);
  for (const slice of ['a', 'b']) pipeline.add(slice);
  ready('a')?.reject(new Error('no'));
  ready('b')?.resolve();
  await tick();
  expect(submitted).toEqual(['b']);
  saved.resolve();
  await expect(pipeline.drain()).rejects.toThrow('no');
});

test('there is room while fewer slices than the limit are under way', async () => {
  const { pipeline, saved, ready } = world(2);
  const steps: string[] = [];
  pipeline.add('a');
  await pipeline.room();
  pipeline.add('b');
  const room = pipeline.room().then(() => steps.push('room'));
  await tick();
  expect(steps).toEqual([]);
  ready('a')?.resolve();
  saved.resolve();
  await room;
  ready('b')?.resolve();
  await pipeline.settled();
});
