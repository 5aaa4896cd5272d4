import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test('work starts in the order of the calls, within the limit, and is refused when the queue is full', async () => {
  const limiter = createLimiter(2, { maxLength: 3, refuse: () => new Error('full') });
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const results = Array.from({ length: 6 }, (_, index) =>
    limiter(async () => {
      started.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      return index;
    }),
  );
  await expect(results.pop()).rejects.toThrow('full');
  expect(started).toEqual([0, 1]);
  for (let next = 2; next < 5; next++) {
    ends.shift()?.();
    await expect.poll(() => started.length).toBe(next + 1);
  }
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (const end of ends) end();
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
});
