import { mkdir, statfs } from 'node:fs/promises';
import type { Config } from '../../shared/base/config/config.ts';
import { ConfigurationError } from '../../shared/base/config/formats.ts';
import { storeParts } from '../../shared/repository/objects/store-parts.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../shared/stores/sqlite/open.ts';
import type { TransportFactory } from './http-transport.ts';
import type { StoreContext, Stores } from './stores.ts';

/**
 * Opens the configured stores: the embedded ones, or those on an OpenSearch cluster. With DYNAMODB_PREFIX, the process shares the
 * cluster with functions and has small values in their tables.
 */
export async function openStores(
  {
    searchCluster,
    ...config
  }: Pick<Config, 'dataDirectory' | 'dataDirectoryOn' | 'searchCluster' | 'dynamoDb' | 'memoryBudget' | 'embedding'>,
  parts: StoreContext,
  createTransport: TransportFactory,
): Promise<Stores> {
  if (searchCluster === null)
    return openSqliteStore({
      ...(await embeddedStore(config)),
      ...storeParts(parts, parts.large),
      ...(parts.onWaiting && { onWaiting: parts.onWaiting }),
    });
  const { openClusterStores } = await import('./cluster-stores.ts'); // not loaded without a cluster
  return openClusterStores(searchCluster, config, parts, createTransport);
}

/** Network file systems by Linux's magic number (statfs(2), `f_type`). */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
]);

/** The name of a network file system, or null for any other type. */
export function networkFileSystem(type: number): string | null {
  return NETWORK_FILE_SYSTEMS.get(type >>> 0) ?? null;
}

/**
 * The options of the embedded store.
 *
 * @throws ConfigurationError when the directory is on a network file system but SVC_DATA_DIR_ON is `local`: processes on
 *   several machines would corrupt the file
 */
export async function embeddedStore({
  dataDirectory: directory,
  dataDirectoryOn,
}: Pick<Config, 'dataDirectory' | 'dataDirectoryOn'>): Promise<Pick<SqliteStoreOptions, 'directory' | 'journal'>> {
  if (dataDirectoryOn === 'network') return { directory, journal: 'rollback' };
  const type = await fileSystemOf(directory);
  const name = type === null ? null : networkFileSystem(type);
  if (name === null) return { directory, journal: 'wal' };
  throw new ConfigurationError(
    `SVC_DATA_DIR is on a network (${name}): set SVC_DATA_DIR_ON to network, or choose a local disk.`,
  );
}

/** The type of a file system; null if it cannot be determined: opening the store then fails with the reason. */
async function fileSystemOf(directory: string): Promise<number | null> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return (await statfs(directory)).type;
  } catch {
    return null;
  }
}
