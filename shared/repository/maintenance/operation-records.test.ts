import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { createOperationRecords, type OperationFacts } from './operation-records.ts';
import { purge } from './store-operations.ts';
import { ALONE, openAdminContext } from './testing/admin.ts';

type Opened = Awaited<ReturnType<typeof openAdminContext>>;

let directory: string;
/** Two instances over one store. */
let one: Opened;
let two: Opened;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'records-'));
  one = await openAdminContext(directory);
  two = await openAdminContext(directory);
});
beforeEach(() => one.ctx.keyValues.clear());
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await rm(directory, { recursive: true, force: true });
});

const FACTS: OperationFacts = { name: 'cull', dryRun: false, by: 'the fingerprint', requestId: 'r' };

/** Records of an instance whose clock the test moves on. */
function recordsAt({ ctx: { keyValues, logger } }: Opened, time: { now: number }, heartbeat?: number) {
  return createOperationRecords({ keyValues, logger, now: () => time.now }, heartbeat);
}

const all = () => two.ctx.operations.records.all();

describe('the record of an operation, for other instances,', () => {
  test('has its admin, name, start and progress while it runs', async () => {
    const time = { now: Date.now() };
    const recording = await recordsAt(one, time, 10).begin(FACTS);
    const began = new Date(time.now).toISOString();
    expect(await all()).toEqual([
      { operation: 'cull', state: 'running', dryRun: false, by: 'the fingerprint', requestId: 'r', began, seen: began },
    ]);
    recording.report({ scanned: 5, removed: 1 });
    recording.report({ scanned: 9, removed: 2 });
    await vi.waitFor(async () => expect(await all()).toMatchObject([{ progress: { scanned: 9, removed: 2 } }]));
    await recording.done({ scanned: 9, removed: 2, tookMs: 1 });
  });

  test('has its result and time at its end', async () => {
    const time = { now: Date.parse('2026-01-01T00:00:00Z') };
    const recording = await recordsAt(one, time).begin({ ...FACTS, dryRun: true });
    time.now += 90_000;
    await recording.done({ scanned: 9, removed: 2, tookMs: 90_000, objects: ['https://a.example/1'] });
    expect(await all()).toMatchObject([
      {
        state: 'done',
        dryRun: true,
        began: '2026-01-01T00:00:00.000Z',
        seen: '2026-01-01T00:01:30.000Z',
        result: { scanned: 9, removed: 2, tookMs: 90_000, objects: ['https://a.example/1'] },
      },
    ]);
  });

  test('has the error text that its caller got', async () => {
    const records = one.ctx.operations.records;
    await (await records.begin(FACTS)).failed(new Problem('store-unavailable', 'The store is full.'));
    expect(await all()).toMatchObject([{ state: 'failed', detail: 'The store is full.' }]);
    await (await records.begin(FACTS)).failed(new Error('at /home/x'));
    expect(JSON.stringify(await all())).not.toContain('/home');
  });

  test('says that it was interrupted, after a minute without a heartbeat', async () => {
    const time = { now: Date.now() };
    const recording = await recordsAt(one, time).begin(FACTS);
    onTestFinished(() => recording.done({}));
    const [running] = await recordsAt(two, time).all();
    time.now += 61_000;
    const [interrupted] = await recordsAt(two, time).all();
    expect([running?.state, interrupted?.state]).toEqual(['running', 'interrupted']);
  });

  test('is the last one of each kind, the latest first', async () => {
    const time = { now: 1_000 };
    const records = recordsAt(one, time);
    for (const [name, requestId] of [
      ['reindex', 'a'],
      ['import', 'b'],
      ['reindex', 'c'],
    ] as const) {
      time.now += 1_000;
      await (await records.begin({ ...FACTS, name, requestId })).done({});
    }
    expect((await all()).map(({ operation, requestId }) => [operation, requestId])).toEqual([
      ['reindex', 'c'],
      ['import', 'b'],
    ]);
  });

  test('is the one that began last, of two of a kind at the same time', async () => {
    const time = { now: 1_000 };
    const records = recordsAt(one, time);
    const first = await records.begin({ ...FACTS, name: 'import', requestId: 'first' });
    time.now += 1_000;
    const second = await records.begin({ ...FACTS, name: 'import', requestId: 'second' });
    await second.done({ read: 2 });
    await first.done({ read: 1 });
    expect(await all()).toMatchObject([{ requestId: 'second', state: 'done', result: { read: 2 } }]);
  });
});

describe('an operation that an admin cancels', () => {
  const COPY: OperationFacts = { ...FACTS, name: 'copy' };

  test('ends where it runs: at once in the same process, within a heartbeat in another', async () => {
    const time = { now: Date.now() };
    for (const [name, by] of [
      ['in the same process', one],
      ['in another', two],
    ] as const) {
      const records = recordsAt(one, time, 100); // a heartbeat that comes too often wins each write over the other instance
      const recording = await records.begin({ ...COPY, requestId: name });
      expect(await (by === one ? records : recordsAt(by, time)).cancel('copy'), name).toBe(true);
      await vi.waitFor(() => expect(recording.cancelled.aborted, name).toBe(true));
      await recording.done({ restored: 2 });
      expect(await all()).toMatchObject([{ requestId: name, state: 'cancelled', result: { restored: 2 } }]);
    }
  });

  test('has to be running: one that has ended, or is of another kind, is not cancelled', async () => {
    const { records } = one.ctx.operations;
    expect(await records.cancel('copy')).toBe(false);
    const recording = await records.begin(COPY);
    expect(await records.cancel('import')).toBe(false);
    await recording.done({});
    expect(await records.cancel('copy')).toBe(false);
    expect(recording.cancelled.aborted).toBe(false);
    expect(await all()).toMatchObject([{ state: 'done' }]);
  });
});

test('operations of every kind are recorded, including a purge, which removes all other records', async () => {
  const { operations } = one.ctx;
  await (await operations.start({ ...FACTS, name: 'reindex' }, async () => ({ scanned: 3, removed: 0 }))).result;
  const refused = await operations.start({ ...FACTS, name: 'cull' }, async () => {
    throw new Problem('store-unavailable', 'The store is full.');
  });
  await expect(refused.result).rejects.toThrow('full');
  expect((await all()).map(({ operation, state }) => `${operation} ${state}`).sort()).toEqual([
    'cull failed',
    'reindex done',
  ]);
  await (await operations.start({ ...FACTS, name: 'purge' }, () => purge(one.ctx, false, ALONE))).result;
  expect(await all()).toMatchObject([
    { operation: 'purge', state: 'done', result: { removed: 0, tookMs: expect.any(Number) } },
  ]);
});

test('an operation continues when it cannot be recorded, with one log entry', async () => {
  const logged: string[] = [];
  const warn = (_category: string, message: string) => void logged.push(message);
  const fail = async () => {
    throw new Problem('store-unavailable', 'The store is away.');
  };
  const keyValues = { ...one.ctx.keyValues, get: fail, set: fail };
  const records = createOperationRecords({ keyValues, now: Date.now, logger: { ...one.ctx.logger, warn } });
  const recording = await records.begin(FACTS);
  await recording.done({});
  expect(logged).toHaveLength(1);
});
