import { expect, test } from 'vitest';
import { mapLimit } from './map-limit.ts';

test('results come in the order of the items, and no more calls than the limit run at a time', async () => {
  let running = 0;
  let most = 0;
  const results = await mapLimit([5, 1, 4, 2, 3, 0], 2, async (item) => {
    most = Math.max(most, ++running);
    for (let i = 0; i < item; i++) await Promise.resolve();
    running--;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30, 0]);
  expect(most).toBe(2);
});

test('after an error no further call begins', async () => {
  const begun: number[] = [];
  const mapped = mapLimit([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 2) throw new Error('two');
  });
  await expect(mapped).rejects.toThrow('two');
  for (let i = 0; i < 20; i++) await Promise.resolve();
  expect(begun.length).toBeLessThan(5);
});
