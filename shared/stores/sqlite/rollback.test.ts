import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStored, found, keyOf, makeWrite, put } from '../../repository/store/contract/fixtures.ts';
import { ALL, term } from '../../repository/store/contract/queries.ts';
import type { Journal } from './engine/database.ts';
import { FILE_NAME } from './engine/database.ts';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from './open.ts';

describe('the embedded store with a rollback journal', () => {
  let directory = '';
  let reports: unknown[] = [];
  const opened: (SqliteStore | DatabaseSync)[] = [];
  const open = async (journal: Journal = 'rollback', options: Partial<SqliteStoreOptions> = {}) => {
    const report = (error: unknown) => reports.push(error);
    const store = await openSqliteStore({ directory, journal, describe: describeStored, report, ...options });
    opened.push(store);
    return store;
  };
  /** Another program with the file. */
  const other = () => {
    const db = new DatabaseSync(join(directory, FILE_NAME), { timeout: 5_000 });
    opened.push(db);
    return db;
  };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-'));
    reports = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await rm(directory, { recursive: true, force: true });
  });

  it('needs no memory that processes share, and syncs every commit', async () => {
    const { objects } = await open();
    await put(objects, 'a');
    expect((await readdir(directory)).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([]);
  });

  it('a commit that waits for a search elsewhere does not block this thread, and does not show data that may be rolled back', async () => {
    const { objects } = await open();
    await put(objects, 'before', { members: { name: 'word' } });
    const reader = other();
    reader.exec('BEGIN; SELECT count(*) FROM objects'); // as a search does, for as long as it takes
    let isDone = false;
    const write = objects.write([makeWrite('after', { members: { name: 'word' } })]).then((outcomes) => {
      isDone = true;
      return outcomes;
    });
    await sleep(200); // this thread has turns while the commit waits
    expect(isDone).toBe(false);
    const reads = [
      objects.heads(['after']),
      objects.history(keyOf('after'), 5),
      objects.count(),
      found(objects, term('word')),
    ];
    await sleep(50);
    reader.exec('COMMIT');
    expect(await write).toMatchObject([{ status: 'stored' }]);
    const [heads, history, count, hits] = await Promise.all(reads);
    expect(heads).toMatchObject([{ key: keyOf('after'), deleted: false }]);
    expect([history, count, hits]).toMatchObject([[{ key: keyOf('after') }], 2, ['after', 'before']]);
  });

  it('a commit that waited in vain is taken back wholly, answers 503, and the next one succeeds', async () => {
    const { objects, keyValues } = await open('rollback', { lockTimeoutMs: 300 });
    await put(objects, 'a');
    const reader = other();
    reader.exec('BEGIN; SELECT count(*) FROM objects');
    const write = objects.write([makeWrite('late')]);
    await expect(write).rejects.toMatchObject({
      code: 'store-unavailable',
      extras: { retryAfter: expect.any(Number) },
    });
    expect(await objects.heads(['late'])).toEqual([null]);
    expect(await objects.health()).toMatchObject({ ready: false });
    reader.exec('COMMIT');
    expect(await objects.health()).toEqual({ ready: true });
    await put(objects, 'late');
    await keyValues.set('key', 'value');
    expect(await found(objects, ALL)).toEqual(['late', 'a']);
  });

  it('does not start beside processes that keep a write-ahead log, and does afterwards, with all that they wrote', async () => {
    const first = await open('wal');
    await put(first.objects, 'a');
    await expect(open()).rejects.toThrow('Other processes have it open in another way');
    await first.close();
    const { objects } = await open();
    expect(await found(objects, ALL)).toEqual(['a']);
    await put(objects, 'b');
    await objects.close();
    expect(await found((await open('wal')).objects, ALL)).toEqual(['b', 'a']);
  });

  it('writes nothing more once another process made the file keep a write-ahead log', async () => {
    const { objects } = await open();
    await put(objects, 'a');
    const wrong = other();
    wrong.exec('PRAGMA journal_mode = WAL');
    await expect(put(objects, 'b')).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(String(reports)).toContain('give all processes the same SVC_DATA_DIR_ON');
  });

  it('leaves no text of purged objects in its files', async () => {
    const { objects } = await open();
    await put(objects, 'a', { members: { name: 'unmistakable' } });
    await objects.purge();
    for (const name of await readdir(directory)) {
      expect((await readFile(join(directory, name))).includes('unmistakable'), name).toBe(false);
    }
    await put(objects, 'b');
    expect(await found(objects, ALL)).toEqual(['b']);
  });
});
