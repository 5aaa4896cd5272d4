import type { Config } from '../../../shared/config/config.ts';
import { ConfigurationError } from '../../../shared/config/read-env.ts';
import type { Context } from '../../../shared/context.ts';
import { storeParts } from '../../../shared/objects/store-parts.ts';
import { type OpenSearchStore, openOpenSearchStore } from '../../../shared/store/opensearch/open.ts';
import { createHttpTransport } from '../../node/http-transport.ts';
import { searchTransport } from '../../node/search-transport.ts';
import { whileAlive } from './life.ts';

/**
 * Opens the stores of a function. What killed processes left half done is the scheduled tick's to finish, not a request's.
 *
 * @param life after whose end the cluster is not called any more
 * @throws ConfigurationError without a cluster, and Error with one sentence when the cluster cannot be used now
 */
export async function openFunctionStores(
  { searchCluster }: Pick<Config, 'searchCluster'>,
  parts: Pick<Context, 'logger' | 'now' | 'readKey'>,
  life: AbortSignal,
): Promise<OpenSearchStore> {
  if (searchCluster === null) {
    throw new ConfigurationError('SEARCH_ENDPOINT is not set: functions keep their objects on an OpenSearch cluster.');
  }
  const transport = await searchTransport(searchCluster, createHttpTransport);
  return openOpenSearchStore({
    ...searchCluster,
    ...storeParts(parts),
    transport: { request: whileAlive(life, (request) => transport.request(request)) },
    startTimeoutMs: 0,
    upkeep: false,
  });
}
