import { describe, expect, it } from 'vitest';
import { MAX_INLINE_TEXT, MAX_INLINE_TEXTS, type ObjectStore, type WriteRequest } from '../object-store.ts';
import { keyOf, makeWrite, putAll, searchRequest, shortIdOf, type WriteOptions } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL } from './queries.ts';
import { useStore } from './use-store.ts';

const MEGABYTE = 1 << 20;

/** Objects that are more than one page. */
const PAGED = 9;

/** A write whose text is as long as that, of which search knows nothing. */
function long(name: string, length: number, options: WriteOptions = {}): WriteRequest {
  const request = makeWrite(name, options);
  const filler = `ä${'x'.repeat(length - request.text.length)}`; // not one byte per character
  return { ...request, text: `${request.text.slice(0, -1)},"filler":${JSON.stringify(filler)}}` };
}

/** How many texts came along, and how long those are that did not, at least. */
function texts(states: readonly ({ readonly text: string | null; readonly size?: number } | null)[]) {
  return states.map((state) => (state?.text === null ? `${Math.floor((state.size ?? 0) / MEGABYTE)} MB` : state?.text));
}

/** The texts of all these versions, read by as many calls as needed, and the total length of the texts of each call. */
async function readAll(store: ObjectStore, versions: Parameters<ObjectStore['texts']>[0]) {
  const all: (string | null)[] = [];
  const lengths: number[] = [];
  while (all.length < versions.length) {
    const some = await store.texts(versions.slice(all.length));
    expect(some.length).toBeGreaterThan(0);
    all.push(...some);
    lengths.push(some.reduce((sum, text) => sum + (text?.length ?? 0), 0));
  }
  return { all, lengths };
}

/** The short ids of all objects, by pages none of which holds them all. */
async function scanAll(store: ObjectStore): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<ObjectStore['scan']>> = await store.scan(cursor, 100);
    expect(page.objects.length).toBeLessThan(PAGED);
    ids.push(...page.objects.map(({ head }) => head.shortId));
    cursor = page.next;
    if (cursor === null) return ids.sort();
  }
}

/** The short ids of the objects that changed, in the same way. */
async function changedSince(store: ObjectStore, begin: string): Promise<string[]> {
  const ids = new Set<string>();
  for (let cursor = begin; ; ) {
    const page = await store.changes(cursor, 100);
    expect(page.objects.length).toBeLessThan(PAGED);
    for (const { head } of page.objects) ids.add(head.shortId);
    cursor = page.next;
    if (!page.more) return [...ids].sort();
  }
}

/** Long texts: the memory of a process stays bounded, whatever is stored. */
export function describeTexts(open: () => Promise<ObjectStoreHarness>): void {
  describe('long texts', () => {
    const { store } = useStore(open);

    it('are not part of any list, and can be read separately', async () => {
      const first = long('a', 3 * MEGABYTE);
      const [head = null] = await putAll(store(), [first]);
      const second = long('a', 2 * MEGABYTE, { version: 2, expected: head });
      await putAll(store(), [second, makeWrite('b')]);
      const small = makeWrite('b').text;
      expect(texts(await store().heads([shortIdOf('a'), 'a', 'b', 'c']))).toEqual(['2 MB', '2 MB', small, undefined]);
      expect(texts((await store().search(searchRequest(ALL))).hits).sort()).toEqual(['2 MB', small].sort());
      expect(texts(await store().history(keyOf('a'), 10))).toEqual(['2 MB', '3 MB']);
      expect(texts([await store().version(keyOf('a'), 1), await store().version(keyOf('a'), 2)])).toEqual([
        '3 MB',
        '2 MB',
      ]);
      const versions = [
        { key: keyOf('a'), version: 1 },
        { key: keyOf('b'), version: 1 },
        { key: keyOf('a'), version: 2 },
      ];
      expect((await readAll(store(), versions)).all).toEqual([first.text, small, second.text]);
    });

    it('are included up to a length, also of a deleted object', async () => {
      const request = makeWrite('a', { members: { filler: 'x'.repeat(1000) } });
      const [head] = await putAll(store(), [request, long('b', MAX_INLINE_TEXT + 1)]);
      expect(texts(await store().heads(['a', 'b']))).toEqual([request.text, '0 MB']);
      await store().remove([{ key: keyOf('a'), expected: head?.writeId ?? '', time: 2 }]);
      expect(texts(await store().heads(['a']))).toEqual([request.text]);
      expect((await readAll(store(), [{ key: keyOf('a'), version: 1 }])).all).toEqual([request.text]);
    });

    it('I9 of a list are included up to its limit; the others are read in order, some at a time', async () => {
      const each = MAX_INLINE_TEXT - 1000;
      const names = Array.from({ length: 80 }, (_, index) => `n${index}`);
      const requests = names.map((name) => long(name, each));
      for (let at = 0; at < requests.length; at += 20) await putAll(store(), requests.slice(at, at + 20));
      const page = await store().search(searchRequest(ALL, { limit: 100 }));
      const heads = await store().heads(names);
      for (const list of [page.hits, heads]) {
        expect(list).toHaveLength(80);
        const length = list.reduce((sum, state) => sum + (state?.text?.length ?? 0), 0);
        expect(length).toBeGreaterThan(MAX_INLINE_TEXTS / 2);
        expect(length).toBeLessThanOrEqual(MAX_INLINE_TEXTS);
      }
      const { all, lengths } = await readAll(
        store(),
        requests.map(({ key, version }) => ({ key, version })),
      );
      expect(all).toEqual(requests.map(({ text }) => text));
      expect(lengths.length).toBeGreaterThan(1);
      expect(Math.max(...lengths)).toBeLessThan(2 * MAX_INLINE_TEXTS);
    });

    it('make pages of a scan and of changes shorter', async () => {
      const begin = await store().changesSince(0);
      for (let index = 0; index < PAGED; index++) await putAll(store(), [long(`n${index}`, 5 * MEGABYTE)]);
      const scanned = await scanAll(store());
      expect(scanned).toEqual(Array.from({ length: PAGED }, (_, index) => shortIdOf(`n${index}`)));
      const changed = await changedSince(store(), begin);
      expect(changed).toEqual(scanned);
    });

    it('of versions that have been purged are null', async () => {
      await putAll(store(), [makeWrite('a')]);
      await store().purge();
      expect(await store().texts([{ key: keyOf('a'), version: 1 }])).toEqual([null]);
    });
  });
}
