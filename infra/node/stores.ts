import type { Config } from '../../shared/config/config.ts';
import type { Context } from '../../shared/context.ts';
import type { LargeObjects } from '../../shared/objects/large-objects.ts';
import { storeParts } from '../../shared/objects/store-parts.ts';
import type { KeyValueStore } from '../../shared/store/key-value-store.ts';
import type { ObjectStore } from '../../shared/store/object-store.ts';
import { openOpenSearchStore } from '../../shared/store/opensearch/open.ts';
import type { CopyLarge } from '../../shared/store/opensearch/publish/large-copy.ts';
import { openSqliteStore } from '../../shared/store/sqlite/open.ts';
import { embeddedStore } from './data-directory.ts';
import { openTables } from './dynamodb-tables.ts';
import { createNodeFetch } from './node-fetch.ts';
import { searchTransport, type TransportFactory } from './search-transport.ts';

/** The stores of a process. */
export type Stores = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  close(): Promise<void>;
};

/**
 * Opens the configured stores: the embedded ones, or those on an OpenSearch cluster. With DYNAMODB_PREFIX, the process shares the
 * cluster with functions and has small values in their tables.
 */
export async function openStores(
  { searchCluster, ...config }: Pick<Config, 'dataDirectory' | 'dataDirectoryOn' | 'searchCluster' | 'dynamoDb'>,
  parts: Pick<Context, 'logger' | 'now' | 'readKey'> & {
    readonly large?: LargeObjects;
    readonly copyLarge?: CopyLarge;
  },
  createTransport: TransportFactory,
): Promise<Stores> {
  if (searchCluster === null)
    return openSqliteStore({ ...(await embeddedStore(config)), ...storeParts(parts, parts.large) });
  const store = await openOpenSearchStore({
    ...searchCluster,
    ...storeParts(parts, parts.large),
    ...(parts.copyLarge && { copyLarge: parts.copyLarge }),
    transport: await searchTransport(searchCluster, createTransport),
    startTimeoutMs: Number.POSITIVE_INFINITY,
  });
  const tables = openTables(config, createNodeFetch(), parts.now);
  return tables === null ? store : { ...store, keyValues: tables.keyValues };
}
