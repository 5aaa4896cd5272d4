import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runUntilKilled } from '../../../test/support/run-until-killed.ts';
import { describeStored } from '../../repository/store/contract/fixtures.ts';
import type { ObjectStoreHarness } from '../../repository/store/contract/harness.ts';
import {
  ENOUGH_WRITES,
  type Instances,
  objectHarness,
  openInstances,
  openKeyValueHarness,
} from '../../repository/store/contract/instances.ts';
import { describeKeyValueStore } from '../../repository/store/contract/key-value-store.contract.ts';
import { describeObjectStore } from '../../repository/store/contract/object-store.contract.ts';
import type { Journal } from './engine/database.ts';
import { FILE_NAME } from './engine/database.ts';
import { openSqliteStore } from './open.ts';

/** The contracts of both stores, on files with this journal. */
export function describeStoresOnFiles(journal: Journal): void {
  describeObjectStore(`SQLite, ${journal}`, async () => openObjectHarness(await newDirectory(), journal));
  describeKeyValueStore(`SQLite, ${journal}`, async () => {
    const directory = await newDirectory();
    const emptied = async (instances: Instances) => {
      await instances.closeAll();
      const file = new DatabaseSync(join(directory, FILE_NAME));
      file.exec('DELETE FROM key_values');
      file.close();
      return instances.open();
    };
    return openKeyValueHarness((clock) => openOnFiles(directory, journal, clock), emptied);
  });
}

function newDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'store-'));
}

/** Instances over one directory, which is theirs to remove. */
function openOnFiles(directory: string, journal: Journal, clock?: () => number): Promise<Instances> {
  const options = { directory, journal, describe: describeStored, ...(clock === undefined ? {} : { clock }) };
  return openInstances(
    () => openSqliteStore(options),
    () => rm(directory, { recursive: true, force: true }),
  );
}

async function openObjectHarness(directory: string, journal: Journal): Promise<ObjectStoreHarness> {
  const writer = new URL('./testing/crash-writer.ts', import.meta.url);
  const killed = () => runUntilKilled(ENOUGH_WRITES, writer, directory, journal);
  const instances = await openOnFiles(directory, journal);
  const emptied = async () => {
    const instance = await instances.keepOne();
    await instance.objects.purge();
    return instance;
  };
  return Object.assign(objectHarness(instances, emptied, killed), {
    async breakEngine() {
      const other = new DatabaseSync(join(directory, FILE_NAME));
      other.exec('BEGIN IMMEDIATE');
      return async () => other.close();
    },
    async damageSearch() {
      const other = new DatabaseSync(join(directory, FILE_NAME));
      other.exec(`BEGIN IMMEDIATE;
        DELETE FROM entries WHERE doc % 3 = 0; DELETE FROM scalars WHERE doc % 3 = 1; DELETE FROM words;
        DELETE FROM terms WHERE rowid % 3 = 2; COMMIT`);
      other.close();
    },
  });
}
