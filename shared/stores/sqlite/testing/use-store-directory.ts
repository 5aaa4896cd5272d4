import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { describeStored } from '../../../repository/store/contract/fixtures.ts';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../open.ts';

/** A new directory for each test of the block in which this is called, removed after it, and stores over it. */
export function useStoreDirectory() {
  let directory = '';
  const opened: SqliteStore[] = [];
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'store-'));
  });
  afterEach(async () => {
    await closeAll();
    await rm(directory, { recursive: true, force: true });
  });

  return {
    directory: () => directory,
    /** One more store for objects that the contract's `makeWrite` makes, closed after the test at the latest. */
    async open(options: Partial<SqliteStoreOptions> = {}): Promise<SqliteStore> {
      const store = await openSqliteStore({ directory, describe: describeStored, ...options });
      opened.push(store);
      return store;
    },
    closeAll,
  };
}
