import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../../stores/sqlite/open.ts';
import { ANONYMOUS } from '../access/caller.ts';
import { changedObject } from '../objects/change-feed.ts';
import { describeStored, keyId, put, type WriteOptions } from '../store/contract/fixtures.ts';
import type { Head, ObjectStore } from '../store/object-store.ts';
import { changesOfCopy, createFormerStates } from './former-states.ts';

let directory: string;
let store: SqliteStore;
let reads: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'former-'));
  store = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  reads = 0;
});
afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const HIDDEN: WriteOptions = { readers: [keyId('reader')] };
const PERSON = { '@type': 'Person', '@context': 'https://schema.org' };

/** Writes versions of an object, one after the other. */
async function history(...versions: readonly WriteOptions[]): Promise<Head> {
  let head: Head | null = null;
  for (const [index, options] of versions.entries()) {
    head = await put(store.objects, 'a', { version: index + 1, expected: head, ...options });
  }
  if (head === null) throw new Error('There is no version.');
  return head;
}

/** A change as an anonymous caller sees it. */
async function announced(head: Head, former = createFormerStates(counted())) {
  const [change] = await changesOfCopy([changedObject(head)], ANONYMOUS, former);
  return (
    change && {
      version: change.version,
      deleted: change.deleted,
      hidden: change.access.hidden,
      typeKey: change.typeKey,
    }
  );
}

function counted(): Pick<ObjectStore, 'history' | 'texts'> {
  return {
    history(key, limit) {
      reads++;
      return store.objects.history(key, limit);
    },
    texts: (versions) => store.objects.texts(versions),
  };
}

test('an object that the caller may read is announced as it is, without reading its history', async () => {
  expect(await announced(await history(HIDDEN, {}))).toMatchObject({ version: 2, deleted: false });
  expect(reads).toBe(0);
});

test('one that was hidden is deleted, after the newest version that the caller could read, in its type', async () => {
  const head = await history({}, { members: PERSON }, HIDDEN, HIDDEN);
  expect(await announced(head)).toEqual({ version: 2, deleted: true, hidden: false, typeKey: 'schema.org.person' });
});

test('one that was always hidden stays hidden', async () => {
  expect(await announced(await history(HIDDEN, HIDDEN))).toMatchObject({ version: 2, hidden: true });
});

test('one that was hidden long ago is found among many versions', async () => {
  const head = await history({}, ...Array.from({ length: 100 }, () => HIDDEN));
  expect(await announced(head)).toMatchObject({ version: 1, deleted: true });
});

test('the former states of a change are read once for all callers', async () => {
  const former = createFormerStates(counted());
  const head = await history({}, HIDDEN);
  await Promise.all([announced(head, former), announced(head, former)]);
  await announced(head, former);
  expect(reads).toBe(1);
});
