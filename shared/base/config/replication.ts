import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The server that this one replicates. */
export type ReplicationConfig = {
  /** Base URL of its API, ending in `/api/`. */
  readonly endpoint: string;
  /** Private keys as PEM, one after the other, that sign the requests; null: the service uses its own key. */
  readonly keys: string | null;
};

/**
 * @param bases own addresses
 * @returns null if no server is configured
 * @throws ConfigurationError if the configured server is this one
 */
export function replicationConfig(
  settings: Settings,
  bases: readonly string[],
  disabledAdapters: readonly string[],
): ReplicationConfig | null {
  const endpoint = settingValue(settings, 'SVC_REPLICATION_ENDPOINT');
  if (endpoint === null || disabledAdapters.includes('replicate')) return null;
  if (bases.includes(endpoint)) {
    throw new ConfigurationError(
      'SVC_REPLICATION_ENDPOINT is an address of this service: name that of another server.',
    );
  }
  return { endpoint, keys: settingValue(settings, 'SVC_REPLICATION_PPK') };
}
