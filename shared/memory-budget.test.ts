import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryBudget, UNCOUNTED_BYTES, WAIT_MS } from './memory-budget.ts';

const MB = 1 << 20;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a promise is settled once all ready work has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await vi.advanceTimersByTimeAsync(0);
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending;
}

test('a call that does not fit waits until enough memory is released', async () => {
  const budget = createMemoryBudget(10 * MB);
  const first = await budget.hold(6 * MB);
  const second = budget.hold(6 * MB);
  expect(await isPending(second)).toBe(true);
  first();
  expect(await isPending(second)).toBe(false);
});

test('calls are served in order, so that a large one does not starve', async () => {
  const budget = createMemoryBudget(10 * MB);
  const first = await budget.hold(6 * MB);
  const large = budget.hold(8 * MB);
  const small = budget.hold(MB);
  expect(await isPending(small)).toBe(true);
  first();
  expect(await isPending(large)).toBe(false);
  expect(await isPending(small)).toBe(false);
});

test('more than the whole budget is served, alone', async () => {
  const budget = createMemoryBudget(10 * MB);
  const release = await budget.hold(50 * MB);
  const other = budget.hold(MB);
  expect(await isPending(other)).toBe(true);
  release();
  expect(await isPending(other)).toBe(false);
});

test('small amounts never wait', async () => {
  const budget = createMemoryBudget(10 * MB);
  await budget.hold(10 * MB);
  expect(await isPending(budget.hold(UNCOUNTED_BYTES - 1))).toBe(false);
});

test('a call that waits too long is refused with a time to retry, and does not block later calls', async () => {
  const budget = createMemoryBudget(10 * MB);
  await budget.hold(8 * MB);
  const refused = expect(budget.hold(5 * MB)).rejects.toMatchObject({ code: 'overloaded', extras: { retryAfter: 5 } });
  await vi.advanceTimersByTimeAsync(WAIT_MS - 1000);
  const behind = budget.hold(MB);
  await vi.advanceTimersByTimeAsync(1000);
  await refused;
  expect(await isPending(behind)).toBe(false);
});

test('tryHold holds nothing that does not fit', async () => {
  const budget = createMemoryBudget(10 * MB);
  const release = budget.tryHold(6 * MB);
  expect(budget.tryHold(6 * MB)).toBeNull();
  release?.();
  expect(budget.tryHold(6 * MB)).not.toBeNull();
});

test('a release counts once', async () => {
  const budget = createMemoryBudget(10 * MB);
  const release = await budget.hold(6 * MB);
  release();
  release();
  await budget.hold(6 * MB);
  expect(await isPending(budget.hold(6 * MB))).toBe(true);
});
