import { describe, expect, it } from 'vitest';
import type { NamedHead, ObjectStore, ScanPage } from '../object-store.ts';
import {
  ADMIN,
  allPages,
  found,
  keyId,
  keyOf,
  makeWrite,
  nameOf,
  put,
  putAll,
  searchRequest,
  shortIdOf,
} from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { allScanned, everywhere, removeObject, restoreRequests, writeNext } from './moving.ts';
import { ALL, term, wildcard } from './queries.ts';
import { useStore } from './use-store.ts';

/** Reading, counting and removing everything, for backups, exports and purges. */
export function describeMoving(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useStore(open);

  describe('scan', () => {
    it('returns every object once in its current state, deleted ones too, in pages of the requested size', async () => {
      const names = await fill(store(), 25);
      const other = await harness().another();
      for (const [instance, limit] of [
        [store(), 10],
        [other, 25],
        [store(), 1_000],
      ] as const) {
        const pages = await scanPages(instance, limit);
        expect(pages.map(({ objects }) => objects.length)).toEqual(sizes(25, limit));
        const heads = pages.flatMap(({ objects }) => objects.map(({ head }) => head));
        expect(heads.map(nameOf).sort()).toEqual([...names].sort());
        expect(heads).toEqual(await store().heads(heads.map(({ shortId }) => shortId)));
      }
    });

    it('returns the names of an object, with their strength', async () => {
      const first = await put(store(), 'a', {
        aliases: [
          { name: 'guid-a', strength: 'strong' },
          { name: 'url-a', strength: 'weak' },
          { name: 'guid-b', strength: 'weak' },
        ],
      });
      await put(store(), 'b', { aliases: [{ name: 'guid-b', strength: 'strong' }] });
      await put(store(), 'a', { version: 2, expected: first, aliases: [{ name: 'later', strength: 'weak' }] });
      await removeObject(store(), 'a');
      const objects = await allScanned(store());
      expect(namesAmong(objects, 'a')).toEqual(
        expect.arrayContaining([
          { name: 'guid-a', strength: 'strong' },
          { name: 'url-a', strength: 'weak' },
          { name: 'later', strength: 'weak' },
        ]),
      );
      expect(namesAmong(objects, 'b')).toEqual([{ name: 'guid-b', strength: 'strong' }]);
      for (const { head, aliases } of objects) {
        expect(aliases.map(({ name }) => name)).not.toContain(head.shortId);
      }
    });

    it('returns every object that existed at its start once, in its current state, during concurrent writes', async () => {
      const names = await fill(store(), 30);
      const other = await harness().another();
      const seen: NamedHead[] = [];
      let cursor: string | null = null;
      for (let round = 0; ; round++) {
        const page: ScanPage = await store().scan(cursor, 7);
        const keys = page.objects.map(({ head }) => head.shortId);
        expect(page.objects.map(({ head }) => head)).toEqual(await store().heads(keys));
        seen.push(...page.objects);
        if (page.next === null) break;
        cursor = page.next;
        await put(other, `new${round}`);
        await writeNext(other, `o${round * 2}`, { name: 'changed' });
        await removeObject(other, `o${29 - round}`);
      }
      const given = seen.map(({ head }) => nameOf(head));
      expect(new Set(given).size).toBe(given.length);
      expect(given.filter((name) => !name.startsWith('new')).sort()).toEqual([...names].sort());
    });

    it('continues in another instance, and after a restart', async () => {
      await fill(store(), 12);
      const whole = (await allScanned(store())).map(({ head }) => nameOf(head));
      const first = await store().scan(null, 5);
      expect(first.objects.map(({ head }) => nameOf(head))).toEqual(whole.slice(0, 5));
      const second = await (await harness().another()).scan(first.next, 5);
      expect(second.objects.map(({ head }) => nameOf(head))).toEqual(whole.slice(5, 10));
      const third = await (await harness().reopen()).scan(second.next, 5);
      expect(third.objects.map(({ head }) => nameOf(head))).toEqual(whole.slice(10));
      expect(third.next).toBeNull();
    });

    it('refuses cursors that are not those of a scan', async () => {
      await fill(store(), 10);
      const { next } = await store().scan(null, 2);
      const search = await store().search(searchRequest(ALL, { limit: 2 }));
      const made = ['', 'no cursor', '7', `${next}A`, changed(next), 'x'.repeat(100_000), search.next];
      for (const cursor of made) {
        await expect(store().scan(cursor, 2)).rejects.toMatchObject({ code: 'invalid-parameter', status: 400 });
      }
      await expect(found(store(), ALL, { cursor: next })).rejects.toMatchObject({ code: 'invalid-parameter' });
    });

    it('counts the objects that it returns', async () => {
      expect(await store().count()).toBe(0);
      expect(await store().scan(null, 10)).toEqual({ objects: [], next: null });
      await fill(store(), 25);
      await store().write([makeWrite('o1', { expected: 'never given' })]);
      expect(await store().count()).toBe(25);
      expect(await (await harness().another()).count()).toBe(25);
    });
  });

  describe('moving everything', () => {
    it('G15 copies everything into an empty store, with the same objects, histories, names and hits', async () => {
      const names = await fill(store(), 25);
      const before = await picture(store(), names);
      const requests = await restoreRequests(store());
      await store().purge();
      const outcomes = await store().restore([...requests].reverse());
      expect(outcomes.every(({ status }) => status === 'restored')).toBe(true);
      expect(await picture(store(), names)).toEqual(before);
      expect(await picture(await harness().reopen(), names)).toEqual(before);
    });
  });

  describe('purge', () => {
    it('leaves nothing to find, read or count, for any instance', async () => {
      const other = await harness().another();
      const names = await fill(store(), 12);
      await picture(other, names);
      await store().purge();
      await everywhere(harness(), other, async (instance) => {
        expect(await instance.count()).toBe(0);
        expect(await instance.scan(null, 10)).toEqual({ objects: [], next: null });
        expect(await instance.heads(names.flatMap((name) => [name, shortIdOf(name), `url-${name}`]))).toEqual(
          names.flatMap(() => [null, null, null]),
        );
        for (const name of names) {
          expect(await instance.history(keyOf(name), 10)).toEqual([]);
          expect(await instance.version(keyOf(name), 1)).toBeNull();
        }
        expect(await found(instance, ALL, { caller: ADMIN })).toEqual([]);
        expect(await found(instance, wildcard('wo*'), { caller: ADMIN })).toEqual([]);
      });
    });

    it('accepts writes immediately, from every instance, under names that were taken before', async () => {
      const other = await harness().another();
      await fill(other, 12);
      await fill(store(), 12, 12);
      await put(other, 'owner', { aliases: [{ name: 'shared', strength: 'strong' }], members: { first: 'uniform' } });
      for (const instance of [store(), other]) expect(await found(instance, term('uniform', '*'))).toEqual(['owner']);
      await store().purge();
      await put(other, 'thief', { aliases: [{ name: 'shared', strength: 'strong' }], members: { second: 'uniform' } });
      const members = { name: 'word', first: 'nowhere', level: 7 };
      const [back] = await putAll(store(), [makeWrite('o1', { members })]);
      expect(await other.heads(['shared', 'o1'])).toEqual([
        expect.objectContaining({ id: `${shortIdOf('thief')}/1` }),
        back,
      ]);
      for (const instance of [store(), other]) {
        expect(await found(instance, term('uniform'))).toEqual(['thief']);
        expect(await found(instance, wildcard('*niform'))).toEqual(['thief']);
        expect(await found(instance, wildcard('*where'))).toEqual(['o1']);
        expect(await found(instance, term('uniform', 'second'))).toEqual(['thief']);
        expect(await found(instance, term('uniform', '*econd'))).toEqual(['thief']);
        expect(await found(instance, term('nowhere', 'first'))).toEqual(['o1']);
        expect(await found(instance, term('nowhere', '*'))).toEqual(['o1']);
        expect(await found(instance, ALL, { types: { include: [['example.org.thing']], exclude: [] } })).toHaveLength(
          2,
        );
        expect(await instance.count()).toBe(2);
      }
    });

    it('keeps concurrent writes atomic: completely removed, or complete', async () => {
      const other = await harness().another();
      const names = Array.from({ length: 40 }, (_, index) => `o${index}`);
      const writes = names.map((name, index) => {
        const members = { name: `word${name}` };
        return (index % 4 === 0 ? other : store()).write([
          makeWrite(name, { members, aliases: [{ name, strength: 'strong' }] }),
        ]);
      });
      const purged = store().purge();
      const settled = await Promise.allSettled(writes);
      await purged;
      for (const outcome of settled) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'store-unavailable' });
        else expect(outcome.value).toMatchObject([{ status: 'stored' }]);
      }
      const there = (await store().heads(names)).flatMap((head) => (head === null ? [] : [nameOf(head)]));
      expect((await allScanned(store())).map(({ head }) => nameOf(head)).sort()).toEqual([...there].sort());
      expect(await store().count()).toBe(there.length);
      expect((await found(store(), ALL)).sort()).toEqual([...there].sort());
      const left = await Promise.all(names.map((name) => found(store(), term(`word${name}`))));
      expect(left).toEqual(names.map((name) => (there.includes(name) ? [name] : [])));
      const histories = await Promise.all(names.map((name) => store().history(keyOf(name), 10)));
      expect(histories.map((history) => history.map(nameOf))).toEqual(left);
      const members = { name: 'after' };
      await put(store(), 'after0', { members });
      await put(other, 'after1', { members });
      expect((await found(store(), term('after'))).sort()).toEqual(['after0', 'after1']);
      const pages = await allPages(store(), ALL, { limit: 1 });
      expect(pages.map((page) => page.length)).toEqual(Array(there.length + 2).fill(1));
    });
  });
}

