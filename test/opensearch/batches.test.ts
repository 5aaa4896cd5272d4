import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import { found, makeWrite, put } from '../../shared/repository/store/contract/fixtures.ts';
import { term } from '../../shared/repository/store/contract/queries.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import { createEngine } from '../../shared/stores/opensearch/engine/engine.ts';
import { createFetchTransport, type EngineRequest } from '../../shared/stores/opensearch/engine/transport.ts';
import { indexNames } from '../../shared/stores/opensearch/indices/index-names.ts';
import type { OpenSearchStoreOptions } from '../../shared/stores/opensearch/open.ts';
import { away, openTestProxy, type TestProxy } from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { repositoryContext } from '../support/repository.ts';

const cluster = await openSearchForTests();
const endpoint = cluster?.endpoint ?? '';

/** Number of objects in a slice, and in a batch of several slices. */
const SLICE = 10;
const BATCH = 4 * SLICE + 5;

const isRefresh = ({ path }: EngineRequest) => path.endsWith('/_refresh');
const isSwitch = ({ path, body }: EngineRequest) => path === '_aliases' && body?.includes('.next') === true;

describe.skipIf(cluster === null)('a batch of several slices', () => {
  const { prefix, openObjects } = useClusterStores(endpoint);
  const engine = createEngine(createFetchTransport({ endpoint, authorization: null }), 10_000, 'immediate');
  let proxy: TestProxy;
  let store: ObjectStore;
  let other: ObjectStore;

  beforeEach(async () => {
    proxy = openTestProxy(endpoint);
    store = await open();
    other = await openObjects();
    await noRefreshes(indexNames(prefix()).search);
  });

  function open(more: Partial<OpenSearchStoreOptions> = {}): Promise<ObjectStore> {
    const readKey = createKeyRing();
    const describe: OpenSearchStoreOptions['describe'] = (stored) =>
      searchDocument(storedObject(stored), stored.access, readKey);
    return openObjects(proxy, { describe, ...more });
  }

  /** The engine refreshes an index every second by itself. This one does not: searches see only what the store makes visible. */
  async function noRefreshes(index: string): Promise<void> {
    const body = JSON.stringify({ index: { refresh_interval: '-1' } });
    await engine.call({ method: 'PUT', path: `${index}/_settings`, body });
  }

  function save(count: number, target = store) {
    const ctx = repositoryContext(target, { settings: { multiPutBatchSize: SLICE } });
    const items = Array.from({ length: count }, (_, index) => {
      const id = `https://example.org/${index}`;
      return { object: { '@context': 'https://schema.org', '@type': 'Thing', '@id': id, name: 'word' } };
    });
    return putMany(ctx, items, ANONYMOUS, 'batch');
  }

  const findable = async (instance: ObjectStore) => (await found(instance, term('word'), { limit: 1_000 })).length;

  it('I1 is found by every instance once it is acknowledged, after one refresh', async () => {
    const refreshes: string[] = [];
    proxy.intercept = (request, send) => {
      if (isRefresh(request) || request.path.includes('refresh=true')) refreshes.push(request.path);
      return send();
    };
    expect(await save(BATCH)).toHaveLength(BATCH);
    expect(refreshes).toEqual([`${indexNames(prefix()).search}/_refresh`]);
    expect([await findable(store), await findable(other)]).toEqual([BATCH, BATCH]);
  });

  it('I1 is found by every instance too when the store waits for the next refresh', async () => {
    const paths: string[] = [];
    const waiting = await open({ refresh: 'wait' });
    proxy.intercept = ({ path }, send) => {
      paths.push(path);
      return send();
    };
    const saved = save(BATCH, waiting);
    await expect.poll(() => paths.filter((path) => path.includes('refresh=wait_for')).length).toBeGreaterThan(0);
    const body = JSON.stringify({ index: { refresh_interval: '100ms' } });
    await engine.call({ method: 'PUT', path: `${indexNames(prefix()).search}/_settings`, body });
    await saved;
    expect(await findable(other)).toBe(BATCH);
    expect(paths.some((path) => path.includes('refresh=true') || path.endsWith('_refresh'))).toBe(false);
  });

  it('I1 is found when the search index is replaced before, or after, it is made searchable', async () => {
    const rebuilding = openTestProxy(endpoint);
    const rebuilder = await openObjects(rebuilding, { timing: { freshness: 40, lease: 10_000 } });
    const writer = await openObjects(undefined, { timing: { freshness: 40, lease: 10_000 } });
    await put(writer, 'old', { members: { name: 'other' } });
    const findings: string[][] = [];
    rebuilding.intercept = async (request, send) => {
      if (!isSwitch(request)) return send();
      rebuilding.intercept = null;
      const [next = ''] = Object.keys(
        (await engine.call({ method: 'GET', path: `${prefix()}objects-*.next` })).body ?? {},
      );
      await noRefreshes(next);
      await writer.write([makeWrite('before', { members: { name: 'word' } })], 'later');
      await writer.makeSearchable();
      await writer.write([makeWrite('after', { members: { name: 'word' } })], 'later');
      findings.push(await found(other, term('word')));
      const answer = await send();
      findings.push(await found(other, term('word')));
      await writer.makeSearchable();
      findings.push((await found(other, term('word'))).sort());
      return answer;
    };
    await rebuilder.rebuild();
    expect(findings).toEqual([['before'], ['before'], ['after', 'before']]);
  });

  it.each([
    ['the connection is lost', () => Promise.reject(away())],
    ['a shard cannot be refreshed', async () => ({ status: 200, body: { _shards: { failed: 1 } } })],
  ])('is answered with 503 when %s', async (_, fault) => {
    proxy.intercept = (request, send) => (isRefresh(request) ? fault() : send());
    await expect(save(BATCH)).rejects.toMatchObject({ status: 503 });
    proxy.intercept = null;
    await save(BATCH);
    expect(await findable(other)).toBe(BATCH);
  });
});
