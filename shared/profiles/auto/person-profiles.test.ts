import { expect, test } from 'vitest';
import { forEachInOrder } from './person-profiles.ts';

const ITEMS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Lets later items finish earlier. */
async function wait(ticks: number): Promise<void> {
  for (let i = 0; i < ticks; i++) await Promise.resolve();
}

test('all items are processed, no more than the limit at a time', async () => {
  let working = 0;
  let most = 0;
  const done: number[] = [];
  const reached = await forEachInOrder(
    ITEMS,
    3,
    () => true,
    async (item) => {
      most = Math.max(most, ++working);
      await wait(10 - item);
      working -= 1;
      done.push(item);
    },
  );
  expect(reached).toEqual({ done: 8, failure: null });
  expect([most, done.sort()]).toEqual([3, ITEMS]);
});

test('when no more items may begin, the started ones are finished', async () => {
  const done: number[] = [];
  let left = 4;
  const reached = await forEachInOrder(
    ITEMS,
    3,
    () => left-- > 0,
    async (item) => {
      await wait(10 - item);
      done.push(item);
    },
  );
  expect(reached).toEqual({ done: 4, failure: null });
  expect(done.sort()).toEqual([0, 1, 2, 3]);
});

test('progress ends before the first unfinished item, regardless of later ones', async () => {
  const error = new Error('Not this one.');
  const reached = await forEachInOrder(
    ITEMS,
    3,
    () => true,
    async (item) => {
      await wait(item === 1 ? 5 : 1);
      if (item === 1) throw error;
    },
  );
  expect(reached).toEqual({ done: 1, failure: { error } });
});

test('an empty list is complete', async () => {
  expect(await forEachInOrder([], 5, () => false, wait)).toEqual({ done: 0, failure: null });
});
