import { beforeEach, expect, test } from 'vitest';
import { memoryKeyValues } from '../../shared/profiles/testing/key-values.ts';
import type { LogFields } from '../../shared/telemetry/logger.ts';
import { runTick } from './run-tick.ts';
import { type StatementSource, xapiPoll } from './xapi-poll.ts';

const NOW = 1_000_000;
const PAGE = 2;

let time: number;
let taken: string[];
let logged: LogFields[];
/** Fails, or lets time go by, before a page is stored. */
let before: (statement: string) => void;
let ctx: Parameters<typeof runTick>[0];

beforeEach(() => {
  time = NOW;
  taken = [];
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
    async takeIn(mark) {
      const begin = Number(mark ?? 0);
      const end = Math.min(begin + PAGE, count);
      const page = Array.from({ length: end - begin }, (_, index) => `${name}${begin + index}`);
      for (const statement of page) before(statement);
      taken.push(...page);
      return { mark: String(end), more: end < count };
    },
  };
}

/** One tick, as of a process that knows only what is in the store. */
const tick = (...sources: readonly StatementSource[]) => runTick(ctx, xapiPoll(ctx, sources), { until: NOW + 100 });

test('all that sources have is taken in once, a page of each in turn; the next tick goes on behind it', async () => {
  expect(await tick(source('a', 5), source('b', 2))).toBe('done');
  expect(taken).toEqual(['a0', 'a1', 'b0', 'b1', 'a2', 'a3', 'a4']);
  taken = [];
  await tick(source('a', 6), source('b', 2));
  expect(taken).toEqual(['a5']);
});

test('a source that fails keeps nothing from the others, is in the log, and has its next tick', async () => {
  before = (statement) => {
    if (statement === 'a2') throw new Error('The record store is away.');
  };
  expect(await tick(source('a', 4), source('b', 4))).toBe('done');
  expect(taken).toEqual(['a0', 'a1', 'b0', 'b1', 'b2', 'b3']);
  expect(logged).toMatchObject([{ source: 'a' }]);
  before = () => {};
  await tick(source('a', 4), source('b', 4));
  expect(taken.slice(-2)).toEqual(['a2', 'a3']);
});

test('no page is begun when the time is over: the next tick begins there', async () => {
  before = (statement) => {
    if (statement === 'a1') time += 100;
  };
  await tick(source('a', 6));
  expect(taken).toEqual(['a0', 'a1']);
  time = NOW;
  before = () => {};
  await tick(source('a', 6));
  expect(taken).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
});

test('of several processes one polls at a time', async () => {
  const { promise: mayEnd, resolve: finish } = Promise.withResolvers<void>();
  const slow: StatementSource = { name: 'a', takeIn: () => mayEnd.then(() => ({ mark: '1', more: false })) };
  const running = tick(slow);
  expect(await tick(source('a', 2))).toBe('elsewhere');
  finish();
  expect(await running).toBe('done');
  expect(taken).toEqual([]);
});
