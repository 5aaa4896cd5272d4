import { encodeBase64 } from '../crypto/base64.ts';
import { encodeUtf8 } from '../crypto/text-encoding.ts';
import { type AwsAccess, awsAccess } from './aws-access.ts';
import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The OpenSearch cluster that stores the objects. */
export type SearchClusterConfig = {
  /** Addresses of one cluster, at least one. */
  readonly endpoints: readonly string[];
  /** The `Authorization` header, or null. */
  readonly authorization: string | null;
  /** Requests are signed for a domain of Amazon OpenSearch Service; null: they are not. */
  readonly aws: AwsAccess | null;
  /** File with the certificates (PEM) of the authorities of the cluster's certificate; null: the runtime's list. */
  readonly caFile: string | null;
  /** Prefix of the names of the indices. */
  readonly prefix: string;
  readonly shards: number;
  readonly replicas: number | 'auto';
  /** Whether a save refreshes the index at once or waits for the engine's refresh, within a second. */
  readonly refresh: 'immediate' | 'wait';
};

/** The configured cluster; null if there is none. @throws ConfigurationError for settings that cannot work */
export function searchCluster(settings: Settings): SearchClusterConfig | null {
  const caFile = settingValue(settings, 'SEARCH_CA_FILE');
  const cluster: Omit<SearchClusterConfig, 'endpoints'> = {
    authorization: authorization(settings),
    aws: awsAccess(settings),
    caFile,
    prefix: settingValue(settings, 'SEARCH_PREFIX'),
    shards: settingValue(settings, 'SEARCH_SHARDS'),
    replicas: settingValue(settings, 'SEARCH_REPLICAS'),
    refresh: settingValue(settings, 'SEARCH_REFRESH'),
  };
  oneCredential(settings);
  const endpoints = settingValue(settings, 'SEARCH_ENDPOINT');
  if (endpoints === null) return null;
  if (caFile !== null && !endpoints.every((address) => address.startsWith('https:'))) {
    throw new ConfigurationError('SEARCH_CA_FILE is set, but SEARCH_ENDPOINT is not an https address.');
  }
  return { endpoints, ...cluster };
}

const CREDENTIALS = ['SEARCH_AUTHORIZATION', 'SEARCH_USERNAME', 'SEARCH_API_KEY', 'SEARCH_AWS_REGION'] as const;

function oneCredential(settings: Settings): void {
  const [first, second] = CREDENTIALS.filter((name) => settings[name] !== undefined);
  if (second !== undefined) {
    throw new ConfigurationError(`${first} and ${second} are two credentials: remove one of them.`);
  }
}

function authorization({
  SEARCH_AUTHORIZATION: header,
  SEARCH_USERNAME: user,
  SEARCH_PASSWORD: password,
  SEARCH_API_KEY: apiKey,
}: Settings): string | null {
  if ((user === undefined) !== (password === undefined)) {
    throw new ConfigurationError('SEARCH_USERNAME and SEARCH_PASSWORD go together: one of them is missing.');
  }
  if (apiKey !== undefined) return `ApiKey ${apiKey}`;
  if (user === undefined) return header ?? null;
  return `Basic ${encodeBase64(encodeUtf8(`${user}:${password}`))}`;
}
