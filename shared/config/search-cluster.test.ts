import { expect, test } from 'vitest';
import { readEnv } from './read-env.ts';
import { searchCluster } from './search-cluster.ts';

const ENDPOINT = { SEARCH_ENDPOINT: 'https://search.example:9200' };

test('without an endpoint there is no cluster', () => {
  expect(searchCluster({})).toBeNull();
});

test('an endpoint is all that is needed, also under the name that it has on existing servers', () => {
  const expected = {
    endpoint: 'http://search:9200',
    authorization: null,
    prefix: 'competency-',
    shards: 1,
    replicas: 'auto',
  };
  expect(searchCluster(readEnv({ ELASTICSEARCH_ENDPOINT: 'http://search:9200' }))).toEqual(expected);
});

test('credentials are a user with a password, or a whole header', () => {
  const user = { SEARCH_USERNAME: 'Aladdin', SEARCH_PASSWORD: 'open sesame' };
  expect(searchCluster({ ...ENDPOINT, ...user })?.authorization).toBe('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
  expect(searchCluster({ ...ENDPOINT, SEARCH_AUTHORIZATION: 'ApiKey abc' })?.authorization).toBe('ApiKey abc');
});

test.each([
  [{ SEARCH_ENDPOINT: 'search:9200' }, /^SEARCH_ENDPOINT/],
  [{ SEARCH_ENDPOINT: 'ftp://search' }, /^SEARCH_ENDPOINT/],
  [{ SEARCH_ENDPOINT: 'https://user:secret@search' }, /^SEARCH_ENDPOINT holds credentials.*SEARCH_PASSWORD/],
  [{ SEARCH_USERNAME: 'user' }, /SEARCH_PASSWORD/],
  [{ SEARCH_USERNAME: 'u', SEARCH_PASSWORD: 'p', SEARCH_AUTHORIZATION: 'ApiKey x' }, /SEARCH_AUTHORIZATION/],
  [{ SEARCH_PREFIX: 'Competency' }, /^SEARCH_PREFIX/],
  [{ SEARCH_PREFIX: '-x' }, /^SEARCH_PREFIX/],
  [{ SEARCH_SHARDS: '0' }, /^SEARCH_SHARDS.*1 to 64/],
  [{ SEARCH_REPLICAS: 'many' }, /^SEARCH_REPLICAS.*0 to 8/],
])('%o is refused, and no secret is repeated', (settings, sentence) => {
  expect(() => searchCluster({ ...ENDPOINT, ...settings })).toThrow(sentence);
  expect(() => searchCluster({ ...ENDPOINT, ...settings })).not.toThrow(/secret/);
});
