import { describe, expect, test } from 'vitest';
import type { ChangePage, Head, ObjectStore } from '../object-store.ts';
import { makeRestore, makeWrite, put, putAll } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { useStore } from './use-store.ts';

type Changed = ChangePage['objects'][number];

/** Everything after a cursor, page by page, and the cursor behind it. */
async function readAll(store: ObjectStore, cursor: string, limit = 64) {
  const objects: Changed[] = [];
  for (let next = cursor; ; ) {
    const page = await store.changes(next, limit);
    expect(page.objects.length).toBeLessThanOrEqual(limit);
    objects.push(...page.objects);
    next = page.next;
    if (!page.more) return { objects, next };
  }
}

const cursorNow = async (store: ObjectStore) => (await store.changes(null, 64)).next;
const headsOf = (objects: readonly Changed[]) => objects.map(({ head }) => head);
const byKey = (heads: readonly Head[]) => [...heads].sort((a, b) => (a.key < b.key ? -1 : 1));

/** Changes since a cursor: their order, cursors, and completeness. */
export function describeChanges(open: () => Promise<ObjectStoreHarness>): void {
  describe('changes', () => {
    const { store, harness } = useStore(open);

    async function remove(head: Head): Promise<Head> {
      const [outcome] = await store().remove([{ key: head.key, expected: head.writeId, time: head.time + 1 }]);
      if (outcome?.status !== 'removed') throw new Error(`A removal ended with ${outcome?.status}.`);
      return { ...head, deleted: true, writeId: outcome.head.writeId };
    }

    test('begin with an empty page and a cursor behind all earlier writes', async () => {
      await put(store(), 'before');
      const first = await store().changes(null, 64);
      expect(first.objects).toEqual([]);
      expect((await readAll(store(), first.next)).objects).toEqual([]);
    });

    test('are the objects saved and deleted since, each once and as it is now', async () => {
      const kept = await put(store(), 'kept');
      const gone = await put(store(), 'gone');
      const cursor = await cursorNow(store());
      const added = await put(store(), 'added');
      const newer = await put(store(), 'kept', { version: 2, expected: kept });
      const newest = await put(store(), 'kept', { version: 3, expected: newer, readers: [] });
      const tombstone = await remove(gone);
      const { objects, next } = await readAll(store(), cursor);
      expect(byKey(headsOf(objects))).toEqual(byKey([added, newest, tombstone]));
      expect((await readAll(store(), next)).objects).toEqual([]);
      const back = await put(store(), 'gone', { version: 5, expected: tombstone });
      expect(headsOf((await readAll(store(), next)).objects)).toEqual([back]);
      expect(headsOf((await readAll(store(), cursor)).objects)).toHaveLength(3);
    });

    test('do not include refused writes and no-ops', async () => {
      await put(store(), 'there');
      const cursor = await cursorNow(store());
      await store().write([makeWrite('there', { expected: null })]);
      await store().restore([makeRestore('there')]);
      expect((await readAll(store(), cursor)).objects).toEqual([]);
    });

    test('include restored versions that become current', async () => {
      const cursor = await cursorNow(store());
      await store().restore([makeRestore('moved', { version: 7 }), makeRestore('over', { version: 2, deleted: true })]);
      const heads = headsOf((await readAll(store(), cursor)).objects);
      expect(heads.map(({ version, deleted }) => ({ version, deleted }))).toEqual(
        expect.arrayContaining([
          { version: 7, deleted: false },
          { version: 2, deleted: true },
        ]),
      );
      expect(heads).toHaveLength(2);
    });

    test('include objects whose history gained a version, with their names', async () => {
      const aliases = [{ name: 'url', strength: 'weak' as const }];
      const head = await put(store(), 'a', { version: 5, aliases });
      const cursor = await cursorNow(store());
      await store().restore([makeRestore('a', { version: 3 })]);
      const { objects, next } = await readAll(store(), cursor);
      expect(objects).toMatchObject([{ head: { text: head.text, version: 5 } }]);
      expect(objects[0]?.aliases).toContainEqual({ name: 'url', strength: 'weak' });
      await store().restore([makeRestore('a', { version: 3 })]);
      expect((await readAll(store(), next)).objects).toEqual([]);
    });

    test('come from every instance, marked as own or foreign; cursors are valid on all instances and after a restart', async () => {
      const other = await harness().another();
      const cursor = await cursorNow(store());
      const own = await put(store(), 'own');
      const foreign = await put(other, 'foreign');
      const changesSeenBy = async (reader: ObjectStore) =>
        (await readAll(reader, cursor)).objects
          .map(({ head, own: mine }) => `${head.shortId === own.shortId ? 'own' : 'foreign'} ${mine}`)
          .sort();
      expect(await changesSeenBy(store())).toEqual(['foreign false', 'own true']);
      expect(await changesSeenBy(other)).toEqual(['foreign true', 'own false']);
      const { next } = await readAll(other, cursor);
      const later = await put(other, 'later');
      const again = await harness().reopen();
      expect((await readAll(again, next)).objects).toMatchObject([{ head: later, own: false }]);
      expect(byKey(headsOf((await readAll(again, cursor)).objects))).toEqual(byKey([own, foreign, later]));
    });

    test('come in pages without gaps or repetitions', async () => {
      const cursor = await cursorNow(store());
      const heads = await putAll(
        store(),
        Array.from({ length: 300 }, (_, number) => makeWrite(`object ${number}`)),
      );
      const { objects } = await readAll(store(), cursor, 64);
      expect(byKey(headsOf(objects))).toEqual(byKey(heads));
    });

    test('include every acknowledged write of two concurrent instances, each state once', async () => {
      const instances = [store(), await harness().another()];
      let cursor = await cursorNow(store());
      const acknowledged = new Map<string, Head>();
      const writer = async (instance: ObjectStore, name: string): Promise<void> => {
        let head: Head | null = null;
        for (let version = 1; version <= 12; version++) {
          const [written]: Head[] = await putAll(instance, [
            makeWrite(name, { version, expected: head }),
            makeWrite(`${name} ${version}`),
          ]);
          head = written ?? null;
          if (head !== null) acknowledged.set(name, head);
        }
      };
      let writing = true;
      const writers = Array.from({ length: 12 }, (_, at) => writer(instances[at % 2] ?? store(), `writer ${at}`));
      const done = Promise.all(writers).finally(() => {
        writing = false;
      });
      const states: string[] = [];
      const last = new Map<string, Head>();
      const readMore = async () => {
        const { objects, next } = await readAll(store(), cursor);
        cursor = next;
        for (const { head } of objects) {
          states.push(head.writeId);
          expect(head.version).toBeGreaterThanOrEqual(last.get(head.key)?.version ?? 0);
          last.set(head.key, head);
        }
      };
      while (writing) {
        await readMore();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await done;
      await readMore();
      expect(last.size).toBe(12 * 13);
      for (const head of acknowledged.values()) expect(last.get(head.key)).toEqual(head);
      expect(new Set(states).size).toBe(states.length);
    });

    test('after a purge are the later writes, also for an earlier cursor', async () => {
      const cursor = await cursorNow(store());
      await putAll(store(), [makeWrite('one'), makeWrite('two'), makeWrite('three')]);
      const { next } = await readAll(store(), cursor);
      await store().purge();
      const anew = await put(store(), 'anew');
      for (const one of [cursor, next]) expect(headsOf((await readAll(store(), one)).objects)).toEqual([anew]);
    });

    test('report a purge once, with the first page after an earlier cursor', async () => {
      await putAll(store(), [makeWrite('one'), makeWrite('two')]);
      const cursor = await cursorNow(store());
      expect((await store().changes(cursor, 64)).purged).toBeUndefined();
      await store().purge();
      const first = await store().changes(cursor, 64);
      expect(first).toMatchObject({ objects: [], purged: true });
      await put(store(), 'anew');
      const second = await store().changes(first.next, 64);
      expect(second.objects).toHaveLength(1);
      expect(second.purged).toBeUndefined();
      expect((await store().changes(cursor, 64)).purged).toBe(true);
      expect((await store().changes(await cursorNow(store()), 64)).purged).toBeUndefined();
    });

    test('I11 include every acknowledged write after a crash', async ({ skip }) => {
      const { crash } = harness();
      if (crash === undefined) return skip('this harness cannot kill the store');
      const cursor = await cursorNow(store());
      const { store: after, acknowledged } = await crash();
      const { objects } = await readAll(after, cursor);
      const versions = new Map(objects.map(({ head }) => [head.key, head.version]));
      expect(acknowledged.length).toBeGreaterThan(0);
      for (const { key, version } of acknowledged) expect(versions.get(key)).toBeGreaterThanOrEqual(version);
      expect(objects.every(({ own }) => !own)).toBe(true);
    });

    test('of large objects come in smaller pages', async () => {
      const cursor = await cursorNow(store());
      const words = 'x'.repeat(250_000);
      const large = Array.from({ length: 110 }, (_, at) => makeWrite(`large ${at}`, { members: { words } }));
      for (let from = 0; from < large.length; from += 10) await putAll(store(), large.slice(from, from + 10));
      const first = await store().changes(cursor, 1_000);
      expect(first.objects.length).toBeLessThan(110);
      expect(first.more).toBe(true);
      const { objects } = await readAll(store(), first.next);
      const keys = [...first.objects, ...objects].map(({ head }) => head.key);
      expect([...keys].sort()).toEqual(large.map(({ key }) => key).sort());
    });

    test('since a time are all later writes', async () => {
      const before = Date.now();
      const heads = await putAll(store(), [makeWrite('one'), makeWrite('two')]);
      const since = await store().changesSince(before);
      expect(byKey(headsOf((await readAll(store(), since)).objects))).toEqual(byKey(heads));
      expect(headsOf((await readAll(store(), await store().changesSince(0))).objects)).toHaveLength(2);
      const future = await store().changesSince(Date.now() + 3_600_000);
      expect((await readAll(store(), future)).objects).toEqual([]);
      const next = await put(store(), 'next');
      expect(headsOf((await readAll(store(), future)).objects)).toEqual([next]);
    });

    test('say when each object was last written, deleted or restored here', async () => {
      const before = Date.now();
      const heads = await putAll(store(), [makeWrite('one'), makeWrite('two')]);
      const [one, two] = heads;
      if (one === undefined || two === undefined) throw new Error('Two objects were written.');
      await remove(one);
      await store().restore([makeRestore('three')]);
      const { objects } = await readAll(store(), await store().changesSince(0));
      expect(objects).toHaveLength(3);
      for (const { changed } of objects) {
        expect(changed).toBeGreaterThanOrEqual(before - 1);
        expect(changed).toBeLessThanOrEqual(Date.now() + 1);
      }
      const keys = objects.map(({ head }) => head.key);
      expect(await store().changeTimes(keys)).toEqual(objects.map(({ changed }) => changed));
      expect(await store().changeTimes([makeWrite('none').key, two.key])).toEqual([
        null,
        objects.find(({ head }) => head.key === two.key)?.changed,
      ]);
    });

    test('refuse a cursor that they did not return', async () => {
      const cursor = await cursorNow(store());
      const [first = 'a'] = cursor;
      const changed = `${first === 'A' ? 'B' : 'A'}${cursor.slice(1)}`;
      await putAll(store(), [makeWrite('one'), makeWrite('two')]);
      const scan = (await store().scan(null, 1)).next;
      for (const bad of ['', 'x', changed, `${cursor}x`, scan ?? '', 'a'.repeat(20_000)]) {
        await expect(store().changes(bad, 64)).rejects.toMatchObject({ code: 'invalid-parameter' });
      }
    });
  });
}
