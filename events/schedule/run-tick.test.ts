import { expect, test } from 'vitest';
import { Problem } from '../../shared/errors/problem.ts';
import { memoryKeyValues } from '../../shared/profiles/testing/key-values.ts';
import type { LogFields } from '../../shared/telemetry/logger.ts';
import { runTick } from './run-tick.ts';
import type { Schedule, TickLimits } from './schedule.ts';

const NOW = 1_000_000;
const UNTIL = NOW + 600_000;
const LEASE = 'lease/schedule/work';

function world() {
  const now = () => NOW;
  const memory = memoryKeyValues(now);
  const logged: LogFields[] = [];
  const log = (_category: string, _message: string, fields: LogFields = {}) => void logged.push(fields);
  const logger = { debug: log, info: log, warn: log, error: log };
  return { ctx: { keyValues: memory.keyValues, now, logger }, memory, logged };
}

function schedule(tick: Schedule['tick'], name = 'work'): Schedule {
  return { name, period: 60_000, tick };
}

/** Resolves when the limits say that the tick has to end. */
function end({ ended }: TickLimits): Promise<void> {
  return new Promise((resolve) => {
    if (ended.aborted) resolve();
    ended.addEventListener('abort', () => resolve());
  });
}

test('one tick of a schedule runs at a time, over all processes; the next one after it', async () => {
  const { ctx } = world();
  const { promise: mayEnd, resolve: finish } = Promise.withResolvers<void>();
  let begun = 0;
  const work = schedule(async () => {
    begun += 1;
    await mayEnd;
  });
  const both = [runTick(ctx, work, { until: UNTIL }), runTick(ctx, work, { until: UNTIL })];
  expect(await Promise.race(both)).toBe('elsewhere');
  expect(begun).toBe(1);
  finish();
  expect((await Promise.all(both)).sort()).toEqual(['done', 'elsewhere']);
  expect(await runTick(ctx, work, { until: UNTIL })).toBe('done');
  expect(begun).toBe(2);
});

test('schedules of different names do not wait for each other', async () => {
  const { ctx } = world();
  const inner = schedule(async () => {}, 'inner');
  let outcome = '';
  const outer = schedule(async () => {
    outcome = await runTick(ctx, inner, { until: UNTIL });
  });
  expect(await runTick(ctx, outer, { until: UNTIL })).toBe('done');
  expect(outcome).toBe('done');
});

test('a tick that fails is in the log by name, and the next one runs', async () => {
  const { ctx, logged } = world();
  const failing = schedule(() => Promise.reject(new Error('Out of order.')));
  expect(await runTick(ctx, failing, { until: UNTIL })).toBe('failed');
  expect(logged).toEqual([{ schedule: 'work', error: 'Error: Out of order.' }]);
  expect(
    await runTick(
      ctx,
      schedule(async () => {}),
      { until: UNTIL },
    ),
  ).toBe('done');
});

test('a store that is away fails the tick, and nothing is begun', async () => {
  const { ctx, logged } = world();
  const set = () => Promise.reject(new Problem('store-unavailable', 'Away.'));
  let begun = false;
  const work = schedule(async () => {
    begun = true;
  });
  expect(await runTick({ ...ctx, keyValues: { ...ctx.keyValues, set } }, work, { until: UNTIL })).toBe('failed');
  expect([begun, logged.length]).toEqual([false, 1]);
});

test('a tick is told to end when its time is over, and when the process stops', async () => {
  const { ctx } = world();
  const work = schedule(end);
  expect(await runTick(ctx, work, { until: NOW + 5 })).toBe('done');
  expect(await runTick(ctx, work, { until: NOW - 5 })).toBe('done');
  const stop = new AbortController();
  const stopped = runTick(ctx, work, { until: Number.POSITIVE_INFINITY, stop: stop.signal });
  stop.abort();
  expect(await stopped).toBe('done');
});

test('a tick whose lease another has got is told to end, and does not take the lease from that one', async () => {
  const { ctx, memory, logged } = world();
  const work = schedule(async (limits) => {
    await memory.keyValues.delete(LEASE);
    await memory.keyValues.set(LEASE, JSON.stringify({ owner: 'another', purpose: 'work', since: NOW }));
    await end(limits);
  });
  expect(await runTick(ctx, work, { until: UNTIL, leaseDuration: 40 })).toBe('failed');
  expect(logged).toMatchObject([{ schedule: 'work' }]);
  expect((await memory.keyValues.get(LEASE))?.value).toContain('another');
});
