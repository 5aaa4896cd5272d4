import { encodeBase64 } from '../crypto/base64.ts';
import { utf8 } from '../crypto/text-encoding.ts';
import { ConfigurationError, type Settings } from './read-env.ts';
import { integer } from './values.ts';

/** The OpenSearch cluster that objects live in. */
export type SearchClusterConfig = {
  readonly endpoint: string;
  /** The `Authorization` header, or null. */
  readonly authorization: string | null;
  /** What the names of the indices begin with. */
  readonly prefix: string;
  readonly shards: number;
  readonly replicas: number | 'auto';
};

/** The cluster of the settings, or null when there is none. @throws ConfigurationError for settings that cannot work */
export function searchCluster(settings: Settings): SearchClusterConfig | null {
  const { SEARCH_ENDPOINT: endpoint, SEARCH_PREFIX: prefix = 'competency-' } = settings;
  const { SEARCH_REPLICAS: replicas = 'auto' } = settings;
  const cluster: Omit<SearchClusterConfig, 'endpoint'> = {
    authorization: authorization(settings),
    prefix: indexPrefix(prefix),
    shards: integer(settings, 'SEARCH_SHARDS', 1, 1, 64),
    replicas: replicas === 'auto' ? 'auto' : integer(settings, 'SEARCH_REPLICAS', 0, 0, 8),
  };
  return endpoint === undefined ? null : { endpoint: clusterAddress(endpoint), ...cluster };
}

function clusterAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      'SEARCH_ENDPOINT must be an http or https address, such as https://search.example:9200.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigurationError('SEARCH_ENDPOINT holds credentials: put them in SEARCH_USERNAME and SEARCH_PASSWORD.');
  }
  return value;
}

function authorization({
  SEARCH_AUTHORIZATION: header,
  SEARCH_USERNAME: user,
  SEARCH_PASSWORD: password,
}: Settings): string | null {
  if ((user === undefined) !== (password === undefined)) {
    throw new ConfigurationError('SEARCH_USERNAME and SEARCH_PASSWORD go together: one of them is missing.');
  }
  if (user === undefined) return header ?? null;
  if (header !== undefined) {
    throw new ConfigurationError('SEARCH_AUTHORIZATION and SEARCH_USERNAME are two credentials: remove one of them.');
  }
  return `Basic ${encodeBase64(utf8(`${user}:${password}`))}`;
}

/** The engine's rules for names of indices. */
function indexPrefix(value: string): string {
  if (/^[a-z0-9][a-z0-9_.-]{0,99}$/.test(value)) return value;
  throw new ConfigurationError(
    `SEARCH_PREFIX is "${value}", but must be up to 100 lower case letters, digits, and -_. after the first.`,
  );
}
