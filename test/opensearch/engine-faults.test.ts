import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  found,
  keyOf,
  makeWrite,
  nameOf,
  put,
  putAll,
  shortIdOf,
} from '../../shared/repository/store/contract/fixtures.ts';
import { ALL, term } from '../../shared/repository/store/contract/queries.ts';
import type { HeadState, ObjectStore, WriteRequest } from '../../shared/repository/store/object-store.ts';
import { EngineFailure, type EngineResponse } from '../../shared/stores/opensearch/engine/transport.ts';
import { type Intercept, isCommit, openTestProxy } from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

/** Ways in which one call of the engine fails: the first two in a quick run, all in a full one. */
const FAULTS: readonly (readonly [string, Intercept])[] = [
  [
    'is done, and its answer lost',
    async (_request, send) => {
      await send();
      throw new EngineFailure('away', 'The answer was cut off.');
    },
  ],
  ['meets an engine that fails', async () => answer(500, 'out_of_memory_error')],
  ['never arrives', async () => Promise.reject(new EngineFailure('away', 'Nobody there.'))],
  ['is refused for want of memory', async () => answer(429, 'circuit_breaking_exception')],
];

function answer(status: number, type: string): EngineResponse {
  return { status, body: { error: { type, reason: 'secret words of the engine' }, status } };
}

/** More calls than any write makes, repair and retries included. */
const MOST_CALLS = 30;

/** The number of calls of an undisturbed write, and one more. */
const FIRST_CALLS = 8;

const SUCCESS = /^(stored|removed)$/;

