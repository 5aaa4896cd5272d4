import { describe, expect, it } from 'vitest';
import type { ObjectStore, RestoreRequest } from '../object-store.ts';
import { keyOf, makeRestore, makeWrite, put, shortIdOf } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { everywhere, removeObject, writeNext } from './moving.ts';
import { useSharedStore } from './use-store.ts';

/** Trails: what is recorded of the origin of versions. */
export function describeTrail(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useSharedStore(open);
  const trail = (name = 'a') => store().trail(keyOf(name), 100);

  describe('the trail', () => {
    it('I1 has a version with its write, and a deletion with its delete, for every instance and after a restart', async () => {
      const other = await harness().another();
      const first = await put(store(), 'a', { version: 1, written: 'by one' });
      const second = await put(store(), 'a', { version: 2, expected: first, written: 'by two' });
      await removeObject(store(), 'a', 'by three');
      const expected = [
        { version: 2, time: second.time, written: 'by two', removed: 'by three' },
        { version: 1, time: first.time, written: 'by one' },
      ];
      await everywhere(harness(), other, async (instance) => {
        expect(await instance.trail(keyOf('a'), 10)).toEqual(expected);
        expect(await instance.trail(keyOf('a'), 1)).toEqual(expected.slice(0, 1));
        expect(await instance.trail(keyOf('nobody'), 10)).toEqual([]);
      });
    });

    it('keeps each deletion when the object is written again', async () => {
      await put(store(), 'a', { version: 1, written: 'first' });
      for (const round of ['one', 'two', 'three']) {
        await removeObject(store(), 'a', `removed ${round}`);
        await writeNext(store(), 'a', { name: round }, `written ${round}`);
      }
      expect(await trail()).toMatchObject([
        { version: 4, written: 'written three' },
        { version: 3, written: 'written two', removed: 'removed three' },
        { version: 2, written: 'written one', removed: 'removed two' },
        { version: 1, written: 'first', removed: 'removed one' },
      ]);
      expect((await trail())[0]).not.toHaveProperty('removed');
    });

    it('has entries without text where a request had none', async () => {
      const first = await put(store(), 'a', { version: 1 });
      await put(store(), 'a', { version: 2, expected: first, written: 'known' });
      await removeObject(store(), 'a');
      const times = [1, 2].map((version) => makeWrite('a', { version }).time);
      expect(await trail()).toEqual([
        { version: 2, time: times[1], written: 'known' },
        { version: 1, time: times[0] },
      ]);
    });

    it('has nothing of refused writes and deletes', async () => {
      const first = await put(store(), 'a', { version: 1, written: 'first' });
      await put(store(), 'a', { version: 2, expected: first, written: 'second' });
      await store().write([makeWrite('a', { version: 3, expected: first, written: 'late' })]);
      await store().remove([{ key: keyOf('a'), expected: first.writeId, time: 1, removed: 'late' }]);
      expect((await trail()).map(({ written, removed }) => [written, removed])).toEqual([
        ['second', undefined],
        ['first', undefined],
      ]);
    });

    it('I4 has every deletion and every version when writers and deleters of one object compete', async () => {
      const instances = [store(), await harness().another()];
      await put(store(), 'a', { version: 1, written: 'w1' });
      const done = await Promise.all(
        Array.from({ length: 8 }, (_, index) => compete(instances[index % 2] ?? store(), index)),
      );
      const trailed = (await trail()).flatMap(({ written, removed }) => [
        written,
        ...(removed === undefined ? [] : [removed]),
      ]);
      expect(trailed.sort()).toEqual(['w1', ...done.flat()].sort());
    });

    it('of many versions has the requested length', async () => {
      const versions = Array.from({ length: 80 }, (_, index) => index + 1);
      await store().restore(versions.map((version) => makeRestore('a', { version, written: `${version}` })));
      expect((await trail()).map(({ written }) => Number(written))).toEqual(versions.toReversed());
      expect((await store().trail(keyOf('a'), 50)).map(({ version }) => version)).toEqual(
        versions.toReversed().slice(0, 50),
      );
    });

    it('is included with restored versions, in any order, and unchanged for existing versions', async () => {
      const requests: RestoreRequest[] = [
        { ...makeRestore('a', { version: 3, written: 'w3', deleted: true }), removed: 'r3' },
        { ...makeRestore('a', { version: 1, written: 'w1' }), removed: 'r1' },
        makeRestore('a', { version: 2 }),
      ];
      for (const request of requests) await store().restore([request]);
      await store().restore(requests.map((request) => ({ ...request, written: 'other' })));
      const expected = [{ written: 'w3', removed: 'r3' }, {}, { written: 'w1', removed: 'r1' }];
      expect(await trail()).toMatchObject(expected);
      await store().restore(requests.map((request) => renamed(request, 'b')));
      expect(await trail('b')).toMatchObject(expected);
      await writeNext(store(), 'a', {}, 'w4');
      expect(await trail()).toMatchObject([{ written: 'w4' }, ...expected]);
    });

    it('keeps deletions that are made and restored after older versions were inserted', async () => {
      await put(store(), 'a', { version: 5, written: 'w5' });
      await store().restore([makeRestore('a', { version: 3, written: 'w3' })]);
      await removeObject(store(), 'a', 'r5');
      await writeNext(store(), 'a', {}, 'w6');
      const [head = null] = await store().heads([shortIdOf('a')]);
      if (head?.text == null) throw new Error('There is no head.');
      const request = makeRestore('a', { version: 6, deleted: true });
      await store().restore([{ ...request, text: head.text, removed: 'r6' }]);
      await writeNext(store(), 'a', {}, 'w7');
      expect((await trail()).map(({ written, removed }) => [written, removed])).toEqual([
        ['w7', undefined],
        ['w6', 'r6'],
        ['w5', 'r5'],
        ['w3', undefined],
      ]);
    });

    it('ends with a purge', async () => {
      await put(store(), 'a', { version: 1, written: 'before' });
      await removeObject(store(), 'a', 'before');
      await store().purge();
      await put(store(), 'a', { version: 1 });
      expect(await trail()).toEqual([{ version: 1, time: makeWrite('a').time }]);
    });
  });
}

/** Deletes or writes the object until both were done once. @returns the texts of the operations */
async function compete(store: ObjectStore, index: number): Promise<string[]> {
  const done: string[] = [];
  while (done.length < 2) {
    const [head = null] = await store.heads([shortIdOf('a')]);
    if (head === null) throw new Error('The object vanished.');
    const { version, writeId } = head;
    const text = `${head.deleted || done.length === 1 ? 'w' : 'r'} ${index} ${done.length}`;
    const [outcome] =
      text[0] === 'r'
        ? await store.remove([{ key: keyOf('a'), expected: writeId, time: 1, removed: text }])
        : await store.write([makeWrite('a', { version: version + 1, expected: head, written: text })]);
    if (outcome?.status === 'removed' || outcome?.status === 'stored') done.push(text);
  }
  return done;
}

/** The same version of another object. */
function renamed(request: RestoreRequest, name: string): RestoreRequest {
  const { key, shortId, id, text, aliases } = makeRestore(name, { version: request.version });
  return { ...request, key, shortId, id, text, aliases };
}
