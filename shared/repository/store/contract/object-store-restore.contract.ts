import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectStore, RestoreRequest, StoredVersion } from '../object-store.ts';
import { ADMIN, found, keyId, keyOf, makeRestore, makeWrite, nameOf, put, shortIdOf } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';
import { allScanned, everywhere, removeObject, writeNext } from './moving.ts';
import { ALL, term } from './queries.ts';
import { useSharedStore } from './use-store.ts';

/** Moving versions in: I5. */
export function describeRestore(open: () => Promise<ObjectStoreHarness>): void {
  const { store, harness } = useSharedStore(open);
  const restore = async (...requests: RestoreRequest[]) =>
    (await store().restore(requests)).map((outcome) => outcome.status);
  const versionsOf = async (name: string) => (await store().history(keyOf(name), 1_000)).map(({ version }) => version);

  describe('restore', () => {
    it('I5 makes a version above the current one current immediately, for every instance and after a restart', async () => {
      const other = await harness().another();
      await put(store(), 'a', { version: 5, members: { name: 'older' } });
      const aliases = [
        { name: 'a', strength: 'strong' as const },
        { name: 'url', strength: 'weak' as const },
      ];
      const access = { owners: [keyId('owner')], readers: [keyId('reader')] };
      const request = makeRestore('a', { version: 9, members: { name: 'newer' }, aliases, ...access });
      expect(await restore(request)).toEqual(['restored']);
      const caller = { admin: false, keys: [keyId('reader')] };
      await everywhere(harness(), other, async (instance) => {
        const heads = await instance.heads(['a', 'url', shortIdOf('a')]);
        for (const head of heads) expect(head).toMatchObject({ ...versionOf(request), deleted: false });
        expect(await instance.version(keyOf('a'), 9)).toEqual(versionOf(request));
        expect(await found(instance, term('newer'), { caller })).toEqual(['a']);
        expect(await found(instance, term('newer'))).toEqual([]);
        expect(await found(instance, term('older'), { caller: ADMIN })).toEqual([]);
      });
    });

    it('I5 puts a version below the current one into history only', async () => {
      const head = await put(store(), 'a', { version: 5, members: { name: 'current' } });
      const requests = [4, 0, 2].map((version) => makeRestore('a', { version, members: { name: `old${version}` } }));
      expect(await restore(...requests)).toEqual(['restored', 'restored', 'restored']);
      expect(await versionsOf('a')).toEqual([5, 4, 2, 0]);
      for (const request of requests) {
        expect(await store().version(keyOf('a'), request.version)).toEqual(versionOf(request));
        expect(await found(store(), term(`old${request.version}`))).toEqual([]);
      }
      expect(await store().version(keyOf('a'), 3)).toBeNull();
      expect(await store().heads(['a'])).toEqual([{ ...head, writeId: expect.any(String) }]);
      expect(await found(store(), term('current'))).toEqual(['a']);
    });

    it('takes versions up to 2^53-1', async () => {
      const largest = Number.MAX_SAFE_INTEGER;
      expect(await restore(makeRestore('a', { version: largest }), makeRestore('a', { version: largest - 1 }))).toEqual(
        ['restored', 'restored'],
      );
      expect(await versionsOf('a')).toEqual([largest, largest - 1]);
      expect(await found(store(), ALL)).toEqual(['a']);
    });

    it('does not overwrite an existing version: reports whether its text is equal or different', async () => {
      const requests = [1, 2, 3].map((version) => makeRestore('a', { version, members: { name: `word${version}` } }));
      expect(await restore(...requests, ...requests)).toEqual([
        ...Array(3).fill('restored'),
        ...Array(3).fill('present'),
      ]);
      const before = await store().heads(['a']);
      expect(await restore(...requests)).toEqual(['present', 'present', 'present']);
      const others = [1, 3].map((version) => makeRestore('a', { version, members: { name: 'forged' } }));
      expect(await restore(...others)).toEqual(['differs', 'differs']);
      expect(await store().heads(['a'])).toEqual(before);
      expect((await store().history(keyOf('a'), 10)).map(({ text }) => text)).toEqual(
        requests.map(({ text }) => text).reverse(),
      );
      expect(await found(store(), term('forged'))).toEqual([]);
      expect(await found(store(), term('word3'))).toEqual(['a']);
    });

    it('I5 returns an outcome per request, in order, independent of the others', async () => {
      await put(store(), 'owner', { aliases: [{ name: 'guid', strength: 'strong' }] });
      await put(store(), 'there', { version: 2, members: { name: 'there' } });
      const outcomes = await store().restore([
        makeRestore('new1'),
        makeRestore('thief', { aliases: [{ name: 'guid', strength: 'strong' }] }),
        makeRestore('there', { version: 2, members: { name: 'forged' } }),
        makeRestore('there', { version: 1 }),
        makeRestore('there', { version: 2, members: { name: 'there' } }),
        makeRestore('new2', { aliases: [{ name: 'guid', strength: 'weak' }] }),
      ]);
      expect(outcomes).toEqual([
        { status: 'restored' },
        { status: 'alias-taken', alias: 'guid' },
        { status: 'differs' },
        { status: 'restored' },
        { status: 'present' },
        { status: 'restored' },
      ]);
      expect((await found(store(), ALL)).sort()).toEqual(['new1', 'new2', 'owner', 'there']);
      expect(await store().heads(['thief', shortIdOf('thief')])).toEqual([null, null]);
      expect(await versionsOf('thief')).toEqual([]);
      expect((await store().heads(['guid']))[0]?.shortId).toBe(shortIdOf('owner'));
      expect(await store().restore([])).toEqual([]);
    });

    it('I6 restores an object deleted after its last version as a tombstone: it keeps its owners and names', async () => {
      const owners = [keyId('owner')];
      const aliases = [{ name: 'a', strength: 'strong' as const }];
      const deleted = makeRestore('a', { version: 2, owners, aliases, members: { name: 'word' }, deleted: true });
      expect(await restore(deleted, makeRestore('a', { version: 1, owners, members: { name: 'word' } }))).toEqual([
        'restored',
        'restored',
      ]);
      const [tombstone = null] = await store().heads(['a']);
      expect(tombstone).toMatchObject({ ...versionOf(deleted), deleted: true });
      expect(await versionsOf('a')).toEqual([2, 1]);
      expect(await found(store(), ALL, { caller: ADMIN })).toEqual([]);
      expect((await allScanned(store())).map(({ head }) => head)).toEqual([tombstone]);
      expect(await restore(deleted, { ...deleted, deleted: false })).toEqual(['present', 'present']);
      expect((await store().heads(['a']))[0]?.deleted).toBe(true);
      const thief = await store().write([makeWrite('thief', { aliases })]);
      expect(thief).toEqual([{ status: 'alias-taken', alias: 'a' }]);
      expect((await store().write([makeWrite('a', { version: 3 })]))[0]?.status).toBe('conflict');
      await put(store(), 'a', { version: 3, expected: tombstone, members: { name: 'back' } });
      expect(await found(store(), term('back'))).toEqual(['a']);
    });

    it('deletes a current object that is restored as deleted, and revives one that was written after its deletion', async () => {
      await put(store(), 'a', { members: { name: 'first' } });
      const members = { name: 'first' };
      expect(await restore(makeRestore('a', { version: 1, members, deleted: true }))).toEqual(['restored']);
      expect((await store().heads(['a']))[0]).toMatchObject({ deleted: true, version: 1 });
      expect(await found(store(), ALL)).toEqual([]);
      expect(await restore(makeRestore('a', { version: 2, members: { name: 'second' } }))).toEqual(['restored']);
      expect((await store().heads(['a']))[0]).toMatchObject({ deleted: false, version: 2 });
      expect(await found(store(), ALL)).toEqual(['a']);
      expect(await restore(makeRestore('a', { version: 1, members, deleted: true }))).toEqual(['present']);
      expect(await found(store(), term('second'))).toEqual(['a']);
    });

    it('completes histories of hundreds of versions, wherever versions are missing', async () => {
      const odd = Array.from({ length: 75 }, (_, index) => 2 * index + 1);
      const make = (version: number) => makeRestore('a', { version, members: { name: `word${version}` } });
      await put(store(), 'a', { version: 99, members: { name: 'word99' } });
      expect(new Set(await restore(...shuffled(odd.filter((version) => version !== 99)).map(make)))).toEqual(
        new Set(['restored']),
      );
      await writeNext(store(), 'a', { name: 'word150' });
      const even = shuffled(odd.map((version) => version - 1));
      for (const part of [even.slice(0, 40), even.slice(40)]) await restore(...part.map(make));
      const all = Array.from({ length: 151 }, (_, index) => 150 - index);
      expect(await versionsOf('a')).toEqual(all);
      expect((await store().history(keyOf('a'), 70)).map(({ version }) => version)).toEqual(all.slice(0, 70));
      for (const version of [0, 1, 74, 149]) {
        expect((await store().version(keyOf('a'), version))?.text).toBe(make(version).text);
      }
      await writeNext(store(), 'a', { name: 'word151' });
      expect(await versionsOf('a')).toEqual([151, ...all]);
      expect(await found(store(), term('word151'))).toEqual(['a']);
      expect(await found(store(), ALL)).toEqual(['a']);
    });

    it('accepts batches of thousands', async () => {
      const requests = Array.from({ length: 2_200 }, (_, index) =>
        makeRestore(`o${index % 1_100}`, { version: 2 - Math.floor(index / 1_100), members: { name: 'bulk' } }),
      );
      expect((await store().restore(requests)).every(({ status }) => status === 'restored')).toBe(true);
      expect(await found(store(), term('bulk'), { limit: 10_000 })).toHaveLength(1_100);
      expect(await store().count()).toBe(1_100);
      for (const name of ['o0', 'o700', 'o1099']) expect(await versionsOf(name)).toEqual([2, 1]);
    });

    it('I4 loses nothing when another instance writes the same object concurrently', async () => {
      const other = await harness().another();
      await put(store(), 'a', { version: 100, members: { name: 'start' } });
      const old = Array.from({ length: 40 }, (_, index) => makeRestore('a', { version: 2 * index }));
      const written: number[] = [];
      const write = async () => {
        for (let round = 0; round < 8; ) {
          const [head = null] = await other.heads(['a']);
          const version = (head?.version ?? 0) + 1;
          const [outcome] = await other.write([makeWrite('a', { version, expected: head, members: { name: 'mine' } })]);
          if (outcome?.status !== 'stored') continue;
          written.push(version);
          round++;
        }
      };
      const restoreAll = async () => {
        for (let from = 0; from < old.length; from += 10) {
          const outcomes = await restore(...old.slice(from, from + 10));
          expect(outcomes).toEqual(outcomes.map(() => 'restored'));
        }
      };
      await Promise.all([write(), restoreAll()]);
      expect(written).toEqual(Array.from({ length: 8 }, (_, index) => 101 + index));
      const expected = [...old.map(({ version }) => version), 100, ...written].sort((a, b) => b - a);
      expect(await versionsOf('a')).toEqual(expected);
      expect(await found(store(), term('mine'))).toEqual(['a']);
      expect((await other.heads(['a']))[0]?.version).toBe(108);
    });

    it('I5 results in the state of the original writes, whatever the order, batches and instance of the restore', {
      timeout: 600_000,
    }, async () => {
      const instances = [store(), await harness().another()];
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(lives(), { minLength: 1, maxLength: 4 }),
          fc.infiniteStream(fc.nat()),
          async (drawn, dice) => {
            run++;
            const objects = drawn.map((life, index) => requestsOf(`run${run}o${index}`, life));
            const requests = inOrder(objects.flat(), dice);
            const statuses = async () => {
              const outcomes = await Promise.all(
                batches(requests, dice).map((batch, index) => (instances[index % 2] ?? store()).restore(batch)),
              );
              return new Set(outcomes.flat().map(({ status }) => status));
            };
            expect(await statuses()).toEqual(new Set(['restored']));
            for (const versions of objects) for (const instance of instances) await expectObject(instance, versions);
            expect(await statuses()).toEqual(new Set(['present']));
            for (const versions of objects) await expectObject(store(), versions);
          },
        ),
        { numRuns: process.env.CHECKS === 'full' ? 300 : 8 },
      );
    });

    it('allows further writes as if the objects had been written here', async () => {
      const owners = [keyId('owner')];
      await store().restore([2, 1].map((version) => makeRestore('a', { version, owners, members: { name: 'old' } })));
      await writeNext(store(), 'a', { name: 'new' });
      expect(await versionsOf('a')).toEqual([3, 2, 1]);
      expect(await found(store(), term('old'))).toEqual([]);
      await removeObject(store(), 'a');
      expect(await found(store(), ALL)).toEqual([]);
      await writeNext(store(), 'a', { name: 'again' });
      expect(await found(store(), term('again'))).toEqual(['a']);
      expect(await versionsOf('a')).toEqual([4, 3, 2, 1]);
    });
  });
}