describe.skipIf(engine === null)('the OpenSearch store while calls of the engine fail', () => {
  /** At its start, each instance completes the unfinished work of others. */
  const { openObjects } = useClusterStores(endpoint);

  const aliasesOf = (name: string) => [
    { name, strength: 'strong' as const },
    { name: `url-${name}`, strength: 'weak' as const },
  ];
  const writeOf = (name: string, version: number, expected: HeadState | null = null): WriteRequest =>
    makeWrite(name, { version, expected, aliases: aliasesOf(name), members: { name: `word${name}v${version}` } });

  /** An operation on existing objects and new ones; returns the names of these objects. */
  type Operation = (
    store: ObjectStore,
    run: string,
  ) => Promise<{ readonly names: string[]; readonly work: () => Promise<unknown> }>;
  const OPERATIONS: readonly (readonly [string, Operation])[] = [
    [
      'single save of a new object',
      async (store, run) => ({ names: [run], work: () => store.write([writeOf(run, 1)]) }),
    ],
    [
      'single save of an object that exists',
      async (store, run) => {
        const [head = null] = await putAll(store, [writeOf(run, 1)]);
        return { names: [run], work: () => store.write([writeOf(run, 2, head)]) };
      },
    ],
    [
      'batch',
      async (store, run) => {
        const [head = null] = await putAll(store, [writeOf(`${run}old`, 1)]);
        const requests = [writeOf(`${run}old`, 2, head), writeOf(`${run}new`, 1), writeOf(`${run}more`, 1)];
        return { names: [`${run}old`, `${run}new`, `${run}more`], work: () => store.write(requests) };
      },
    ],
    [
      'delete',
      async (store, run) => {
        const [head] = await putAll(store, [writeOf(run, 1)]);
        const removal = { key: keyOf(run), expected: head?.writeId ?? '', time: 1 };
        return { names: [run], work: () => store.remove([removal]) };
      },
    ],
  ];

  /** The result of an operation with failed calls. */
  type Run = {
    readonly names: readonly string[];
    /** Write ids of the objects before the operation, in the order of the names. */
    readonly before: readonly (string | undefined)[];
    readonly done: boolean;
    readonly calls: number;
  };

  /** An instance, and the proxy that decides over its calls. */
  async function openFaulty() {
    const proxy = openTestProxy(endpoint);
    return { proxy, store: await openObjects(proxy) };
  }
  type Faulty = Awaited<ReturnType<typeof openFaulty>>;

  /** Prepares an operation, and runs it while `intercept` decides over each of its calls, by number. */
  async function runWith(
    { proxy, store }: Faulty,
    fates: (call: number) => Intercept | null,
    operation: Operation,
    run: string,
  ): Promise<Run> {
    const { names, work } = await operation(store, run);
    const before = (await store.heads(names.map(shortIdOf))).map((head) => head?.writeId);
    let calls = 0;
    proxy.intercept = (request, send) => fates(calls++)?.(request, send) ?? send();
    const outcome = await work().then(
      (done) => ({ done }),
      (error: unknown) => ({ error }),
    );
    proxy.intercept = null;
    const done = 'done' in outcome;
    if (done) expect(outcome.done).toMatchObject(names.map(() => ({ status: expect.stringMatching(SUCCESS) })));
    else expect(outcome.error).toMatchObject({ code: 'store-unavailable', extras: { retryAfter: expect.any(Number) } });
    return { names, before, done, calls };
  }

  /**
   * Every object of the runs is whole, and search finds each existing one once.
   *
   * @param repaired interrupted writes were repaired: before that, search may lack unacknowledged writes
   */
  async function expectAllWhole(store: ObjectStore, runs: readonly Run[], repaired: boolean): Promise<void> {
    for (const { names, before, done } of runs) {
      for (const [index, name] of names.entries()) {
        await expectWhole(store, name, before[index], done);
        if (done || repaired) await expectFound(store, name);
      }
    }
    if (!repaired) return;
    const heads = await store.heads(runs.flatMap(({ names }) => names.map(shortIdOf)));
    const live = heads.filter((head) => head !== null).filter(({ deleted }) => !deleted);
    const hits = await found(store, ALL, { caller: ADMIN, limit: 1_000 });
    expect(hits.sort()).toEqual(live.map(nameOf).sort());
  }

  describe.each(FAULTS.slice(0, process.env['CHECKS'] === 'full' ? 4 : 2))('%s', (_fault, intercept) => {
    it.each(OPERATIONS)(
      'G6 I11 leaves a %s either done or not done, whichever call fails',
      async (_what, operation) => {
        const faulty = await openFaulty();
        const runs: Run[] = [];
        for (let failing = 0; failing < MOST_CALLS; failing++) {
          const run = await runWith(faulty, (call) => (call === failing ? intercept : null), operation, `n${failing}`);
          runs.push(run);
          if (run.calls <= failing) break;
        }
        expect(runs.length).toBeGreaterThan(2);
        await expectAllWhole(faulty.store, runs, false);
        await expectAllWhole(await openObjects(), runs, true);
      },
    );
  });

  it.each(OPERATIONS)(
    'G2 G6 I11 leaves a %s consistent when all calls fail from any one on',
    async (_what, operation) => {
      const away: Intercept = async () => Promise.reject(new EngineFailure('away', 'Nobody there.'));
      const runs = await Promise.all(
        Array.from({ length: FIRST_CALLS }, async (_, first) =>
          runWith(await openFaulty(), (call) => (call >= first ? away : null), operation, `n${first}`),
        ),
      );
      expect(runs.at(-1)?.done).toBe(true);
      const after = await openObjects();
      await expectAllWhole(after, runs, true);
      // Interrupted writes do not block others.
      for (const name of runs.flatMap(({ names }) => names)) {
        const [head = null] = await after.heads([shortIdOf(name)]);
        const [next] = await putAll(after, [writeOf(name, (head?.version ?? 0) + 1, head)]);
        expect(await after.heads([name])).toEqual([next]);
      }
    },
  );

  /** One object after a fault: changed if the change was acknowledged; all parts of the store agree. */
  async function expectWhole(store: ObjectStore, name: string, writeIdBefore: string | undefined, done: boolean) {
    const [head = null, ...byAlias] = await store.heads([shortIdOf(name), name, `url-${name}`]);
    if (done) expect(head?.writeId ?? 'none', name).not.toBe(writeIdBefore);
    if (head === null) {
      expect(byAlias, name).toEqual([null, null]);
      return;
    }
    expect(byAlias, name).toEqual([head, head]);
    const versions = (await store.history(head.key, 100)).map(({ version }) => version);
    expect(versions, name).toEqual(Array.from(versions, (_, index) => head.version - index));
    expect(versions.length, name).toBe(head.version);
    for (const version of versions) {
      expect((await store.version(head.key, version))?.text, name).toContain(`word${name}v${version}`);
    }
  }

  /** Search finds the current state of an object, and no other. */
  async function expectFound(store: ObjectStore, name: string): Promise<void> {
    const [head = null] = await store.heads([shortIdOf(name)]);
    for (const version of [1, 2]) {
      const current = head !== null && version === head.version && !head.deleted;
      expect(await found(store, term(`word${name}v${version}`)), `${name} ${version}`).toEqual(current ? [name] : []);
    }
  }

  it('I7 I12 ends a search after a bounded number of calls if a search copy stays out of date', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const [head = null] = await putAll(store, [writeOf('stale', 1)]);
    let calls = 0;
    proxy.intercept = async ({ path }, send) => {
      calls++;
      const publishes = path.startsWith('_bulk') && !path.includes('refresh=false');
      return publishes ? answer(503, 'unavailable_shards_exception') : send();
    };
    await expect(store.write([writeOf('stale', 2, head)])).rejects.toMatchObject({ status: 503 });
    calls = 0;
    const outcome = await found(store, ALL).then(
      (names) => ({ names }),
      (error: unknown) => ({ error }),
    );
    expect([{ names: [] }, { error: expect.objectContaining({ status: 503 }) }]).toContainEqual(outcome);
    expect(calls).toBeLessThan(30);
    proxy.intercept = null;
    expect(await found(store, ALL)).toEqual(['stale']);
    expect(await found(store, term('wordstalev2'))).toEqual(['stale']);
  });

  it('G8 G14 applies a write once if the cluster repeats it, as after the loss of a node', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const old = await put(store, 'old', { aliases: aliasesOf('old') });
    const gone = await put(store, 'gone', { aliases: aliasesOf('gone') });
    proxy.intercept = async (request, send) => {
      if (isCommit(request)) await send();
      return send();
    };
    const outcomes = await store.write([writeOf('new', 1), writeOf('old', 2, old)]);
    expect(outcomes).toMatchObject([{ status: 'stored' }, { status: 'stored' }]);
    const removal = { key: gone.key, expected: gone.writeId, time: 1 };
    expect(await store.remove([removal])).toMatchObject([{ status: 'removed' }]);
    proxy.intercept = null;
    expect((await store.history(old.key, 10)).map(({ version }) => version)).toEqual([2, 1]);
    expect((await found(store, ALL)).sort()).toEqual(['new', 'old']);
  });

  it('G8 G14 applies it once even if another write came before the repetition', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    const other = await openObjects();
    const [first = null] = await putAll(store, [writeOf('a', 1)]);
    proxy.intercept = async (request, send) => {
      if (!isCommit(request)) return send();
      proxy.intercept = null;
      await send();
      const [second = null] = await other.heads(['a']);
      await putAll(other, [writeOf('a', 3, second)]);
      return send();
    };
    expect(await store.write([writeOf('a', 2, first)])).toMatchObject([{ status: 'stored', head: { version: 2 } }]);
    expect((await store.history(keyOf('a'), 10)).map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(await found(store, ALL)).toEqual(['a']);
    expect(await found(store, term('wordav3'))).toEqual(['a']);
  });

  it('I10 does not fail concurrent writes if one is too large for the engine', async () => {
    const proxy = openTestProxy(endpoint);
    const store = await openObjects(proxy);
    proxy.intercept = async ({ path, body = '' }, send) => {
      const tooLarge = path.startsWith('_bulk') && path.includes('refresh=false') && body.length > 20_000;
      return tooLarge ? { status: 413, body: null } : send();
    };
    const large = makeWrite('large', { members: { name: 'word '.repeat(6_000) } });
    const writes = [writeOf('one', 1), large, writeOf('two', 1)].map((request) => store.write([request]));
    const [one, refused, two] = await Promise.allSettled(writes);
    expect([one, two]).toMatchObject([
      { status: 'fulfilled', value: [{ status: 'stored' }] },
      { status: 'fulfilled', value: [{ status: 'stored' }] },
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { status: 413 } });
    expect((await found(store, ALL)).sort()).toEqual(['one', 'two']);
    expect(await store.heads([shortIdOf('large')])).toEqual([null]);
  });
});
