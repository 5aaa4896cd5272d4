import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

function recorded(run: (items: readonly string[]) => Promise<void> = turn as () => Promise<void>, maxWaitMs = 0) {
  const rounds: string[][] = [];
  const batcher = createBatcher<string, string>({
    maxWaitMs,
    namesOf: (item) => item.split('+'),
    sizeOf: (item) => (item.startsWith('large') ? 4_000_000 : 1),
    run: async (items) => {
      rounds.push([...items]);
      await run(items);
      return items.map((item) => `done ${item}`);
    },
  });
  return { rounds, batcher };
}

test('items that arrive during a round go into the next one together', async () => {
  const { rounds, batcher } = recorded();
  const first = batcher.add('a');
  await Promise.resolve();
  await Promise.resolve();
  const others = ['b', 'c', 'd'].map((item) => batcher.add(item));
  expect(await Promise.all([first, ...others])).toEqual(['done a', 'done b', 'done c', 'done d']);
  expect(rounds).toEqual([['a'], ['b', 'c', 'd']]);
});

test('items of one name are processed in order, never in one round, and do not delay others', async () => {
  const { rounds, batcher } = recorded();
  await Promise.all(['a', 'a+b', 'b', 'c'].map((item) => batcher.add(item)));
  expect(rounds).toEqual([['a', 'c'], ['a+b'], ['b']]);
});

test('a long queue is processed completely', async () => {
  const { rounds, batcher } = recorded();
  const items = Array.from({ length: 150_000 }, (_, index) => `item ${index}`);
  const results = await Promise.all(items.map((item) => batcher.add(item)));
  expect(results.at(-1)).toBe('done item 149999');
  expect(rounds).toHaveLength(300);
});

test('the size of a round is limited, but a single item may be larger', async () => {
  const { rounds, batcher } = recorded();
  await Promise.all(['large1', 'small', 'large2'].map((item) => batcher.add(item)));
  expect(rounds).toEqual([['large1'], ['small', 'large2']]);
});

test('a round that fails rejects only its own items', async () => {
  const { batcher } = recorded(async (items) => {
    if (items.includes('bad')) throw new Error('no');
  });
  const bad = batcher.add('bad');
  await expect(bad).rejects.toThrow('no');
  expect(await batcher.add('good')).toBe('done good');
});

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('a round waits for as many items as the last one had, and starts when they arrive', async () => {
  const { rounds, batcher } = recorded(() => pause(300), 60_000);
  const first = batcher.add('a');
  await pause(10);
  await Promise.all([
    first,
    batcher.add('b').then(() => batcher.add('d')),
    batcher.add('c').then(() => batcher.add('e')),
  ]);
  expect(rounds).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
});

test('a round waits longer while items arrive', async () => {
  const { rounds, batcher } = recorded(() => pause(600), 60_000);
  await Promise.all(['a', 'b', 'c', 'd'].map((item) => batcher.add(item)));
  const arrivals = Object.entries({ e: 0, f: 100, g: 270 });
  await Promise.all(arrivals.map(([item, after]) => pause(after).then(() => batcher.add(item))));
  expect(rounds).toEqual([
    ['a', 'b', 'c', 'd'],
    ['e', 'f', 'g'],
  ]);
});

test('a round waits only once for items that do not arrive', async () => {
  const { rounds, batcher } = recorded(() => pause(30), 60_000);
  await Promise.all(['a', 'b', 'c'].map((item) => batcher.add(item)));
  await batcher.add('d');
  await batcher.add('e');
  expect(rounds).toEqual([['a', 'b', 'c'], ['d'], ['e']]);
});
