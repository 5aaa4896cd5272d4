import { expect, test } from 'vitest';
import { coalesce, createLimiter } from './limiter.ts';

test('calls before a run share it, and calls during the run share the next one', async () => {
  const ends: PromiseWithResolvers<void>[] = [];
  const run = coalesce(createLimiter(1), async () => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    await end.promise;
    return ends.length;
  });
  const first = [run(), run()];
  await expect.poll(() => ends.length).toBe(1);
  const second = [run(), run()];
  ends[0]?.resolve();
  expect(await Promise.all(first)).toEqual([1, 1]);
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.resolve();
  expect(await Promise.all(second)).toEqual([2, 2]);
});

test('an error reaches the calls of its run only', async () => {
  let runs = 0;
  const run = coalesce(createLimiter(1), async () => {
    if (++runs === 1) throw new Error('first');
    return runs;
  });
  await expect(run()).rejects.toThrow('first');
  expect(await run()).toBe(2);
});
