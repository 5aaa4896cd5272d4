import { expect, test } from 'vitest';
import { memoryKeyValues } from '../../shared/profiles/testing/key-values.ts';
import type { Schedule, TickLimits } from '../../shared/repository/schedule/run-tick.ts';
import { startSchedules } from './schedules.ts';

function context() {
  const quiet = () => undefined;
  const now = () => Date.now();
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  return { keyValues: memoryKeyValues(now).keyValues, now, logger };
}

test('each schedule ticks immediately and then repeatedly, one tick after the other, even after a failure', async () => {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const ticks = { steady: 0, failing: 0 };
  let working = 0;
  const schedule = (name: keyof typeof ticks): Schedule => ({
    name,
    period: 5,
    async tick() {
      if (name === 'steady') expect(++working).toBe(1);
      await new Promise((done) => setTimeout(done, 2));
      if (name === 'steady') working -= 1;
      ticks[name] += 1;
      if (Math.min(ticks.steady, ticks.failing) >= 3) resolve();
      if (name === 'failing') throw new Error('Out of order.');
    },
  });
  const running = startSchedules(context(), [schedule('steady'), schedule('failing')]);
  await enough;
  await running.stop();
  const after = { ...ticks };
  await new Promise((done) => setTimeout(done, 20));
  expect(ticks).toEqual(after);
});

test('stopping the schedules signals the running tick and waits for it', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<TickLimits>();
  const { promise: mayEnd, resolve: finish } = Promise.withResolvers<void>();
  let done = false;
  const tick = async (limits: TickLimits) => {
    begin(limits);
    await mayEnd;
    done = true;
  };
  const running = startSchedules(context(), [{ name: 'slow', period: 60_000, tick }]);
  const { ended } = await begun;
  expect(ended.aborted).toBe(false);
  const stopped = running.stop();
  expect(ended.aborted).toBe(true);
  expect(done).toBe(false);
  finish();
  await stopped;
  expect(done).toBe(true);
});

test('a tick may take a minute, or the time that its schedule names', async () => {
  const begin = Date.now();
  const untilOf = async (limit: { readonly limit?: number }) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const tick = async ({ until }: TickLimits) => resolve(until);
    const running = startSchedules(context(), [{ name: 'any', period: 1_000, tick, ...limit }]);
    const until = await promise;
    await running.stop();
    return Math.floor((until - begin) / 60_000);
  };
  expect([await untilOf({}), await untilOf({ limit: 1_800_000 })]).toEqual([1, 30]);
});
