import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForWriting } from '../engine/database.ts';
import { prepareLayout } from '../engine/layout.ts';
import { openWriter, type Writer } from './writer.ts';

describe('the writer thread', () => {
  let directory = '';
  let writer: Writer;
  let threads: Worker[] = [];
  let reports: unknown[] = [];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-'));
    const db = openForWriting(directory, null, 'wal');
    prepareLayout(db, 'secret');
    db.close();
    threads = [];
    reports = [];
    const settings = { directory, journal: 'wal', maxBytes: null, lockTimeoutMs: 1_000, instance: 'i' } as const;
    writer = openWriter(
      settings,
      (error) => void reports.push(error),
      () => {
        const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: settings });
        threads.push(thread);
        return thread;
      },
    );
  });
  afterEach(async () => {
    await writer.close();
    await rm(directory, { recursive: true, force: true });
  });

  function set(key: string, expected?: string) {
    const entry = { key, value: 'value', expires: null, now: 0 };
    return writer.step('setEntry', expected === undefined ? entry : { ...entry, expected });
  }

  it('starts with the first change, and is replaced when it dies: what it had not answered is refused', async () => {
    expect(threads).toHaveLength(0);
    await set('a');
    const unanswered = Promise.allSettled([set('b'), set('c'), writer.task('compact')]);
    await threads[0]?.terminate();
    for (const end of await unanswered) {
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'store-unavailable', status: 503 });
    }
    await set('d');
    expect(threads).toHaveLength(2);
  });

  it('answers each step in the order of the inputs, and a condition sees the steps before it', async () => {
    const count = (key: string) => ({ key, expires: 10, now: 0 });
    const counts = await writer.steps('incrementEntry', [[count('a'), count('b'), count('a')], [count('a')]]);
    expect(counts.map((one) => one.count)).toEqual([1, 1, 2, 3]);
    expect(await set('a', 'another revision')).toBeNull();
  });

  it('logs a fault of a step, refuses its request, and serves the next one', async () => {
    const broken = { head: { key: 'k', version: 1, writeId: 'w' }, search: '{' };
    await expect(writer.steps('index', [[broken as never]])).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(String(reports)).toContain('JSON');
    expect(await set('a')).toMatchObject({ value: 'value' });
  });

  it('finishes what was accepted before it is closed, and refuses the rest', async () => {
    const accepted = writer.steps('incrementEntry', [
      [{ key: 'a', expires: 10, now: 0 }],
      [{ key: 'a', expires: 10, now: 0 }],
    ]);
    const closing = writer.close();
    await expect(set('b')).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(await accepted).toHaveLength(2);
    await closing;
  });
});
