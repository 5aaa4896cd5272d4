import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStored, makeWrite, searchRequest } from '../../../repository/store/contract/fixtures.ts';
import { ALL, fuzzy, or } from '../../../repository/store/contract/queries.ts';
import { openSqliteStore } from '../open.ts';
import { openReaderPool } from './reader-pool.ts';

describe('reader pool', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('G12 answers 503 where there is no file to read, reports why, and works once there is one', async () => {
    const reports: unknown[] = [];
    const pool = openReaderPool({ directory, journal: 'wal' }, 1, (error) => reports.push(error));
    await expect(pool.search(searchRequest(ALL), 'texts')).rejects.toMatchObject({ code: 'store-unavailable' });
    expect(reports).toHaveLength(1);
    await (await openSqliteStore({ directory, describe: describeStored })).close();
    expect(await pool.search(searchRequest(ALL), 'texts')).toEqual({ rows: [], next: null });
    await pool.close();
  });

  it('D4 ends every search at its deadline, also those that wait, and serves the next one', async () => {
    const store = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
    const words = Array.from({ length: 40_000 }, (_, index) => `w${index}x`).join(' ');
    await store.objects.write([makeWrite('a', { members: { words } })]);
    const slow = or(...Array.from({ length: 200 }, (_, index) => fuzzy(`nothing${index}like`, 1)));
    const searches = Array.from({ length: 4 }, () => store.objects.search(searchRequest(slow, { timeoutMs: 60 })));
    for (const outcome of await Promise.allSettled(searches)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'search-timeout', status: 503 } });
    }
    expect((await store.objects.search(searchRequest(ALL))).hits).toHaveLength(1);
    await store.close();
  });

  it('refuses searches beyond its queue limit, instead of collecting them', async () => {
    await (await openSqliteStore({ directory, describe: describeStored })).close();
    const pool = openReaderPool({ directory, journal: 'wal' }, 1, () => {});
    const searches = Array.from({ length: 1_200 }, () =>
      pool.search(searchRequest(ALL), 'texts').then(
        () => 'page',
        (error) => error.code,
      ),
    );
    const outcomes = await Promise.all(searches);
    expect(outcomes.filter((outcome) => outcome === 'store-unavailable').length).toBeGreaterThan(100);
    expect(outcomes.filter((outcome) => outcome === 'page').length).toBeGreaterThan(1_000);
    await pool.close();
  });
});
