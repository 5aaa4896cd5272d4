import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

test('a call for more than the whole budget is served, but only alone', async () => {
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

test('a second release has no effect', async () => {
  const budget = createMemoryBudget(10 * MB);
  const release = await budget.hold(6 * MB);
  release();
  release();
  await budget.hold(6 * MB);
  expect(await isPending(budget.hold(6 * MB))).toBe(true);
});

test('data that is already in memory is counted immediately, and later calls wait', async () => {
  const budget = createMemoryBudget(10 * MB);
  const first = await budget.hold(8 * MB);
  const second = budget.add(8 * MB);
  const other = budget.hold(MB);
  first();
  expect(await isPending(other)).toBe(false);
  const large = budget.hold(5 * MB);
  expect(await isPending(large)).toBe(true);
  second();
  expect(await isPending(large)).toBe(false);
});

describe('a request that finds out how much it needs', () => {
  test('holds the largest amount that it asked for, and never more than the budget', async () => {
    const budget = createMemoryBudget(10 * MB);
    const request = budget.reserve();
    for (const bytes of [2 * MB, MB, 50 * MB]) await request.hold(bytes);
    expect(request.held()).toBe(10 * MB);
    expect(budget.tryHold(MB)).toBeNull();
    request.release();
    expect(budget.tryHold(10 * MB)).not.toBeNull();
  });

  test('counts small amounts as nothing', async () => {
    const budget = createMemoryBudget(10 * MB);
    await budget.hold(10 * MB);
    const request = budget.reserve();
    await request.hold(UNCOUNTED_BYTES - 1);
    expect(request.held()).toBe(0);
  });

  test('does not deadlock with others like it: one at a time gets more than is free, before it times out', async () => {
    const budget = createMemoryBudget(10 * MB);
    const requests = [budget.reserve(), budget.reserve(), budget.reserve()];
    for (const request of requests) await request.hold(3 * MB);
    const grown = requests.map((request) => request.hold(9 * MB));
    for (const [index, request] of requests.entries()) {
      expect(await isPending(grown[index] ?? Promise.reject())).toBe(false);
      for (const later of grown.slice(index + 1)) expect(await isPending(later)).toBe(true);
      request.release();
    }
  });

  test('comes before new requests, which keep their order', async () => {
    const budget = createMemoryBudget(10 * MB);
    const [one, other, third] = [budget.reserve(), budget.reserve(), budget.reserve()];
    for (const request of [one, other, third]) await request.hold(3 * MB);
    await one.hold(6 * MB);
    const more = other.hold(5 * MB);
    const later = budget.hold(2 * MB);
    expect([await isPending(more), await isPending(later)]).toEqual([true, true]);
    one.release();
    expect([await isPending(more), await isPending(later)]).toEqual([false, false]);
  });

  test('passes the amount that its response needs on to it, even beyond the budget, until that is released', async () => {
    const budget = createMemoryBudget(10 * MB);
    const [one, other] = [budget.reserve(), budget.reserve()];
    for (const request of [one, other]) await request.hold(5 * MB);
    await one.hold(9 * MB);
    const answer = one.keep(8 * MB);
    expect([one.held(), answer.held()]).toEqual([0, 8 * MB]);
    one.release();
    const grown = other.hold(6 * MB);
    expect(await isPending(grown)).toBe(true);
    answer.release();
    expect(await isPending(grown)).toBe(false);
  });

  test('is refused when it waits too long, and keeps what it holds', async () => {
    const budget = createMemoryBudget(10 * MB);
    const [one, other] = [budget.reserve(), budget.reserve()];
    for (const request of [one, other]) await request.hold(5 * MB);
    await one.hold(9 * MB);
    const refused = expect(other.hold(8 * MB)).rejects.toMatchObject({ code: 'overloaded' });
    await vi.advanceTimersByTimeAsync(WAIT_MS);
    await refused;
    expect(other.held()).toBe(5 * MB);
    one.release();
    await other.hold(8 * MB);
    expect(other.held()).toBe(8 * MB);
  });

  test('holds nothing if it ends while it waits', async () => {
    const budget = createMemoryBudget(10 * MB);
    const first = await budget.hold(8 * MB);
    const request = budget.reserve();
    const waiting = request.hold(5 * MB);
    request.release();
    first();
    await waiting;
    expect(request.held()).toBe(0);
    expect(budget.tryHold(10 * MB)).not.toBeNull();
  });
});
