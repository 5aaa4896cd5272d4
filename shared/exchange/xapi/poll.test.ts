import { beforeEach, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import type { LogFields } from '../../base/telemetry/logger.ts';
import { memoryKeyValues } from '../../profiles/testing/key-values.ts';
import { runTick } from '../../repository/schedule/run-tick.ts';
import { xapiPoll } from './poll.ts';
import { readPollStates } from './poll-state.ts';
import type { StatementSource } from './record-store.ts';

const NOW = 1_000_000;
const PAGE = 2;

let time: number;
let ingested: string[];
let logged: LogFields[];
/** Fails, or advances the clock, before a page is stored. */
let before: (statement: string) => void;
let ctx: Parameters<typeof runTick>[0];

beforeEach(() => {
  time = NOW;
  ingested = [];
  logged = [];
  before = () => {};
  const log = (_category: string, _message: string, fields: LogFields = {}) => void logged.push(fields);
  const now = () => time;
  const { keyValues } = memoryKeyValues(now);
  ctx = { keyValues, now, logger: { debug: log, info: log, warn: log, error: log } };
});

function source(name: string, count: number): StatementSource {
  return {
    name,
    async ingest(cursor) {
      const begin = Number(cursor ?? 0);
      const end = Math.min(begin + PAGE, count);
      const page = Array.from({ length: end - begin }, (_, index) => `${name}${begin + index}`);
      for (const statement of page) before(statement);
      ingested.push(...page);
      const taken = { stored: page.length, ignored: 0, rejected: 0 };
      return { cursor: String(end), more: end < count, taken, storedUntil: String(end), retryAt: 0, fault: null };
    },
  };
}

/** One tick of a process that shares only the store. */
const tick = (...sources: readonly StatementSource[]) => runTick(ctx, xapiPoll(ctx, sources), { until: NOW + 100 });

test('all statements are ingested once, one page of each source at a time; the next tick continues after them', async () => {
  expect(await tick(source('a', 5), source('b', 2))).toBe('done');
  expect(ingested).toEqual(['a0', 'a1', 'b0', 'b1', 'a2', 'a3', 'a4']);
  ingested = [];
  await tick(source('a', 6), source('b', 2));
  expect(ingested).toEqual(['a5']);
});

test('a source that fails does not affect the others, is logged, and is tried again by the next tick', async () => {
  before = (statement) => {
    if (statement === 'a2') throw new Error('The record store is away.');
  };
  expect(await tick(source('a', 4), source('b', 4))).toBe('done');
  expect(ingested).toEqual(['a0', 'a1', 'b0', 'b1', 'b2', 'b3']);
  expect(logged).toMatchObject([{ source: 'a' }]);
  before = () => {};
  await tick(source('a', 4), source('b', 4));
  expect(ingested.slice(-2)).toEqual(['a2', 'a3']);
});

test('what came of the polls is kept for operators: counts, the mark, and the last fault', async () => {
  before = (statement) => {
    if (statement === 'a2') throw new Problem('fetch-failed', 'The record store is away.');
  };
  await tick(source('a', 4), source('b', 1));
  const fault = { at: NOW, detail: 'The record store is away.' };
  const counted = { ignored: 0, rejected: 0, retryAt: 0, polledAt: NOW };
  expect(await readPollStates(ctx.keyValues)).toEqual({
    a: { ...counted, stored: 2, storedUntil: '2', fault },
    b: { ...counted, stored: 1, storedUntil: '1', fault: null },
  });
  before = () => {};
  time = NOW + 50;
  await tick(source('a', 4));
  expect(await readPollStates(ctx.keyValues)).toMatchObject({
    a: { stored: 4, storedUntil: '4', fault, polledAt: NOW + 50 },
    b: { stored: 1 },
  });
});

test('no page is fetched after the time is over: the next tick continues there', async () => {
  before = (statement) => {
    if (statement === 'a1') time += 100;
  };
  await tick(source('a', 6));
  expect(ingested).toEqual(['a0', 'a1']);
  time = NOW;
  before = () => {};
  await tick(source('a', 6));
  expect(ingested).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
});

test('of all processes, one polls at a time', async () => {
  const { promise: mayEnd, resolve: finish } = Promise.withResolvers<void>();
  const slow: StatementSource = {
    name: 'a',
    ingest: () => mayEnd.then(() => source('a', 0).ingest(null, { ended: new AbortController().signal })),
  };
  const running = tick(slow);
  expect(await tick(source('a', 2))).toBe('elsewhere');
  finish();
  expect(await running).toBe('done');
  expect(ingested).toEqual([]);
});
