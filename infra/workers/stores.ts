import type { SearchClusterConfig } from '../../shared/config/search-cluster.ts';
import type { Context } from '../../shared/context.ts';
import { storeParts } from '../../shared/objects/store-parts.ts';
import { createFailover } from '../../shared/store/opensearch/engine/failover.ts';
import { createFetchTransport } from '../../shared/store/opensearch/engine/transport.ts';
import { type OpenSearchStore, openOpenSearchSessions } from '../../shared/store/opensearch/open.ts';

/**
 * Returns a function that opens the stores of one request. The schedule finishes what killed processes left, not a request.
 *
 * @throws Error with one sentence when the cluster cannot be used now
 */
export async function openWorkerSessions(
  { searchCluster }: { readonly searchCluster: SearchClusterConfig },
  parts: Pick<Context, 'logger' | 'now' | 'readKey'>,
): Promise<() => OpenSearchStore> {
  return openOpenSearchSessions({
    ...searchCluster,
    ...storeParts(parts),
    transport: createFailover(
      searchCluster.endpoints.map((endpoint) =>
        createFetchTransport({
          ...{ endpoint, authorization: searchCluster.authorization },
          fetch: (input, init) => fetch(input, init), // the runtime's own refuses to be called as a member of anything
        }),
      ),
    ),
    startTimeoutMs: 0,
  });
}
