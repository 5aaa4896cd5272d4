import type { Config } from '../../../shared/config/config.ts';
import { ConfigurationError } from '../../../shared/config/configuration-error.ts';
import type { Context } from '../../../shared/context.ts';
import { storeParts } from '../../../shared/objects/store-parts.ts';
import { type OpenSearchStore, openOpenSearchStore } from '../../../shared/store/opensearch/open.ts';
import { createHttpTransport } from '../../node/http-transport.ts';
import { searchTransport } from '../../node/search-transport.ts';
import { unlessAborted } from './request-timeout.ts';

/**
 * Opens the stores of a function. The scheduled tick finishes what killed processes left, not a request.
 *
 * @param signal once aborted, the cluster is no longer called
 * @throws ConfigurationError without a cluster, and Error with one sentence when the cluster cannot be used now
 */
export async function openFunctionStores(
  { searchCluster }: Pick<Config, 'searchCluster'>,
  parts: Pick<Context, 'logger' | 'now' | 'readKey'>,
  signal?: AbortSignal,
): Promise<OpenSearchStore> {
  if (searchCluster === null) {
    throw new ConfigurationError('SEARCH_ENDPOINT is not set: functions keep their objects on an OpenSearch cluster.');
  }
  const transport = await searchTransport(searchCluster, createHttpTransport);
  return openOpenSearchStore({
    ...searchCluster,
    ...storeParts(parts),
    transport: { request: unlessAborted(signal, (request) => transport.request(request)) },
    startTimeoutMs: 0,
    upkeep: false,
  });
}
