import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { createGenerations } from '../../shared/profiles/cache/generations.ts';
import { createInvalidation } from '../../shared/profiles/cache/invalidation.ts';
import { createUsageFlag } from '../../shared/profiles/cache/usage-flag.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { publicKey } from '../../shared/repository/access/testing/caller.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { removeMany } from '../../shared/repository/objects/remove-many.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import type { OpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import { REBUILD_TIMING } from '../../shared/stores/opensearch/rebuild/replacement.ts';
import { openTestProxy } from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { repositoryContext } from '../support/repository.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

/** Types that profiles depend on, a type that none depends on, and the number of saves of each. */
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
    await stores.objects.heads(['none']); // also loads the state of rebuilds, which is then known
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

  it.each(TYPES)(
    'of a %s takes two calls if it was seen lately, the commit and the search copy; else one more',
    async (type) => {
      const [first, ...others] = await callsOfSaves(start(), type);
      expect(first).toEqual(['_mget', '_bulk', '_bulk']);
      for (const one of others) expect(one).toEqual(['_bulk', '_bulk']);
    },
  );

  it('takes two calls also at an address of the object, and after a read', async () => {
    const { ctx } = start();
    const guid = crypto.randomUUID();
    const shortId = `${ctx.config.bases[0]}data/schema.org.Thing/${guid}`;
    const save = async (name: string, context = ctx) => {
      paths = [];
      const object = { '@context': 'https://schema.org', '@type': 'Thing', '@id': shortId, name };
      const [result] = await putMany(context, [{ object, target: { name: guid, version: null } }], ANONYMOUS, 'single');
      expect(result).toHaveProperty('stored');
      return paths.length;
    };
    expect([await save('first'), await save('second')]).toEqual([3, 2]);
    const other = await open();
    const elsewhere = { ...ctx, store: other.objects };
    await save('third', elsewhere);
    await stores.objects.heads([guid]);
    expect(await save('fourth')).toBe(2);
  });

  it('takes two more calls on a state that another instance has replaced, and three from then on', async () => {
    const { ctx } = start();
    const elsewhere = { ctx: { ...ctx, store: (await open()).objects } };
    const here = { ctx };
    const counts: number[] = [];
    for (let round = 0; round < 3; round++) {
      counts.push(...(await callsOfSaves({ ...start(), ...here }, 'Thing')).map(({ length }) => length));
      await callsOfSaves({ ...start(), ...elsewhere }, 'Thing');
    }
    expect(counts).toEqual([3, 2, 2, 2, 5, 3, 3, 3, 4, 3, 3, 3]);
  });

  it('takes two more calls for types that profiles depend on once a profile was requested', async () => {
    const process = start();
    await start().usage.set();
    const counts: number[][] = [];
    for (const type of TYPES) counts.push((await callsOfSaves(process, type)).map(({ length }) => length));
    expect(counts).toEqual([
      [4, 4, 4, 4],
      [4, 4, 4, 4],
      [3, 2, 2, 2],
    ]);
  });

  it('takes two more calls if cached profiles may depend on it, and a fifth for an assertion', async () => {
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

  it('takes three calls, as a deletion does', async () => {
    const { ctx, ...process } = start();
    await callsOfSaves({ ctx, ...process }, 'Competency');
    paths = [];
    await removeMany(ctx, [{ name: idOf('Competency'), version: null }], ANONYMOUS, 'single');
    expect(paths).toEqual(['_mget', '_bulk', '_bulk']);
  });
});
