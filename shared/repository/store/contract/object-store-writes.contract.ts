import { describe, expect, it } from 'vitest';
import type { Head, HeadState, ObjectStore, StoredVersion } from '../object-store.ts';
import { ADMIN, found, keyId, keyOf, makeWrite, nameOf, put, putAll, shortIdOf, withTexts } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { ALL, term } from './queries.ts';
import { useSharedStore } from './use-store.ts';

/** Writing, reading, deleting: I1 to I8 and I10. */
export function describeWrites(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useSharedStore(open);

  describe('reading written objects', () => {
    it('I1 answers by every alias, in history and in searches as soon as the write is acknowledged, from every instance', async () => {
      const other = await harness().another();
      const aliases = [
        { name: 'guid-1', strength: 'strong' as const },
        { name: 'from-url', strength: 'weak' as const },
      ];
      const head = await put(store(), 'a', { members: { name: 'Arithmetic' }, aliases });
      for (const instance of [store(), other]) {
        expect(await instance.heads([shortIdOf('a'), 'guid-1', 'from-url'])).toEqual([head, head, head]);
        expect(await instance.version(keyOf('a'), 1)).toEqual(versionOf(head));
        expect(await instance.history(keyOf('a'), 10)).toEqual([versionOf(head)]);
        expect(await found(instance, term('arithmetic'))).toEqual(['a']);
      }
    });

    it('I1 finds the parts of a batch, from every instance, as soon as they are made searchable', async () => {
      const other = await harness().another();
      for (const name of ['a', 'b']) {
        const outcomes = await store().write([makeWrite(name, { members: { name: 'word' } })], 'later');
        expect(outcomes).toMatchObject([{ status: 'stored' }]);
        expect(await other.heads([shortIdOf(name)])).toMatchObject([{ version: 1 }]);
      }
      await store().makeSearchable();
      for (const instance of [store(), other]) expect((await found(instance, term('word'))).sort()).toEqual(['a', 'b']);
    });

    it('I1 answers for many names together as for each alone, whatever characters they have', async () => {
      const odd = ['a"b', "a'b", 'a\\b', 'a b', '%', '[1]', 'null', 'ä', '日本', '😀', 'a\nb', '1'];
      const names = [...odd, ...Array.from({ length: 20 }, (_, index) => `n${index}`)];
      const heads = await putAll(
        store(),
        names.map((name, index) => makeWrite(`o${index}`, { aliases: [{ name, strength: 'strong' }] })),
      );
      const asked = names.flatMap((name) => [name, `${name} too`, name]);
      const expected = heads.flatMap((head) => [head, null, head]);
      expect(await store().heads(asked)).toEqual(expected);
      const alone = await Promise.all(asked.map((name) => store().heads([name])));
      expect(alone.flat()).toEqual(expected);
    });

    it('I1 keeps everything across a restart', async () => {
      const head = await put(store(), 'a', { members: { name: 'one' }, owners: [keyId('o')], readers: [keyId('r')] });
      const again = await harness().reopen();
      expect(await again.heads([shortIdOf('a')])).toEqual([head]);
      expect(await found(again, term('one'), { caller: { admin: false, keys: [keyId('r')] } })).toEqual(['a']);
      expect(await put(again, 'a', { version: 2, expected: head, members: { name: 'two' } })).toMatchObject({
        version: 2,
      });
      expect(await found(again, term('one'), { caller: ADMIN })).toEqual([]);
    });

    it('returns heads in the order of the names, and null for unknown names', async () => {
      const [a, b] = await putAll(store(), [makeWrite('a'), makeWrite('b')]);
      expect(await store().heads(['b', 'nobody', 'a', 'b'])).toEqual([b, null, a, b]);
      expect(await store().heads([])).toEqual([]);
      expect(await store().version(keyOf('nobody'), 1)).toBeNull();
      expect(await store().version(keyOf('a'), 2)).toBeNull();
      expect(await store().history(keyOf('nobody'), 10)).toEqual([]);
    });

    it('returns versions newest first, as many as requested', async () => {
      await putVersions(store(), 'a', [1, 5, 7]);
      expect((await store().history(keyOf('a'), 2)).map(({ version }) => version)).toEqual([7, 5]);
      expect((await store().history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([7, 5, 1]);
      expect((await store().version(keyOf('a'), 5))?.id).toBe(`${shortIdOf('a')}/5`);
    });

    it('I8 returns text and access facts as they were written', async () => {
      const texts = [
        '{}',
        '{"a":"\\u0000 \\ud800 ü 😀 \\u2028"}',
        `{"n":12345678901234567890,"s":"${'x'.repeat(200_000)}"}`,
      ];
      for (const [index, text] of texts.entries()) {
        const owners = [keyId('o1'), keyId('o2')];
        const request = { ...makeWrite(`text${index}`, { owners, participants: [keyId('p')] }), text };
        const [head] = await putAll(store(), [request]);
        const [read] = await withTexts(store(), await store().heads([`text${index}`]));
        expect(read).toMatchObject(head ?? {});
        expect(read?.text).toBe(text);
        expect(read?.access).toEqual({ owners, readers: [], hidden: false, mixed: true });
      }
    });

    it('I8 finds every object that it accepts: thousands of fields, conflicting types, odd names and texts', async () => {
      const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field${index}`, `word${index}`]));
      await putAll(store(), [
        makeWrite('many', { members: many }),
        makeWrite('number', { members: { level: 3, name: 'marker' } }),
        makeWrite('text', { members: { level: 'three', name: 'marker' } }),
        makeWrite('object', { members: { level: { deep: [['marker'], { deeper: true }] } } }),
        makeWrite('odd', {
          members: { __proto__x: 'marker', 'a.b c"*': `marker ${'long'.repeat(20_000)}`, '': 'empty' },
        }),
      ]);
      expect(await found(store(), term('word2999'))).toEqual(['many']);
      expect(await found(store(), term('word7', 'field7'))).toEqual(['many']);
      expect((await found(store(), term('marker'))).sort()).toEqual(['number', 'object', 'odd', 'text']);
      expect(await found(store(), term('marker', 'a.b c*'))).toEqual(['odd']);
      expect(await found(store(), term('marker', '__proto__x'))).toEqual(['odd']);
      expect(await found(store(), term('3', 'level'))).toEqual(['number']);
    });
  });

  describe('rules of writing', () => {
    it('I2 I4 writes only over the state that was checked', async () => {
      const first = await put(store(), 'a');
      const stale = await store().write([makeWrite('a', { version: 2, expected: null })]);
      expect(stale).toEqual([{ status: 'conflict' }]);
      const second = await put(store(), 'a', { version: 2, expected: first });
      expect(await store().write([makeWrite('a', { version: 3, expected: first })])).toEqual([{ status: 'conflict' }]);
      expect(await store().write([makeWrite('b', { expected: 'never given' })])).toEqual([{ status: 'conflict' }]);
      expect(await store().heads(['a', 'b'])).toEqual([second, null]);
    });

    it('I5 answers a version that is not above the current one with a conflict', async () => {
      const head = await put(store(), 'a', { version: 5 });
      for (const version of [0, 4, 5]) {
        expect(await store().write([makeWrite('a', { version, expected: head })])).toEqual([{ status: 'conflict' }]);
      }
      const largest = Number.MAX_SAFE_INTEGER;
      expect(await put(store(), 'a', { version: largest, expected: head })).toMatchObject({ version: largest });
      expect(await store().version(keyOf('a'), largest)).toMatchObject({ version: largest });
    });

    it('I4 G7 G8 keeps each acknowledged version of 64 writers, the newest being current, one winner per version', async () => {
      const instances = [store(), await harness().another()];
      const write = async (index: number): Promise<number> => {
        const instance = instances[index % 2] ?? store();
        const [head = null] = await instance.heads([shortIdOf('a')]);
        const version = (head?.version ?? 0) + 1;
        const [outcome] = await instance.write([makeWrite('a', { version, expected: head, members: { by: index } })]);
        return outcome?.status === 'stored' ? version : write(index);
      };
      const versions = await Promise.all(Array.from({ length: 64 }, (_, index) => write(index)));
      expect([...versions].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
      const history = await store().history(keyOf('a'), 100);
      expect(history.map(({ version }) => version)).toEqual(Array.from({ length: 64 }, (_, index) => 64 - index));
      expect(new Set(history.map(({ text }) => JSON.parse(text ?? '').by)).size).toBe(64);
      expect(await found(store(), ALL)).toEqual(['a']);
    });

    it('I10 G11 decides each item of a batch alone and returns its outcome, in order', async () => {
      const head = await put(store(), 'current', { version: 5 });
      const outcomes = await store().write([
        makeWrite('new1'),
        makeWrite('current', { version: 4, expected: head }),
        makeWrite('thief', { aliases: [{ name: shortIdOf('current'), strength: 'strong' }] }),
        makeWrite('new2'),
        makeWrite('unknown', { expected: 'never given' }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['stored', 'conflict', 'alias-taken', 'stored', 'conflict']);
      expect((await found(store(), ALL)).sort()).toEqual(['current', 'new1', 'new2']);
      expect(await store().heads(['thief', 'unknown'])).toEqual([null, null]);
    });

    it('I10 applies several requests for one object in order: the first changes the state that the others expect', async () => {
      const outcomes = await store().write([
        makeWrite('a', { version: 1, members: { name: 'first' } }),
        makeWrite('b'),
        makeWrite('a', { version: 2, members: { name: 'last' } }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['stored', 'stored', 'conflict']);
      const [current = null] = await store().heads(['a']);
      expect(current).toMatchObject({ version: 1 });
    });

    it('accepts batches of more than a thousand', async () => {
      const requests = Array.from({ length: 1_100 }, (_, index) =>
        makeWrite(`o${index}`, { members: { name: 'bulk' } }),
      );
      expect((await store().write(requests)).every(({ status }) => status === 'stored')).toBe(true);
      expect(await found(store(), term('bulk'), { limit: 10_000 })).toHaveLength(1_100);
      expect((await store().heads(requests.map(({ shortId }) => shortId))).every((head) => head !== null)).toBe(true);
    });

    it('answers an empty batch with an empty list', async () => {
      expect(await store().write([])).toEqual([]);
      expect(await store().remove([])).toEqual([]);
    });
  });

  describe('aliases', () => {
    const strong = (name: string) => [{ name, strength: 'strong' as const }];
    const weak = (name: string) => [{ name, strength: 'weak' as const }];
    const holder = async (name: string) => (await store().heads([name])).map((head) => head && nameOf(head))[0];

    it('I3 refuses a write that wants a strong alias of another object, and changes nothing', async () => {
      await put(store(), 'a', { aliases: strong('shared'), members: { name: 'first' } });
      const outcome = await store().write([makeWrite('b', { aliases: strong('shared'), members: { name: 'second' } })]);
      expect(outcome).toEqual([{ status: 'alias-taken', alias: 'shared' }]);
      expect(await holder('shared')).toBe('a');
      expect(await store().heads([shortIdOf('b')])).toEqual([null]);
      expect(await found(store(), ALL)).toEqual(['a']);
    });

    it('I3 gives a weak alias to the first claim, and to a later strong one', async () => {
      await put(store(), 'a', { aliases: weak('shared') });
      await put(store(), 'b', { aliases: weak('shared') });
      expect(await holder('shared')).toBe('a');
      await put(store(), 'c', { aliases: strong('shared') });
      expect(await holder('shared')).toBe('c');
      await put(store(), 'd', { aliases: weak('shared') });
      expect(await holder('shared')).toBe('c');
      expect((await store().heads([shortIdOf('a')]))[0]?.shortId).toBe(shortIdOf('a'));
    });

    it('I3 treats a short id as a strong alias that need not be listed', async () => {
      await put(store(), 'a', { aliases: weak(shortIdOf('b')) });
      expect(await holder(shortIdOf('b'))).toBe('a');
      await put(store(), 'b', { aliases: [] });
      expect(await holder(shortIdOf('b'))).toBe('b');
      const taken = await store().write([makeWrite('c', { aliases: strong(shortIdOf('b')) })]);
      expect(taken).toEqual([{ status: 'alias-taken', alias: shortIdOf('b') }]);
    });

    it('keeps aliases of earlier versions, and lets an object repeat its own', async () => {
      const first = await put(store(), 'a', { aliases: strong('one') });
      await put(store(), 'a', {
        version: 2,
        expected: first,
        aliases: [...strong('one'), ...weak('one'), ...strong('two')],
      });
      expect([await holder('one'), await holder('two'), await holder(shortIdOf('a'))]).toEqual(['a', 'a', 'a']);
    });

    it('distinguishes names that differ in case or by a wildcard', async () => {
      await put(store(), 'a', { aliases: strong('Name') });
      expect([await holder('name'), await holder('Nam%'), await holder('*'), await holder('')]).toEqual([
        null,
        null,
        null,
        null,
      ]);
    });
  });

  describe('deleting', () => {
    it('I6 G10 removes the current copy only: history and owners stay, by every alias', async () => {
      const owners = [keyId('owner')];
      const head = await putVersions(store(), 'a', [1, 2], owners);
      const [outcome] = await store().remove([{ key: keyOf('a'), expected: head.writeId, time: 99 }]);
      expect(outcome).toMatchObject({ status: 'removed', head: { deleted: true, version: 2, access: { owners } } });
      const [tombstone] = await store().heads(['a']);
      expect(outcome).toEqual({ status: 'removed', head: withoutText(tombstone) });
      expect(tombstone?.writeId).not.toBe(head.writeId);
      expect((await store().history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([2, 1]);
      expect((await store().version(keyOf('a'), 1))?.access.owners).toEqual(owners);
      expect(await found(store(), ALL)).toEqual([]);
    });

    it('I6 deletes only in the expected state, and only existing objects', async () => {
      const first = await put(store(), 'a');
      const second = await put(store(), 'a', { version: 2, expected: first });
      const stale = await store().remove([{ key: keyOf('a'), expected: first.writeId, time: 1 }]);
      expect(stale).toEqual([{ status: 'conflict' }]);
      const outcomes = await store().remove([
        { key: keyOf('nobody'), expected: 'x', time: 1 },
        { key: keyOf('a'), expected: second.writeId, time: 1 },
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['conflict', 'removed']);
      const [tombstone] = await store().heads(['a']);
      const again = await store().remove([{ key: keyOf('a'), expected: tombstone?.writeId ?? '', time: 1 }]);
      expect(again).toEqual([{ status: 'conflict' }]);
    });

    it('I6 lets an object be written again over its tombstone, above its last version; no other object takes its names', async () => {
      const head = await put(store(), 'a', { version: 3, members: { name: 'before' } });
      await store().remove([{ key: keyOf('a'), expected: head.writeId, time: 1 }]);
      const [tombstone = null] = await store().heads(['a']);
      for (const attempt of [
        { version: 4, expected: null },
        { version: 4, expected: head },
        { version: 3, expected: tombstone },
      ]) {
        expect((await store().write([makeWrite('a', attempt)]))[0]?.status).toBe('conflict');
      }
      const thief = makeWrite('b', { aliases: [{ name: 'a', strength: 'strong' }] });
      expect((await store().write([thief]))[0]?.status).toBe('alias-taken');
      const back = await put(store(), 'a', { version: 4, expected: tombstone, members: { name: 'after' } });
      expect(await store().heads(['a'])).toEqual([back]);
      expect(back.deleted).toBe(false);
      expect((await store().history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([4, 3]);
      expect(await found(store(), term('after'))).toEqual(['a']);
      expect(await found(store(), term('before'))).toEqual([]);
    });
  });
}

async function putVersions(
  store: ObjectStore,
  name: string,
  versions: readonly number[],
  owners = [keyId('o')],
): Promise<Head> {
  let head: Head | null = null;
  for (const version of versions) head = await put(store, name, { version, expected: head, owners });
  if (head === null) throw new Error('There is no version to write.');
  return head;
}

function versionOf({ deleted: _deleted, writeId: _writeId, ...version }: Head): StoredVersion {
  return version;
}

/** A head as the outcomes of writes contain it: its text, which is ASCII here, is not read for them. */
function withoutText(head: HeadState | null | undefined) {
  return head && { ...head, text: null, size: head.text === null ? head.size : head.text.length };
}