/** Objects of every kind: of several versions, hidden, deleted, back after deletion. Returns their names. */
async function fill(store: ObjectStore, count: number, from = 0): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `o${from + index}`);
  const requests = names.map((name, index) =>
    makeWrite(name, {
      version: 3,
      members: { name: `word word${name}`, level: index % 4, [`field${index % 5}`]: `value${index}` },
      owners: [keyId('owner')],
      readers: index % 5 === 1 ? [keyId('reader')] : [],
      aliases: [
        { name, strength: 'strong' },
        { name: `url-${name}`, strength: 'weak' },
      ],
    }),
  );
  await putAll(store, requests);
  for (const name of names.slice(0, 4)) await writeNext(store, name, { name: `other word${name}` });
  for (const name of names.slice(2, 6)) await removeObject(store, name);
  for (const name of names.slice(3, 4)) await writeNext(store, name, { name: `again word${name}` });
  return names;
}

/** Everything that a store returns about these objects, except what may differ between two stores. */
async function picture(store: ObjectStore, names: readonly string[]): Promise<unknown> {
  const asked = names.flatMap((name) => [name, shortIdOf(name), `url-${name}`]);
  const heads = (await store.heads(asked)).map((head) => head && { ...head, writeId: '' });
  const histories = await Promise.all(names.map((name) => store.history(keyOf(name), 10)));
  const callers = [{ admin: false, keys: [] }, { admin: false, keys: [keyId('reader')] }, ADMIN];
  const queries = [ALL, term('other'), term('value7', 'field2'), wildcard('wordo1*'), term('1', 'level')];
  const hits = await Promise.all(
    callers.flatMap((caller) => queries.map(async (query) => (await found(store, query, { caller })).sort())),
  );
  return { heads, histories, hits, count: await store.count() };
}

function namesAmong(objects: readonly NamedHead[], name: string): NamedHead['aliases'] {
  return objects.find(({ head }) => nameOf(head) === name)?.aliases ?? [];
}

async function scanPages(store: ObjectStore, limit: number): Promise<ScanPage[]> {
  const pages: ScanPage[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: ScanPage = await store.scan(cursor, limit);
    pages.push(page);
    if (page.next === null) return pages;
    cursor = page.next;
  }
}

/** The cursor with another first letter. */
function changed(cursor: string | null): string {
  return `${cursor?.startsWith('A') ? 'B' : 'A'}${cursor?.slice(1)}`;
}

function sizes(total: number, limit: number): number[] {
  const full = Array.from({ length: Math.floor(total / limit) }, () => limit);
  return total % limit === 0 ? full : [...full, total % limit];
}
