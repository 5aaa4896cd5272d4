import { expect, test } from 'vitest';
import { readEnv, type Settings } from './read-env.ts';
import { searchCluster } from './search-cluster.ts';

const ENDPOINT = { SEARCH_ENDPOINT: 'https://search.example:9200' };

test('without an endpoint there is no cluster', () => {
  expect(searchCluster({})).toBeNull();
});

test('several addresses of one cluster are separated by commas', () => {
  const endpoints = ['https://one.example:9200', 'https://two.example:9200'];
  expect(searchCluster(readEnv({ SEARCH_ENDPOINT: endpoints.join(', ') }))).toMatchObject({ endpoints });
});

test('an endpoint alone is enough, also under the name that existing servers use', () => {
  const expected = {
    endpoints: ['http://search:9200'],
    authorization: null,
    aws: null,
    caFile: null,
    prefix: 'competency-',
    shards: 1,
    replicas: 'auto',
    refresh: 'immediate',
  };
  expect(searchCluster(readEnv({ ELASTICSEARCH_ENDPOINT: 'http://search:9200' }))).toEqual(expected);
});

test('credentials are a user with a password, an API key, or a whole header', () => {
  const user = { SEARCH_USERNAME: 'Aladdin', SEARCH_PASSWORD: 'open sesame' };
  expect(searchCluster({ ...ENDPOINT, ...user })?.authorization).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
  expect(searchCluster({ ...ENDPOINT, SEARCH_AUTHORIZATION: 'Bearer abc' })?.authorization).toBe('Bearer abc');
  expect(searchCluster({ ...ENDPOINT, SEARCH_API_KEY: 'abc' })?.authorization).toBe('ApiKey abc');
});

const REGION = { SEARCH_AWS_REGION: 'eu-central-1' };
const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test('requests to a domain of AWS are signed with the keys of the environment, or with those of the container', () => {
  const given = { kind: 'keys', accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' };
  const container = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/v2/credentials/x' };
  const pod = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials' };
  const file = { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: '/var/run/token' };
  const accessOf = (settings: Settings) => searchCluster({ ...ENDPOINT, ...settings })?.aws;
  expect(accessOf({ ...REGION, ...KEYS, ...container, AWS_SESSION_TOKEN: 'token' })).toEqual({
    region: 'eu-central-1',
    credentials: given,
  });
  expect(accessOf({ ...REGION, ...container, AWS_CONTAINER_AUTHORIZATION_TOKEN: 't' })?.credentials).toEqual({
    kind: 'endpoint',
    url: 'http://169.254.170.2/v2/credentials/x',
    token: 't',
    tokenFile: null,
  });
  expect(accessOf({ ...REGION, ...pod, ...file })?.credentials).toEqual({
    kind: 'endpoint',
    url: 'http://169.254.170.23/v1/credentials',
    token: null,
    tokenFile: '/var/run/token',
  });
});

test('AWS variables of other programs change nothing', () => {
  expect(searchCluster({ ...ENDPOINT, AWS_ACCESS_KEY_ID: 'id', SEARCH_USERNAME: 'u', SEARCH_PASSWORD: 'p' })?.aws).toBe(
    null,
  );
});

test.each([
  [{ SEARCH_ENDPOINT: 'search:9200' }, /^SEARCH_ENDPOINT/],
  [{ SEARCH_ENDPOINT: 'ftp://search' }, /^SEARCH_ENDPOINT/],
  [{ SEARCH_ENDPOINT: 'http://one,' }, /^SEARCH_ENDPOINT/],
  [{ SEARCH_ENDPOINT: 'https://user:secret@search' }, /^SEARCH_ENDPOINT contains credentials.*SEARCH_PASSWORD/],
  [{ SEARCH_USERNAME: 'user' }, /SEARCH_PASSWORD/],
  [{ SEARCH_USERNAME: 'u', SEARCH_PASSWORD: 'p', SEARCH_AUTHORIZATION: 'ApiKey x' }, /SEARCH_AUTHORIZATION/],
  [{ SEARCH_API_KEY: 'x', SEARCH_AUTHORIZATION: 'Bearer secret' }, /SEARCH_AUTHORIZATION and SEARCH_API_KEY are two/],
  [{ ...REGION, ...KEYS, SEARCH_API_KEY: 'x' }, /SEARCH_API_KEY and SEARCH_AWS_REGION are two/],
  [REGION, /AWS_ACCESS_KEY_ID.*AWS_CONTAINER_CREDENTIALS_RELATIVE_URI/],
  [{ ...REGION, AWS_SECRET_ACCESS_KEY: 'secret' }, /go together/],
  [{ SEARCH_AWS_REGION: 'EU Central' }, /^SEARCH_AWS_REGION is/],
  [{ ...REGION, AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://elsewhere.example/' }, /FULL_URI must be an https address/],
  [{ ...REGION, ...KEYS, SEARCH_AWS_SERVICE: 'aoss' }, /serverless/],
  [{ SEARCH_ENDPOINT: 'https://x.eu-central-1.aoss.amazonaws.com' }, /serverless/],
  [{ SEARCH_ENDPOINT: 'http://search', SEARCH_CA_FILE: 'ca.pem' }, /^SEARCH_CA_FILE/],
  [{ SEARCH_PREFIX: 'Competency' }, /^SEARCH_PREFIX/],
  [{ SEARCH_PREFIX: '-x' }, /^SEARCH_PREFIX/],
  [{ SEARCH_SHARDS: '0' }, /^SEARCH_SHARDS.*1 to 64/],
  [{ SEARCH_REPLICAS: 'many' }, /^SEARCH_REPLICAS.*0 to 8/],
  [{ SEARCH_REFRESH: 'never' }, /^SEARCH_REFRESH.*immediate, wait/],
])('%o is refused, and no secret is repeated', (settings, sentence) => {
  expect(() => searchCluster({ ...ENDPOINT, ...settings })).toThrow(sentence);
  expect(() => searchCluster({ ...ENDPOINT, ...settings })).not.toThrow(/secret/);
});
