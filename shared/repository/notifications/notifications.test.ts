import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { openSqliteStore, type SqliteStore } from '../../stores/sqlite/open.ts';
import { ANONYMOUS } from '../access/caller.ts';
import { changedObject } from '../objects/change-feed.ts';
import { describeStored, put, shortIdOf } from '../store/contract/fixtures.ts';
import type { Head, ObjectStore } from '../store/object-store.ts';
import { createFeedReader, type FeedReader } from './feed-reader.ts';
import { type Admission, createNotifications, type Notifications } from './notifications.ts';
import { readSubscription } from './subscription.ts';

let directory: string;
let here: SqliteStore;
let elsewhere: SqliteStore;
let feed: FeedReader;
let channel: Notifications;
let now: number;
let isDown: boolean;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'channel-'));
  here = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  elsewhere = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  now = 0;
  isDown = false;
  const store = { changes: reading('changes'), changesSince: reading('changesSince') };
  feed = createFeedReader({ store, pollIntervalMs: 5, report: () => undefined });
  channel = createNotifications({
    store,
    feed,
    notifyHidden: false,
    frameworkMembers: async () => null,
    now: () => now,
    report: () => undefined,
  });
});
afterEach(async () => {
  feed.close();
  await Promise.all([here.close(), elsewhere.close()]);
  await rm(directory, { recursive: true, force: true });
});

function reading<K extends 'changes' | 'changesSince'>(method: K): ObjectStore[K] {
  const read = async (...given: never[]) => {
    if (isDown) throw new Problem('store-unavailable', 'The store is down.');
    return (here.objects[method] as (...given: never[]) => unknown)(...given);
  };
  return read as unknown as ObjectStore[K]; // the method itself, with a switch in front
}

const publish = (heads: readonly Head[], kind: 'single' | 'batch' = 'single') =>
  channel.publish({ kind, objects: heads.map((head) => changedObject(head)) });

async function connect(query = ''): Promise<{ received: string[]; failed: () => boolean; admission: Admission }> {
  const admission = await channel.admit(readSubscription(new URLSearchParams(query)), () => ANONYMOUS);
  const received: string[] = [];
  let failed = false;
  admission.connect({
    async send(message) {
      received.push(message);
    },
    fail: () => {
      failed = true;
    },
  });
  return { received, failed: () => failed, admission };
}

/** Writes elsewhere, and waits until that is delivered: earlier changes have been delivered then, or never are. */
async function receivedBefore(subscriber: { readonly received: readonly string[] }): Promise<readonly string[]> {
  const last = await put(elsewhere.objects, 'last');
  await expect.poll(() => subscriber.received.join()).toContain(last.shortId);
  return subscriber.received.filter((message) => !message.includes(last.shortId));
}

describe('a write of this process', () => {
  it('is delivered when it is published, as one batch, and not again when it is read from the store', async () => {
    const subscriber = await connect();
    const heads = [await put(here.objects, 'a'), await put(here.objects, 'b')];
    await publish(heads, 'batch');
    expect(subscriber.received).toEqual([JSON.stringify(heads.map(({ shortId }) => shortId))]);
    expect(await receivedBefore(subscriber)).toHaveLength(1);
  });

  it('is not delivered before it is published', async () => {
    const subscriber = await connect();
    const heads = [await put(here.objects, 'a'), await put(here.objects, 'b')];
    expect(await receivedBefore(subscriber)).toEqual([]);
    await publish(heads, 'batch');
    expect(subscriber.received.at(-1)).toBe(JSON.stringify(heads.map(({ shortId }) => shortId)));
  });

  it('is delivered after a timeout if it is not published, and once if it is published later', async () => {
    const subscriber = await connect();
    const head = await put(here.objects, 'a');
    expect(await receivedBefore(subscriber)).toEqual([]);
    now = 3_600_000;
    await put(elsewhere.objects, 'another');
    await expect.poll(() => subscriber.received.join()).toContain(head.shortId);
    const { length } = subscriber.received;
    await publish([head]);
    expect(subscriber.received).toHaveLength(length);
  });
});

describe('a write of another process', () => {
  it('is delivered when it is read, once to each subscriber', async () => {
    const subscribers = [await connect(), await connect()];
    const head = await put(elsewhere.objects, 'a');
    for (const { received } of subscribers) await expect.poll(() => received).toEqual([head.shortId]);
    for (const { admission } of subscribers) admission.end();
  });

  it('is not delivered to subscribers that connect later', async () => {
    const first = await connect();
    await put(elsewhere.objects, 'before');
    const second = await connect();
    expect(await receivedBefore(second)).toEqual([]);
    expect(first.received.join()).toContain(shortIdOf('before'));
  });

  it('is delivered after an outage of the store during which it was made', async () => {
    const subscriber = await connect();
    isDown = true;
    const head = await put(elsewhere.objects, 'a');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(subscriber.received).toEqual([]);
    isDown = false;
    await expect.poll(() => subscriber.received).toEqual([head.shortId]);
  });
});

describe('while the store is down', () => {
  it('subscribers without replay are accepted', async () => {
    isDown = true;
    const subscriber = await connect();
    await publish([await put(here.objects, 'a')]);
    expect(subscriber.received).toEqual([shortIdOf('a')]);
  });

  it.each(['cursors=true', 'since=2027-01-01T00:00:00Z', 'since=abc'])(
    'a subscription with %s is refused',
    async (query) => {
      isDown = true;
      await expect(connect(query)).rejects.toMatchObject({ code: 'store-unavailable' });
    },
  );

  it('a replay closes its connection, so that it does not look complete', async () => {
    const admission = await channel.admit(readSubscription(new URLSearchParams('cursors=true')), () => ANONYMOUS);
    isDown = true;
    const failed = new Promise<void>((resolve) => admission.connect({ send: async () => undefined, fail: resolve }));
    await failed;
  });
});

it('a subscriber that disconnected receives nothing more', async () => {
  const plain = await connect();
  const cursors = await connect('cursors=true');
  await expect.poll(() => cursors.received).toHaveLength(1);
  for (const { admission } of [plain, cursors]) admission.end();
  const stays = await connect();
  await receivedBefore(stays);
  expect([plain.received, cursors.received.slice(1)]).toEqual([[], []]);
});
