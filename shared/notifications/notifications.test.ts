import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../access/caller.ts';
import { Problem } from '../errors/problem.ts';
import { changedObject } from '../objects/changed-object.ts';
import type { Head, ObjectStore } from '../store/object-store.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite/open.ts';
import { describeStored, put, shortIdOf } from '../store/testing/fixtures.ts';
import { type ChangeTail, createChangeTail } from './change-tail.ts';
import { type Admission, createNotifications, type Notifications } from './notifications.ts';
import { readSubscription } from './subscription.ts';

let directory: string;
let here: SqliteStore;
let elsewhere: SqliteStore;
let tail: ChangeTail;
let channel: Notifications;
let now: number;
let away: boolean;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'channel-'));
  here = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  elsewhere = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  now = 0;
  away = false;
  const store = { changes: reading('changes'), changesSince: reading('changesSince') };
  tail = createChangeTail({ store, interval: 5, report: () => undefined });
  channel = createNotifications({
    ...{ store, tail },
    notifyHidden: false,
    frameworkMembers: async () => null,
    now: () => now,
    report: () => undefined,
  });
});
afterEach(async () => {
  tail.close();
  await Promise.all([here.close(), elsewhere.close()]);
  await rm(directory, { recursive: true, force: true });
});

function reading<K extends 'changes' | 'changesSince'>(method: K): ObjectStore[K] {
  const read = async (...given: never[]) => {
    if (away) throw new Problem('store-unavailable', 'The store is away.');
    return (here.objects[method] as (...given: never[]) => unknown)(...given);
  };
  return read as unknown as ObjectStore[K]; // the method itself, with a switch in front
}

const publish = (heads: readonly Head[], kind: 'single' | 'batch' = 'single') =>
  channel.publish({ kind, objects: heads.map((head) => changedObject(head)) });

async function listen(query = ''): Promise<{ heard: string[]; failed: () => boolean; admission: Admission }> {
  const admission = await channel.admit(readSubscription(new URLSearchParams(query)), () => ANONYMOUS);
  const heard: string[] = [];
  let failed = false;
  admission.connect({
    async send(message) {
      heard.push(message);
    },
    fail: () => {
      failed = true;
    },
  });
  return { heard, failed: () => failed, admission };
}

/** Has something of elsewhere told to the listener: what was to be told before has been, or never will be. */
async function heardBefore(listener: { readonly heard: readonly string[] }): Promise<readonly string[]> {
  const last = await put(elsewhere.objects, 'last');
  await expect.poll(() => listener.heard.join()).toContain(last.shortId);
  return listener.heard.filter((message) => !message.includes(last.shortId));
}

describe('a write of this process', () => {
  it('is told when it is published, as it was made, and not again when it is read in the store', async () => {
    const listener = await listen();
    const heads = [await put(here.objects, 'a'), await put(here.objects, 'b')];
    await publish(heads, 'batch');
    expect(listener.heard).toEqual([JSON.stringify(heads.map(({ shortId }) => shortId))]);
    expect(await heardBefore(listener)).toHaveLength(1);
  });

  it('is not told before it is published, however long that takes to come', async () => {
    const listener = await listen();
    const heads = [await put(here.objects, 'a'), await put(here.objects, 'b')];
    expect(await heardBefore(listener)).toEqual([]);
    await publish(heads, 'batch');
    expect(listener.heard.at(-1)).toBe(JSON.stringify(heads.map(({ shortId }) => shortId)));
  });

  it('is told after a while though it is never published, and only once if it is published still', async () => {
    const listener = await listen();
    const head = await put(here.objects, 'a');
    expect(await heardBefore(listener)).toEqual([]);
    now = 3_600_000;
    await put(elsewhere.objects, 'another');
    await expect.poll(() => listener.heard.join()).toContain(head.shortId);
    const { length } = listener.heard;
    await publish([head]);
    expect(listener.heard).toHaveLength(length);
  });
});

describe('a write of another process', () => {
  it('is told when it is read, once to each listener', async () => {
    const listeners = [await listen(), await listen()];
    const head = await put(elsewhere.objects, 'a');
    for (const { heard } of listeners) await expect.poll(() => heard).toEqual([head.shortId]);
    for (const { admission } of listeners) admission.end();
  });

  it('of before a listener came is not told to it', async () => {
    const first = await listen();
    await put(elsewhere.objects, 'before');
    const second = await listen();
    expect(await heardBefore(second)).toEqual([]);
    expect(first.heard.join()).toContain(shortIdOf('before'));
  });

  it('of while the store was away is told when it is back', async () => {
    const listener = await listen();
    away = true;
    const head = await put(elsewhere.objects, 'a');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(listener.heard).toEqual([]);
    away = false;
    await expect.poll(() => listener.heard).toEqual([head.shortId]);
  });
});

describe('when the store is away', () => {
  it('who asks for nothing special is welcome all the same', async () => {
    away = true;
    const listener = await listen();
    await publish([await put(here.objects, 'a')]);
    expect(listener.heard).toEqual([shortIdOf('a')]);
  });

  it.each(['cursors=true', 'since=2027-01-01T00:00:00Z', 'since=abc'])('%s is refused: come again', async (query) => {
    away = true;
    await expect(listen(query)).rejects.toMatchObject({ code: 'store-unavailable' });
  });

  it('in the middle of a replay the connection ends: it must not seem whole', async () => {
    const admission = await channel.admit(readSubscription(new URLSearchParams('cursors=true')), () => ANONYMOUS);
    away = true;
    const failed = new Promise<void>((resolve) => admission.connect({ send: async () => undefined, fail: resolve }));
    await failed;
  });
});

it('who left is told nothing more', async () => {
  const plain = await listen();
  const cursors = await listen('cursors=true');
  await expect.poll(() => cursors.heard).toHaveLength(1);
  for (const { admission } of [plain, cursors]) admission.end();
  const stays = await listen();
  await heardBefore(stays);
  expect([plain.heard, cursors.heard.slice(1)]).toEqual([[], []]);
});