/** The versions of one object, and after which of them it was deleted. */
type Life = readonly { readonly version: number; readonly deleted: boolean }[];

function lives(): fc.Arbitrary<Life> {
  const version = fc.record({ version: fc.nat({ max: 60 }), deleted: fc.boolean() });
  return fc.uniqueArray(version, { minLength: 1, maxLength: 6, selector: (drawn) => drawn.version });
}

/** Names that only this version claims, one that all claim, and one that the next object owns. */
function requestsOf(name: string, life: Life): RestoreRequest[] {
  return life.map(({ version, deleted }) =>
    makeRestore(name, {
      version,
      deleted,
      members: { name: wordOf(name, version) },
      aliases: [
        { name, strength: 'strong' },
        { name: `${name}-${version}`, strength: 'weak' },
        { name: neighbourOf(name), strength: 'weak' },
      ],
    }),
  );
}

function wordOf(name: string, version: number): string {
  return `word${name}v${version}`;
}

function neighbourOf(name: string): string {
  return name.endsWith('o0') ? name.replace(/o0$/, 'o1') : `${name}-only`;
}

/** The state of an object in every part of the store once all of its versions are imported. */
async function expectObject(store: ObjectStore, requests: readonly RestoreRequest[]): Promise<void> {
  const [newest, ...older] = [...requests].sort((a, b) => b.version - a.version);
  if (newest === undefined) return;
  const name = nameOf(newest);
  const names = [newest.shortId, name, ...requests.map(({ version }) => `${name}-${version}`)];
  const head = { ...versionOf(newest), deleted: newest.deleted, writeId: expect.any(String) };
  expect(await store.heads(names)).toEqual(names.map(() => head));
  expect(await store.history(newest.key, 100)).toEqual([newest, ...older].map(versionOf));
  expect(await found(store, term(wordOf(name, newest.version)))).toEqual(newest.deleted ? [] : [name]);
  for (const { version } of older.slice(0, 2)) expect(await found(store, term(wordOf(name, version)))).toEqual([]);
}

function versionOf(request: RestoreRequest): StoredVersion {
  const { aliases: _aliases, search: _search, deleted: _deleted, ...version } = request;
  return version;
}

/** Shuffles, with the same result in every run. */
function shuffled(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => ((a * 37) % 101) - ((b * 37) % 101));
}

function inOrder<T>(items: readonly T[], dice: fc.Stream<number>): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(throwDie(dice) % left.length, 1));
}

function batches<T>(items: readonly T[], dice: fc.Stream<number>): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; ) {
    const size = 1 + (throwDie(dice) % 5);
    parts.push(items.slice(from, from + size));
    from += size;
  }
  return parts;
}

function throwDie(dice: fc.Stream<number>): number {
  const { value } = dice.next();
  return typeof value === 'number' ? value : 0;
}
