import { describe, expect, test } from 'vitest';
import { toConfig } from './config.ts';
import { readEnv } from './read-env.ts';

const configure = (environment: Record<string, string>) => toConfig(readEnv(environment), '0').xapi;

describe('learning record stores', () => {
  test('can be none, one, or several instead of the single one', () => {
    expect(configure({}).sources).toEqual([]);
    const one = { XAPI_ENDPOINT: 'https://lrs.example/xapi', XAPI_AUTH: 'Basic x' };
    expect(configure(one).sources).toEqual([
      {
        name: 'XAPI_ENDPOINT',
        isEnabled: true,
        endpoint: 'https://lrs.example/xapi/',
        host: null,
        authorization: 'Basic x',
        publishesBadges: false,
      },
    ]);
    expect(configure({ ...one, XAPI_BADGES: 'true' }).sources).toMatchObject([{ publishesBadges: true }]);
    expect(configure({ ...one, XAPI_ENABLED: 'false' }).sources).toMatchObject([{ isEnabled: false }]);
    const several = {
      XAPI_CONFIG: '{"a":{"xapiEndpoint":"https://a.example/","xapiBadges":true}}',
      XAPI_CONFIG_b:
        '{"xapiEndpoint":"https://b.example","xapiHostname":"https://pages.example","xapiAuth":"Bearer x"}',
    };
    expect(configure({ ...one, ...several }).sources).toEqual([
      {
        name: 'a',
        isEnabled: true,
        endpoint: 'https://a.example/',
        host: null,
        authorization: null,
        publishesBadges: true,
      },
      {
        name: 'b',
        isEnabled: true,
        endpoint: 'https://b.example/',
        host: 'https://pages.example/',
        authorization: 'Bearer x',
        publishesBadges: false,
      },
    ]);
  });

  test.each(['{', '[]', '{"xapiAuth":"x"}', '{"xapiEndpoint":"ftp://a.example"}'])(
    '%s is refused at the start',
    (value) => {
      expect(() => configure({ XAPI_CONFIG_a: value })).toThrow(/xapiEndpoint|XAPI_CONFIG/);
    },
  );
});

describe('senders of statements', () => {
  test.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ SVC_EXTERNAL_ENDPOINT: 'https://here.example/api/' }, false],
    [{ HOST: '0.0.0.0', XAPI_INGEST_AUTH: 'none' }, true],
    [{ XAPI_INGEST_AUTH: 'key' }, false],
    [{ XAPI_INGEST_AUTH: 'Basic eDp5' }, false],
  ])('with %j are everybody: %s', (environment, isOpen) => {
    expect(configure(environment).isOpen).toBe(isOpen);
  });

  test('may send one of several values of Authorization', () => {
    expect(configure({ XAPI_INGEST_AUTH: 'Basic eDp5, Bearer abc' }).authorizations).toEqual([
      'Basic eDp5',
      'Bearer abc',
    ]);
    expect(() => configure({ XAPI_INGEST_AUTH: 'secret' })).toThrow('XAPI_INGEST_AUTH');
  });
});
