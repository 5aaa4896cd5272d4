import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { openSqliteStore, type SqliteStore } from '../../stores/sqlite/open.ts';
import { createForwarding, type Forwarding } from '../access/forwarding.ts';
import { callerWith } from '../access/testing/caller.ts';
import { makeRekeyRequest } from '../access/testing/rekey.ts';
import { makeKey } from '../access/testing/sheet.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { describeStored, put, type WriteOptions } from '../store/contract/fixtures.ts';
import type { Head } from '../store/object-store.ts';
import { followForwarding } from './load-forwarding.ts';

let [old, next, last] = [] as unknown as [PrivateKey, PrivateKey, PrivateKey];
let request: JsonObject;
let directory: string;
/** Stores of two processes on one directory; what the first one knows of forwarded keys. */
let here: SqliteStore;
let elsewhere: SqliteStore;
let forwarding: Forwarding;
let unfollow: () => void;
let faults: unknown[];

beforeAll(async () => {
  [old, next, last] = await Promise.all([makeKey(), makeKey(), makeKey()]);
  request = await makeRekeyRequest(old, next);
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'forwarding-'));
  here = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  elsewhere = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  forwarding = createForwarding({ readKey: parsePublicKey, logger: { info: () => {} } });
  faults = [];
  const ctx = { store: here.objects, config: { searchDeadline: 5_000 }, forwarding };
  unfollow = followForwarding(ctx, { interval: 5, report: (error) => void faults.push(error) });
});
afterEach(async () => {
  unfollow();
  await Promise.all([here.close(), elsewhere.close()]);
  await rm(directory, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

/** Has another process save a request, or what it is replaced by. */
function save(name: string, { '@id': _, ...members }: JsonObject, options: WriteOptions = {}): Promise<Head> {
  return put(elsewhere.objects, name, { ...options, typeKey: typeKey(members), members });
}

/** The callers of the keys: `old` proves its own key, or nothing. */
function proved() {
  const keysOf = (key: PrivateKey) => forwarding.apply(callerWith([key.publicKey])).everywhere.keys;
  return [old, next, last].map((key) => [old, next, last].filter(({ publicKey }) => keysOf(key).has(publicKey.id)));
}

const own = () => [[old], [next], [last]];
const forwarded = () => [[], [old, next], [last]];
const soon = { interval: 5, timeout: 20_000 };

describe('a RekeyRequest from another process', () => {
  test('takes the old key its rights as soon as it is saved, and gives them back when it is deleted', async () => {
    const head = await save('request', request);
    await expect.poll(proved, soon).toEqual(forwarded());
    await elsewhere.objects.remove([{ key: head.key, expected: head.writeId, time: head.time + 1 }]);
    await expect.poll(proved, soon).toEqual(own());
  });

  test('has no effect any more when it is replaced by another object or by an unsigned one', async () => {
    let expected: Head | null = null;
    let version = 0;
    for (const replacement of [{ name: 'A thing' }, { ...request, rekeySignature: 'AAAA' }]) {
      expected = await save('request', request, { version: ++version, expected });
      await expect.poll(proved, soon).toEqual(forwarded());
      expected = await save('request', replacement, { version: ++version, expected });
      await expect.poll(proved, soon).toEqual(own());
    }
  });

  test('has no effect any more after a purge; requests that are saved after it have, whatever their versions', async () => {
    await save('request', request, { version: 5 });
    await expect.poll(proved, soon).toEqual(forwarded());
    await elsewhere.objects.purge();
    await expect.poll(proved, soon).toEqual(own());
    await save('request', await makeRekeyRequest(old, last), { version: 1 });
    await expect.poll(proved, soon).toEqual([[], [next], [old, last]]);
  });
});
