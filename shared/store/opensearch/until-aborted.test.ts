import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const FAULT = new Error('A fault.');

function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const reported: unknown[] = [];
  return {
    promise,
    finish: resolve,
    fail: () => reject(FAULT),
    reported,
    report: (error: unknown) => void reported.push(error),
  };
}

test('work is waited for until it is done, with a signal or without', async () => {
  for (const ended of [undefined, new AbortController().signal]) {
    const { promise, finish, report } = work();
    let over = false;
    const waiting = untilAborted(promise, ended, report).then(() => {
      over = true;
    });
    await Promise.resolve();
    expect(over).toBe(false);
    finish();
    await waiting;
  }
});

test('once the signal is aborted, the work goes on behind, and its failure is reported', async () => {
  const { promise, fail, reported, report } = work();
  const ended = new AbortController();
  const waiting = untilAborted(promise, ended.signal, report);
  ended.abort();
  await waiting;
  await untilAborted(promise, AbortSignal.abort(), () => {});
  fail();
  await expect(promise).rejects.toBe(FAULT);
  expect(reported).toEqual([FAULT]);
});

test('a failure before that is thrown, and reported by who waits for it', async () => {
  for (const ended of [undefined, new AbortController().signal]) {
    const { promise, fail, reported, report } = work();
    const waiting = untilAborted(promise, ended, report);
    fail();
    await expect(waiting).rejects.toBe(FAULT);
    expect(reported).toEqual([]);
  }
});
