import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

const FAULT = new Error('A fault.');

function start() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const reported: unknown[] = [];
  const inFlight = createInFlight((error) => void reported.push(error));
  return { inFlight, operation: () => promise, promise, finish: resolve, fail: () => reject(FAULT), reported };
}

test('an operation is awaited until it is done, with or without a signal', async () => {
  for (const signal of [undefined, new AbortController().signal]) {
    const { inFlight, operation, finish } = start();
    let done = false;
    const waiting = inFlight.runUntil(signal, operation).then(() => {
      done = true;
    });
    await Promise.resolve();
    expect(done).toBe(false);
    finish();
    await waiting;
  }
});

test('once the signal is aborted, the operation continues in the background, and its failure is reported', async () => {
  const { inFlight, operation, promise, fail, reported } = start();
  const controller = new AbortController();
  const waiting = inFlight.runUntil(controller.signal, operation);
  controller.abort();
  await waiting;
  fail();
  await expect(promise).rejects.toBe(FAULT);
  await inFlight.end();
  expect(reported).toEqual([FAULT]);
});

test('a failure before the signal is aborted is thrown, and not reported', async () => {
  for (const signal of [undefined, new AbortController().signal]) {
    const { inFlight, operation, fail, reported } = start();
    const waiting = inFlight.runUntil(signal, operation);
    fail();
    await expect(waiting).rejects.toBe(FAULT);
    expect(reported).toEqual([]);
  }
});

test('closing waits for work in flight, and refuses new work', async () => {
  const { inFlight, operation, finish } = start();
  void inFlight.run(operation);
  let ended = false;
  const ending = inFlight.end().then(() => {
    ended = true;
  });
  await expect(inFlight.run(async () => {})).rejects.toMatchObject({ code: 'store-unavailable' });
  expect(ended).toBe(false);
  finish();
  await ending;
});
