import { encodeBase64 } from '../crypto/base64.ts';
import { utf8 } from '../crypto/text-encoding.ts';
import { type AwsAccess, awsAccess } from './aws-access.ts';
import { ConfigurationError, type Settings } from './read-env.ts';
import { integer, oneOf } from './values.ts';

/** The OpenSearch cluster that objects live in. */
export type SearchClusterConfig = {
  /** Addresses of one cluster, at least one. */
  readonly endpoints: readonly string[];
  /** The `Authorization` header, or null. */
  readonly authorization: string | null;
  /** Requests are signed for a domain of Amazon OpenSearch Service; null: they are not. */
  readonly aws: AwsAccess | null;
  /** File with the certificates (PEM) of the authorities that the cluster's own is from; null: those the runtime knows. */
  readonly caFile: string | null;
  /** What the names of the indices begin with. */
  readonly prefix: string;
  readonly shards: number;
  readonly replicas: number | 'auto';
  /** How searches come to see what is saved: the engine shows it at once, or within its second. Saves wait for it. */
  readonly refresh: 'immediate' | 'wait';
};

/** The cluster of the settings, or null when there is none. @throws ConfigurationError for settings that cannot work */
export function searchCluster(settings: Settings): SearchClusterConfig | null {
  const { SEARCH_ENDPOINT: endpoint, SEARCH_PREFIX: prefix = 'competency-' } = settings;
  const { SEARCH_REPLICAS: replicas = 'auto', SEARCH_CA_FILE: caFile = null } = settings;
  const cluster: Omit<SearchClusterConfig, 'endpoints'> = {
    authorization: authorization(settings),
    aws: awsAccess(settings),
    caFile,
    prefix: indexPrefix(prefix),
    shards: integer(settings, 'SEARCH_SHARDS', 1, 1, 64),
    replicas: replicas === 'auto' ? 'auto' : integer(settings, 'SEARCH_REPLICAS', 0, 0, 8),
    refresh: oneOf(settings, 'SEARCH_REFRESH', ['immediate', 'wait'], 'immediate'),
  };
  oneCredential(settings);
  if (endpoint === undefined) return null;
  const endpoints = endpoint.split(',').map((address) => clusterAddress(address.trim()));
  if (caFile !== null && !endpoints.every((address) => address.startsWith('https:'))) {
    throw new ConfigurationError('SEARCH_CA_FILE is set, but SEARCH_ENDPOINT is not an https address.');
  }
  return { endpoints, ...cluster };
}

function clusterAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      'SEARCH_ENDPOINT must be an http or https address, such as https://search.example:9200, or several of one cluster with commas between.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigurationError('SEARCH_ENDPOINT holds credentials: put them in SEARCH_USERNAME and SEARCH_PASSWORD.');
  }
  if (/\.aoss\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)) {
    throw new ConfigurationError(
      'SEARCH_ENDPOINT is a serverless collection, which cannot hold the objects: it shows writes only after seconds. Use a domain.',
    );
  }
  return value;
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
  return `Basic ${encodeBase64(utf8(`${user}:${password}`))}`;
}

/** The engine's rules for names of indices. */
function indexPrefix(value: string): string {
  if (/^[a-z0-9][a-z0-9_.-]{0,99}$/.test(value)) return value;
  throw new ConfigurationError(
    `SEARCH_PREFIX is "${value}", but must be up to 100 lower case letters, digits, and -_. after the first.`,
  );
}
