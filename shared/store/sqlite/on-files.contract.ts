import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeKeyValueStore } from '../key-value-store.contract.ts';
import { describeObjectStore } from '../object-store.contract.ts';
import { describeStored } from '../testing/fixtures.ts';
import type { KeyValueStoreHarness, ObjectStoreHarness } from '../testing/harness.ts';
import { plannedWrites } from '../testing/planned-writes.ts';
import { FILE_NAME } from './database.ts';
import type { Journal } from './journal.ts';
import { openSqliteStore, type SqliteStore } from './open.ts';

/** The contracts of both stores, on files with this journal. */
export function describeStoresOnFiles(journal: Journal): void {
  describeObjectStore(`SQLite, ${journal}`, () => openObjectHarness(journal));
  describeKeyValueStore(`SQLite, ${journal}`, () => openKeyValueHarness(journal));
}

/** Instances over one new directory. */
async function openInstances(journal: Journal, clock?: () => number) {
  const directory = await mkdtemp(join(tmpdir(), 'store-'));
  const instances: SqliteStore[] = [];
  const open = async () => {
    const instance = await openSqliteStore({
      ...{ directory, journal },
      describe: describeStored,
      ...(clock === undefined ? {} : { clock }),
    });
    instances.push(instance);
    return instance;
  };
  const closeAll = async () => {
    await Promise.all(instances.map((instance) => instance.close()));
  };
  return {
    directory,
    first: await open(),
    open,
    closeAll,
    reopen: async () => {
      await closeAll();
      return open();
    },
    close: async () => {
      await closeAll();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openObjectHarness(journal: Journal): Promise<ObjectStoreHarness> {
  const { directory, first, open, reopen, close, closeAll } = await openInstances(journal);
  return {
    store: first.objects,
    another: async () => (await open()).objects,
    reopen: async () => (await reopen()).objects,
    close,
    async crash() {
      await closeAll();
      const asked = plannedWrites();
      const count = await writeUntilKilled(directory, journal);
      return { store: (await open()).objects, acknowledged: asked.slice(0, count), asked };
    },
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
  };
}

async function openKeyValueHarness(journal: Journal): Promise<KeyValueStoreHarness> {
  let ahead = 0;
  const { first, open, reopen, close } = await openInstances(journal, () => Date.now() + ahead);
  return {
    store: first.keyValues,
    another: async () => (await open()).keyValues,
    reopen: async () => (await reopen()).keyValues,
    close,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

/** Runs a process that does the planned writes, and kills it in the middle. Gives how many it had acknowledged. */
function writeUntilKilled(directory: string, journal: Journal): Promise<number> {
  const script = new URL('./testing/crash-writer.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, directory, journal], { stdio: ['ignore', 'pipe', 'inherit'] });
  let acknowledged = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    acknowledged += chunk.length; // one character per acknowledged write
    if (acknowledged > 120) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('close', () => resolve(acknowledged)));
}
