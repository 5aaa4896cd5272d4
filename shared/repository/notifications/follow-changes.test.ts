import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { openSqliteStore, type SqliteStore } from '../../stores/sqlite/open.ts';
import { describeStored, makeWrite, nameOf, put, putAll } from '../store/contract/fixtures.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { createFeedReader, type FeedReader } from './feed-reader.ts';
import { type Follower, followFeed, followStore } from './follow-changes.ts';

let directory: string;
let store: SqliteStore;
let feed: FeedReader;
let reads: number;
let isDown: boolean;
let start: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'follower-'));
  store = await openSqliteStore({ directory, describe: describeStored, readers: 1 });
  reads = 0;
  isDown = false;
  feed = createFeedReader({ store: { changes }, pollIntervalMs: 5, report: () => undefined });
  start = (await store.objects.changes(null, 64)).next;
});
afterEach(async () => {
  feed.close();
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

const changes: ObjectStore['changes'] = (cursor, limit) => {
  reads++;
  if (isDown) throw new Problem('store-unavailable', 'The store is down.');
  return store.objects.changes(cursor, limit);
};

const SOON_MS = 10_000;

/** Pages until this many objects were received. */
async function receive(follower: Follower, count: number): Promise<readonly string[]> {
  const names: string[] = [];
  while (names.length < count) {
    const page = await follower.next(SOON_MS);
    if (typeof page === 'string') throw new Error(`There were ${names.length} of ${count} objects: ${page}.`);
    names.push(...page.objects.map(nameOf));
  }
  return names;
}

const numbered = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const write = (names: readonly string[]) =>
  putAll(
    store.objects,
    names.map((name) => makeWrite(name)),
  );

describe.each([
  ['the feed', () => followFeed(feed, start)],
  ['the store', () => followStore({ changes }, start, 5)],
])('a follower by %s', (_, open) => {
  it('gets what was written after its cursor, then what is written, each once and in order', async () => {
    await write(['a', 'b']);
    const follower = open();
    expect(await receive(follower, 2)).toEqual(['a', 'b']);
    const next = receive(follower, 1);
    await put(store.objects, 'c');
    expect(await next).toEqual(['c']);
    follower.close();
  });

  it('gets every change once while others write', async () => {
    const follower = open();
    const names = numbered(600, 'n');
    const writing = (async () => {
      for (let at = 0; at < names.length; at += 50) await write(names.slice(at, at + 50));
    })();
    expect(await receive(follower, names.length)).toEqual(names);
    await writing;
    follower.close();
  });

  it('is idle when nothing is written in time, and loses nothing by that', async () => {
    const follower = open();
    let page = await follower.next(SOON_MS / 1_000);
    while (page !== 'idle') page = await follower.next(20); // the feed begins with an empty page
    await put(store.objects, 'a');
    expect(await receive(follower, 1)).toEqual(['a']);
    follower.close();
  });

  it('ends when it is closed, also a call that is waiting', async () => {
    const follower = open();
    const waiting = (async () => {
      let page = await follower.next(SOON_MS);
      while (page !== 'ended') page = await follower.next(SOON_MS);
      return page;
    })();
    await new Promise((resolve) => setTimeout(resolve, 20));
    follower.close();
    expect(await waiting).toBe('ended');
    expect(await follower.next(SOON_MS)).toBe('ended');
  });

  it('tells of a purge', async () => {
    await put(store.objects, 'before');
    const follower = open();
    expect(await receive(follower, 1)).toEqual(['before']);
    await store.objects.purge();
    let page = await follower.next(SOON_MS);
    while (typeof page !== 'string' && page.purged === undefined) page = await follower.next(SOON_MS);
    expect(page).toMatchObject({ purged: true, objects: [] });
    await put(store.objects, 'after');
    expect(await receive(follower, 1)).toEqual(['after']);
    follower.close();
  });

  it('continues after an outage of the store', async () => {
    const follower = open();
    isDown = true;
    await put(store.objects, 'a');
    await expect(follower.next(SOON_MS)).rejects.toMatchObject({ code: 'store-unavailable' });
    isDown = false;
    expect(await receive(follower, 1)).toEqual(['a']);
    follower.close();
  });
});

test('for a consumer that does not ask, nothing is read or kept', async () => {
  const slow = followFeed(feed, start);
  const other = followFeed(feed, start);
  await write(['first']);
  expect(await receive(slow, 1)).toEqual(['first']);
  expect(await receive(other, 1)).toEqual(['first']);
  const names = numbered(1_500, 'n');
  for (let at = 0; at < names.length; at += 500) await write(names.slice(at, at + 500));
  expect(await receive(other, names.length)).toEqual(names);
  other.close();
  reads = 0;
  await write(['last']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reads).toBe(0); // nobody asks
  expect(await receive(slow, names.length + 1)).toEqual([...names, 'last']);
  slow.close();
});
