import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compareAndSet } from './compare-and-set.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a write that others forestall twice succeeds at the third attempt, after two random delays', async () => {
  const attempt = vi.fn(async () => (attempt.mock.calls.length < 3 ? null : 'written'));
  const result = compareAndSet(attempt);
  await vi.advanceTimersByTimeAsync(0);
  expect(attempt).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100 + 200);
  expect(await result).toBe('written');
});

test('a write that others forestall three times fails with 503, and the caller is told to try again', async () => {
  const attempt = vi.fn(async () => null);
  const result = expect(compareAndSet(attempt)).rejects.toMatchObject({
    code: 'store-unavailable',
    status: 503,
    extras: { retryAfter: 1 },
  });
  await vi.advanceTimersByTimeAsync(100 + 200);
  await result;
  expect(attempt).toHaveBeenCalledTimes(3);
});

test('a result that is false is one: nothing is repeated', async () => {
  expect(await compareAndSet(async () => false)).toBe(false);
});
