import { expect, test } from 'vitest';
import { inParallel, inSlices } from './in-parallel.ts';

test('results come in the order of the items, with no more than the limit at work', async () => {
  let working = 0;
  let most = 0;
  const results = await inParallel([5, 1, 4, 2, 3, 0], 2, async (item) => {
    most = Math.max(most, ++working);
    for (let i = 0; i < item; i++) await Promise.resolve();
    working--;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30, 0]);
  expect(most).toBe(2);
});

test('after a failure nothing new begins', async () => {
  const begun: number[] = [];
  const work = inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 2) throw new Error('two');
  });
  await expect(work).rejects.toThrow('two');
  for (let i = 0; i < 20; i++) await Promise.resolve();
  expect(begun.length).toBeLessThan(5);
});

test('others get a turn while thousands of items are worked at, though none has to wait for anything', async () => {
  const order: string[] = [];
  const work = inParallel(Array.from({ length: 5000 }), 4, async () => undefined).then(() => order.push('done'));
  const other = new Promise((resolve) => setTimeout(resolve, 0)).then(() => order.push('other'));
  await Promise.all([work, other]);
  expect(order).toEqual(['other', 'done']);
});

test('slices hold all items in order', () => {
  expect(inSlices([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inSlices([], 2)).toEqual([]);
});
