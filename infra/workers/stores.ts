import type { SearchClusterConfig } from '../../shared/config/search-cluster.ts';
import type { Context } from '../../shared/context.ts';
import { searchDocument } from '../../shared/linked-data/search-copy.ts';
import { storedObject } from '../../shared/objects/stored-object.ts';
import type { StoredVersion } from '../../shared/store/object-store.ts';
import { type OpenSearchStore, openOpenSearchSessions } from '../../shared/store/opensearch/open.ts';
import { createFetchTransport } from '../../shared/store/opensearch/transport.ts';

/**
 * Opens the stores of a worker, for each request anew. What was left half done is the schedule's to finish, not a request's.
 *
 * @throws Error with one sentence when the cluster cannot be used now
 */
export async function openWorkerSessions(
  { searchCluster }: { readonly searchCluster: SearchClusterConfig },
  { logger, now, readKey }: Pick<Context, 'logger' | 'now' | 'readKey'>,
): Promise<() => OpenSearchStore> {
  return openOpenSearchSessions({
    ...searchCluster,
    transport: createFetchTransport({
      ...searchCluster,
      fetch: (input, init) => fetch(input, init), // the runtime's own refuses to be called as a member of anything
    }),
    describe: (stored: StoredVersion) => searchDocument(storedObject(stored), stored.access, readKey),
    clock: now,
    patience: 0,
    report: (error) => logger.error('DATA', 'The store met a fault', { error: String(error) }),
    announce: (sentence) => logger.info('DATA', sentence),
  });
}
