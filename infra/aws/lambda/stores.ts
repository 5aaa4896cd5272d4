import type { Config } from '../../../shared/config/config.ts';
import { ConfigurationError } from '../../../shared/config/read-env.ts';
import type { Context } from '../../../shared/context.ts';
import { searchDocument } from '../../../shared/linked-data/search-copy.ts';
import { storedObject } from '../../../shared/objects/stored-object.ts';
import type { StoredVersion } from '../../../shared/store/object-store.ts';
import { type OpenSearchStore, openOpenSearchStore } from '../../../shared/store/opensearch/open.ts';
import { searchTransport } from '../../node/search-transport.ts';

/**
 * Opens the stores of a function. What killed processes left half done is the scheduled tick's to finish, not a request's.
 *
 * @throws ConfigurationError without a cluster, and Error with one sentence when the cluster cannot be used now
 */
export async function openFunctionStores(
  { searchCluster }: Pick<Config, 'searchCluster'>,
  { logger, now, readKey }: Pick<Context, 'logger' | 'now' | 'readKey'>,
): Promise<OpenSearchStore> {
  if (searchCluster === null) {
    throw new ConfigurationError('SEARCH_ENDPOINT is not set: functions keep their objects on an OpenSearch cluster.');
  }
  return openOpenSearchStore({
    ...searchCluster,
    transport: await searchTransport(searchCluster),
    describe: (stored: StoredVersion) => searchDocument(storedObject(stored), stored.access, readKey),
    clock: now,
    patience: 0,
    upkeep: false,
    report: (error) => logger.error('DATA', 'The store met a fault', { error: String(error) }),
    announce: (sentence) => logger.info('DATA', sentence),
  });
}
