import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import type { LogFields } from '../../base/telemetry/logger.ts';
import { memoryKeyValues } from '../../profiles/testing/key-values.ts';
import { runTick, type Schedule, type TickLimits } from './run-tick.ts';

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

/** Resolves when the tick must end. */
function end({ ended }: TickLimits): Promise<void> {
  return new Promise((resolve) => {
    if (ended.aborted) resolve();
    ended.addEventListener('abort', () => resolve());
  });
}

test('of all processes, one runs a tick of a schedule at a time', async () => {
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

test('a tick that fails is logged with its name, and the next one runs', async () => {
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

test('a store that is down fails the tick, and no work starts', async () => {
  const { ctx, logged } = world();
  const set = () => Promise.reject(new Problem('store-unavailable', 'Away.'));
  let begun = false;
  const work = schedule(async () => {
    begun = true;
  });
  expect(await runTick({ ...ctx, keyValues: { ...ctx.keyValues, set } }, work, { until: UNTIL })).toBe('failed');
  expect([begun, logged.length]).toEqual([false, 1]);
});

test('a tick is aborted when its time is over, and when the process stops', async () => {
  const { ctx } = world();
  const work = schedule(end);
  expect(await runTick(ctx, work, { until: NOW + 5 })).toBe('done');
  expect(await runTick(ctx, work, { until: NOW - 5 })).toBe('done');
  const stop = new AbortController();
  const stopped = runTick(ctx, work, { until: Number.POSITIVE_INFINITY, stop: stop.signal });
  stop.abort();
  expect(await stopped).toBe('done');
});

test('a tick that lost its lease is aborted, and does not take the lease back', async () => {
  const { ctx, memory, logged } = world();
  const work = schedule(async (limits) => {
    await memory.keyValues.delete(LEASE);
    await memory.keyValues.set(LEASE, JSON.stringify({ owner: 'another', purpose: 'work', since: NOW }));
    await end(limits);
  });
  expect(await runTick(ctx, work, { until: UNTIL, leaseDurationMs: 40 })).toBe('failed');
  expect(logged).toMatchObject([{ schedule: 'work' }]);
  expect((await memory.keyValues.get(LEASE))?.value).toContain('another');
});

describe('unfinished work', () => {
  const SOURCE = Array.from({ length: 10 }, (_, index) => `item ${index}`);

  /** Polls a remote source, as an adapter does: three items per tick. */
  function poll(taken: string[], fails: (item: string) => boolean = () => false): Schedule {
    return schedule(async ({ bookmark }) => {
      let next = Number((await bookmark.read()) ?? 0);
      for (const item of SOURCE.slice(next, next + 3)) {
        if (fails(item)) throw new Error('The source is away.');
        taken.push(item);
        next += 1;
        await bookmark.write(String(next));
      }
    }, 'poll');
  }

  test('is continued by the next tick, of any process, however the last one ended', async () => {
    const { ctx } = world();
    const taken: string[] = [];
    let isAway = true;
    const fails = (item: string) => isAway && item === 'item 4';
    const outcomes: string[] = [];
    for (let tick = 0; tick < 6; tick++) {
      outcomes.push(await runTick(ctx, poll(taken, fails), { until: UNTIL })); // they share only the store
      isAway = tick < 2;
    }
    expect(outcomes).toEqual(['done', 'failed', 'failed', 'done', 'done', 'done']);
    expect(taken).toEqual(SOURCE);
  });

  test('is not set back by a tick that lost its lease', async () => {
    const { ctx } = world();
    const { promise: mayEnd, resolve: finish } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let left: boolean | null = null;
    const slow = schedule(async ({ bookmark }) => {
      await bookmark.read();
      begin();
      await mayEnd;
      left = await bookmark.write('1');
    }, 'poll');
    const running = runTick(ctx, slow, { until: UNTIL });
    await begun;
    await ctx.keyValues.delete('lease/schedule/poll'); // as if it had expired
    const taken: string[] = [];
    expect(await runTick(ctx, poll(taken), { until: UNTIL })).toBe('done');
    finish();
    await running;
    expect(left).toBe(false);
    await runTick(ctx, poll(taken), { until: UNTIL });
    expect(taken).toEqual(SOURCE.slice(0, 6));
  });

  test('of one schedule does not affect another', async () => {
    const { ctx } = world();
    const found: (string | null)[] = [];
    const keep = (name: string) =>
      schedule(async ({ bookmark }) => {
        found.push(await bookmark.read());
        await bookmark.write(name);
      }, name);
    for (const name of ['one', 'another', 'one', 'another']) await runTick(ctx, keep(name), { until: UNTIL });
    expect(found).toEqual([null, null, 'one', 'another']);
  });
});
