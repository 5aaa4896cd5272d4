import type { Config } from '../../shared/base/config/config.ts';
import { hasModel } from '../../shared/base/config/embedding.ts';
import type { SearchClusterConfig } from '../../shared/base/config/search-cluster.ts';
import { storeParts } from '../../shared/repository/objects/store-parts.ts';
import { openOpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import { openTables } from './dynamodb-tables.ts';
import type { TransportFactory } from './http-transport.ts';
import { createNodeFetch } from './node-request.ts';
import { searchTransport } from './search-transport.ts';
import type { StoreContext, Stores } from './stores.ts';

/** Opens the stores on an OpenSearch cluster, with small values in DynamoDB if that is configured. */
export async function openClusterStores(
  cluster: SearchClusterConfig,
  config: Pick<Config, 'dynamoDb' | 'memoryBudget' | 'embedding'>,
  parts: StoreContext,
  createTransport: TransportFactory,
): Promise<Stores> {
  const store = await openOpenSearchStore({
    ...cluster,
    ...storeParts(parts, parts.large),
    ...(parts.copyLarge && { copyLarge: parts.copyLarge }),
    transport: await searchTransport(cluster, createTransport),
    cacheBytes: config.memoryBudget / 2,
    startTimeoutMs: Number.POSITIVE_INFINITY,
    vectors: hasModel(config.embedding),
  });
  const tables = openTables(config, createNodeFetch(), parts);
  return tables === null ? store : { ...store, keyValues: tables.keyValues };
}
