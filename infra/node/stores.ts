import type { Config } from '../../shared/config/config.ts';
import type { Context } from '../../shared/context.ts';
import type { LargeObjects } from '../../shared/objects/large-objects.ts';
import { storeParts } from '../../shared/objects/store-parts.ts';
import type { KeyValueStore } from '../../shared/store/key-value-store.ts';
import type { ObjectStore } from '../../shared/store/object-store.ts';
import { openOpenSearchStore } from '../../shared/store/opensearch/open.ts';
import type { CopyLarge } from '../../shared/store/opensearch/publish/search-entry.ts';
import { openSqliteStore } from '../../shared/store/sqlite/open.ts';
import { embeddedStore } from './data-directory.ts';
import type { TransportFactory } from './search-transport.ts';

/** The stores of a process. */
export type Stores = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  close(): Promise<void>;
};

/** What stores need of the process. */
export type StoreContext = Pick<Context, 'logger' | 'now' | 'readKey'> & {
  readonly large?: LargeObjects;
  readonly copyLarge?: CopyLarge;
};

/**
 * Opens the configured stores: the embedded ones, or those on an OpenSearch cluster. With DYNAMODB_PREFIX, the process shares the
 * cluster with functions and has small values in their tables.
 */
export async function openStores(
  { searchCluster, ...config }: Pick<Config, 'dataDirectory' | 'dataDirectoryOn' | 'searchCluster' | 'dynamoDb'>,
  parts: StoreContext,
  createTransport: TransportFactory,
): Promise<Stores> {
  if (searchCluster === null)
    return openSqliteStore({ ...(await embeddedStore(config)), ...storeParts(parts, parts.large) });
  const { openClusterStores } = await import('./cluster-stores.ts'); // a start without a cluster need not load it
  return openClusterStores(searchCluster, config, parts, createTransport);
}
