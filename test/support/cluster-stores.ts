import { afterEach, beforeEach } from 'vitest';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { OpenSearchStore, OpenSearchStoreOptions } from '../../shared/stores/opensearch/open.ts';
import { openTestStore } from '../../shared/stores/opensearch/testing/open-test-store.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { openTestProxy, type TestProxy } from '../../shared/stores/opensearch/testing/test-proxy.ts';
import { newPrefix } from './instances.ts';

type Options = Partial<OpenSearchStoreOptions>;

/** Instances of the OpenSearch store over the indices of the current test. */
export type ClusterStores = {
  /** The prefix of these indices. */
  prefix(): string;
  /** One more instance, closed after the test; `proxy.intercept` decides over its calls. */
  open(proxy?: TestProxy, more?: Options): Promise<OpenSearchStore>;
  /** The objects of one more instance. */
  openObjects(proxy?: TestProxy, more?: Options): Promise<ObjectStore>;
};

/** Creates new indices for each test of the block in which this is called; after each test, closes its instances and removes the indices. */
export function useClusterStores(endpoint: string): ClusterStores {
  let prefix = '';
  let opened: OpenSearchStore[] = [];

  beforeEach(() => {
    prefix = newPrefix();
  });
  afterEach(async () => {
    const closing = opened;
    opened = []; // first: a store that cannot be closed must not fail the tests after this one too
    await Promise.all(closing.map((store) => store.close()));
    await removeIndices(endpoint, prefix);
  });

  async function open(proxy: TestProxy = openTestProxy(endpoint), more: Options = {}): Promise<OpenSearchStore> {
    const store = await openTestStore(proxy.transport, prefix, Date.now, more);
    opened.push(store);
    return store;
  }
  return { prefix: () => prefix, open, openObjects: async (proxy, more) => (await open(proxy, more)).objects };
}
