import { beforeEach, describe, expect, it } from 'vitest';
import { publicKey } from '../../shared/access/caller.fixture.ts';
import { ANONYMOUS } from '../../shared/access/caller.ts';
import { createKeyRing } from '../../shared/crypto/public-key.ts';
import { putMany } from '../../shared/objects/put-many.ts';
import { removeMany } from '../../shared/objects/remove-many.ts';
import { storedObject } from '../../shared/objects/stored-versions.ts';
import { createGenerations } from '../../shared/profiles/cache/generations.ts';
import { createInvalidation } from '../../shared/profiles/cache/invalidation.ts';
import { createUsageFlag } from '../../shared/profiles/cache/usage-flag.ts';
import { searchDocument } from '../../shared/search/search-copy.ts';
import type { OpenSearchStore } from '../../shared/store/opensearch/open.ts';
import { REBUILD_TIMING } from '../../shared/store/opensearch/rebuild/replacement.ts';
import { openTestProxy } from '../../shared/store/opensearch/testing/test-proxy.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { repositoryContext } from '../support/repository.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

/** Objects that every profile depends on, one that no profile depends on, and as many saves of each. */
const TYPES = ['Competency', 'Framework', 'Thing'];
const SAVES = 4;

describe.skipIf(engine === null)('a save, one at a time', () => {
  const { open } = useClusterStores(endpoint);
  let stores: OpenSearchStore;
  let paths: string[];

  beforeEach(async () => {
    const proxy = openTestProxy(endpoint);
    const readKey = createKeyRing();
    stores = await open(proxy, {
      // The state of rebuilds, once known, is not looked up again while the test runs, however slow the machine.
      timing: { ...REBUILD_TIMING, freshness: 600_000 },
      describe: (stored) => searchDocument(storedObject(stored), stored.access, readKey),
    });
    await stores.objects.heads(['none']); // brings the state of rebuilds along, which is then known
    paths = [];
    proxy.intercept = ({ path }, send) => {
      paths.push(path.replace(/\?.*/, ''));
      return send();
    };
  });

  /** The parts of a writing process, and its state of profiles. */
  function start(monotonic: () => number = () => 0) {
    const { keyValues, objects } = stores;
    const parts = repositoryContext(objects);
    // A stopped clock: the duration of engine calls must not matter.
    const usage = createUsageFlag(keyValues, { monotonic, wall: () => 0 });
    const generations = createGenerations({ keyValues, usage, now: parts.now, lifetime: 3_600_000 });
    const ctx = { ...parts, observers: [createInvalidation(generations, parts.readKey)] };
    return { ctx, usage, generations };
  }

  type Process = ReturnType<typeof start>;

  const idOf = (type: string) => `https://example.org/${type}`;

  /** The calls of each save of an object of the type. */
  async function callsOfSaves({ ctx }: Process, type: string): Promise<readonly (readonly string[])[]> {
    const calls: string[][] = [];
    for (let save = 0; save < SAVES; save++) {
      paths = [];
      const object = {
        '@context': 'https://schema.cassproject.org/0.4',
        '@type': type,
        '@id': idOf(type),
        name: `${save}`,
      };
      const [result] = await putMany(ctx, [{ object }], ANONYMOUS, 'single');
      expect(result).toHaveProperty('stored');
      calls.push(paths);
    }
    return calls;
  }

  it.each(TYPES)('takes three calls of a %s: the state before, the commit, the search copy', async (type) => {
    const calls = await callsOfSaves(start(), type);
    for (const one of calls) expect(one).toEqual(['_mget', '_bulk', '_bulk']);
  });

  it('takes a fourth call for types that profiles depend on once a profile was requested', async () => {
    const process = start();
    await start().usage.set();
    const counts: number[][] = [];
    for (const type of TYPES) counts.push((await callsOfSaves(process, type)).map(({ length }) => length));
    expect(counts).toEqual([
      [4, 4, 4, 4],
      [4, 4, 4, 4],
      [3, 3, 3, 3],
    ]);
  });

  it('takes two more where cached profiles may depend on it, and a fifth of an assertion', async () => {
    const process = start();
    await process.usage.set();
    await process.generations.shared();
    expect((await callsOfSaves(process, 'Competency')).map(({ length }) => length)).toEqual([6, 4, 4, 4]);
    paths = [];
    const owners = { '@owner': [publicKey(1).pem] };
    const object = {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Assertion',
      '@id': idOf('a'),
      ...owners,
    };
    await putMany(process.ctx, [{ object }], ANONYMOUS, 'single');
    expect(paths).toHaveLength(5);
  });

  it('a deletion takes three calls too', async () => {
    const { ctx, ...process } = start();
    await callsOfSaves({ ctx, ...process }, 'Competency');
    paths = [];
    await removeMany(ctx, [{ name: idOf('Competency'), version: null }], ANONYMOUS, 'single');
    expect(paths).toEqual(['_mget', '_bulk', '_bulk']);
  });
});
