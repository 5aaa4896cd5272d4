import { expect, it } from 'vitest';
import { gatherReads } from './gather-reads.ts';

/** Reads whose results the test provides one by one. */
function byHand() {
  const calls: { items: readonly number[]; answer: (results: readonly number[]) => void; fail: (e: Error) => void }[] =
    [];
  const read = (items: readonly number[]) =>
    new Promise<readonly number[]>((answer, fail) => {
      calls.push({ items, answer, fail });
    });
  return { calls, read };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('sends concurrent reads in one call, and gives each its own results', async () => {
  const { calls, read } = byHand();
  const gathered = gatherReads(read, () => true);
  const both = Promise.all([gathered([1]), gathered([2, 3])]);
  await settled();
  expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  calls[0]?.answer([10, 20, 30]);
  expect(await both).toEqual([[10], [20, 30]]);
});

it('sends a later read in a separate call: it must see the writes since', async () => {
  const { calls, read } = byHand();
  const gathered = gatherReads(read, () => true);
  const first = gathered([1]);
  await settled();
  const second = gathered([1]);
  calls[0]?.answer([10]);
  expect(await first).toEqual([10]);
  await settled();
  calls[1]?.answer([11]);
  expect(await second).toEqual([11]);
});

it('does not delay reads behind a slow one', async () => {
  const { calls, read } = byHand();
  const gathered = gatherReads(read, () => true);
  void gathered([1]);
  await settled();
  const second = gathered([2]);
  while (calls.length < 2) await settled();
  calls[1]?.answer([20]);
  expect(await second).toEqual([20]);
});

it('tries each read alone where a combined call fails', async () => {
  const read = async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('2 cannot be read');
    return items.map((item) => item * 10);
  };
  const gathered = gatherReads(read, () => false);
  const [one, two] = await Promise.allSettled([gathered([1]), gathered([2])]);
  expect(one).toEqual({ status: 'fulfilled', value: [10] });
  expect(two).toMatchObject({ status: 'rejected', reason: { message: '2 cannot be read' } });
});

it('rejects all reads for a final failure, and serves later ones', async () => {
  let calls = 0;
  const gathered = gatherReads(
    async (items: readonly number[]) => {
      calls += 1;
      if (calls === 1) throw new Error('too late');
      return items;
    },
    () => true,
  );
  const first = await Promise.allSettled([gathered([1]), gathered([2])]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await gathered([3])).toEqual([3]);
});
