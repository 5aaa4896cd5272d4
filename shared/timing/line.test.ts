import { expect, test } from 'vitest';
import { createLine } from './line.ts';

test('work runs in the order in which it came, no more at once than there are places, and is refused beyond the limit', async () => {
  const line = createLine(2, { maxWaiting: 3, refuse: () => new Error('full') });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const asked = Array.from({ length: 6 }, (_, index) =>
    line(async () => {
      begun.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
      return index;
    }),
  );
  await expect(asked.pop()).rejects.toThrow('full');
  expect(begun).toEqual([0, 1]);
  for (let next = 2; next < 5; next++) {
    ends.shift()?.();
    await expect.poll(() => begun.length).toBe(next + 1);
  }
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  for (const end of ends) end();
  expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4]);
});
