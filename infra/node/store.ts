import type { Config } from '../../shared/config/config.ts';
import type { ReadKey } from '../../shared/crypto/public-key.ts';
import { searchDocument } from '../../shared/linked-data/search-copy.ts';
import { storedObject } from '../../shared/objects/stored-object.ts';
import type { KeyValueStore } from '../../shared/store/key-value-store.ts';
import type { ObjectStore, StoredVersion } from '../../shared/store/object-store.ts';
import { openOpenSearchStore } from '../../shared/store/opensearch/open.ts';
import { openSqliteStore } from '../../shared/store/sqlite/open.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import { embeddedStore } from './data-directory.ts';
import { searchTransport } from './search-transport.ts';

/** The stores of a process. */
export type Stores = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  close(): Promise<void>;
};

/** Opens the stores that the configuration names: the embedded ones, or those on an OpenSearch cluster. */
export async function openStores(
  { searchCluster, ...config }: Pick<Config, 'dataDirectory' | 'dataDirectoryOn' | 'searchCluster'>,
  { logger, now, readKey }: { readonly logger: Logger; readonly now: () => number; readonly readKey: ReadKey },
): Promise<Stores> {
  const report = (error: unknown) => logger.error('DATA', 'The store met a fault', { error: String(error) });
  const describe = (stored: StoredVersion) => searchDocument(storedObject(stored), stored.access, readKey);
  if (searchCluster === null) {
    const warn = (sentence: string) => logger.warn('DATA', sentence);
    return openSqliteStore({ ...(await embeddedStore(config)), describe, clock: now, report, warn });
  }
  return openOpenSearchStore({
    ...searchCluster,
    transport: await searchTransport(searchCluster),
    describe,
    clock: now,
    patience: Number.POSITIVE_INFINITY,
    report,
    announce: (sentence) => logger.info('DATA', sentence),
  });
}
