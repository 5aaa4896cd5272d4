import { describe, expect, test } from 'vitest';
import { createAddressTools } from '../ip-address.ts';
import { type Config, PROCESS, toConfig } from './config.ts';
import { ConfigurationError } from './formats.ts';
import { readEnv, type Settings } from './read-env.ts';
import { SETTINGS, type SettingName } from './settings/settings.ts';

const configure = (settings: Settings = {}): Config => toConfig(settings, '1.2.3', PROCESS, createAddressTools());

/** The message of a refused start. */
function refusal(settings: Settings): string {
  try {
    configure(settings);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'not refused';
}

describe('without any setting', () => {
  test('the service serves this machine on port 8080 and keeps everything under ./data', () => {
    const { port, host, dataDirectory, keyDirectory, basePath } = configure();
    expect({ port, host, dataDirectory, keyDirectory, basePath }).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDirectory: './data',
      keyDirectory: './data/keys',
      basePath: '',
    });
  });

  test('ids of localhost and 127.0.0.1 at its port are its own, and new links say localhost', () => {
    expect(configure().bases).toEqual(['http://localhost:8080/api/', 'http://127.0.0.1:8080/api/']);
  });

  test('limits have the documented values', () => {
    const { postMaxSize, multiPutBatchSize, searchDeadline, sheets } = configure();
    expect({ postMaxSize, multiPutBatchSize, searchDeadline, sheets }).toEqual({
      postMaxSize: 50 * 1024 * 1024,
      multiPutBatchSize: 100,
      searchDeadline: 5000,
      sheets: { rejectSha1: false, maxEntries: 64, maxLifetime: 2 * 60 * 60 * 1000, serverCheck: 'warn' },
    });
  });

  test('risky settings are off', () => {
    const { adminSecretInQuery, kill, notifyHidden, corsCredentials, corsOrigins, profiles } = configure();
    const { openEvidence } = profiles;
    expect({ adminSecretInQuery, kill, notifyHidden, corsCredentials, corsOrigins, openEvidence }).toEqual({
      openEvidence: false,
      adminSecretInQuery: false,
      kill: false,
      notifyHidden: false,
      corsCredentials: false,
      corsOrigins: null,
    });
  });

  test('ping answers the version of the package and nothing else by default', () => {
    expect(configure().ping).toEqual({ version: '1.2.3', plugins: null, banner: null, motd: null });
  });
});

test('the configuration reads every setting of the table', () => {
  const asked = new Set<string>();
  const examples: Settings = {
    SVC_BANNER_MESSAGE: 'Maintenance tonight',
    SVC_LOOPBACK: 'https://a.example/api/',
    SVC_LOOPBACK_PROXY: 'https://b.example/api/',
    SVC_EXTERNAL_ENDPOINT: 'https://c.example/api/',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SECRETS: 'ssm:/path',
    AUTH_ALLOW_ENV_ADMINS: 'true',
    SVC_JWT_ENABLED: 'true',
    SVC_JWT_SECRET: 'a secret of the tests, long enough',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
    SVC_REPLICATION_ENDPOINT: 'https://peer.example/api/',
    LLM_ENDPOINT: 'https://models.example/v1',
    LLM_MODEL: 'model',
    EMBEDDING_ENDPOINT: 'https://models.example/v1',
    EMBEDDING_MODEL: 'model',
  };
  const oidc = {
    SVC_OIDC_ENABLED: 'true',
    SVC_OIDC_ISSUER_BASE_URL: 'https://login.example',
    SVC_OIDC_BASE_URL: 'https://a.example',
    SVC_OIDC_CLIENT_ID: 'id',
    SVC_OIDC_SECRET: 'a secret of the tests, long enough',
  };
  const platform = { SVC_PLATFORM_ONE_ENABLED: 'true', SVC_PLATFORM_ONE_SECRET: 'a secret of the tests, long enough' };
  const { AWS_ACCESS_KEY_ID: _id, AWS_SECRET_ACCESS_KEY: _secret, ...inPod } = examples;
  const credentials = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'https://credentials.example/' };
  for (const given of [examples, { ...inPod, ...credentials }, oidc, platform]) {
    configure(
      new Proxy<Settings>(given, {
        get(settings, name) {
          asked.add(String(name));
          return settings[name as SettingName];
        },
      }),
    );
  }
  expect([...asked].sort()).toEqual(Object.keys(SETTINGS).sort());
});

test('a managed notification channel is called in a region, with keys', () => {
  const address = 'https://abc.execute-api.eu-central-1.amazonaws.com/live';
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  expect(configure().webSocketApi).toBeNull();
  expect(configure({ WS_ENDPOINT: address, AWS_REGION: 'eu-central-1', ...keys }).webSocketApi).toMatchObject({
    endpoint: address,
    region: 'eu-central-1',
  });
  expect(refusal({ WS_ENDPOINT: 'abc', AWS_REGION: 'eu-central-1', ...keys })).toContain('WS_ENDPOINT');
  expect(refusal({ WS_ENDPOINT: address, ...keys })).toContain('AWS_REGION');
  expect(refusal({ WS_ENDPOINT: address, AWS_REGION: 'eu-central-1' })).toContain('AWS_ACCESS_KEY_ID');
});

describe('profiles', () => {
  test('profiles are cached for 30 days, and include other frameworks', () => {
    expect(configure().profiles).toEqual({
      ttl: 30 * 24 * 60 * 60 * 1000,
      openEvidence: false,
      avoidOutsideFrameworks: false,
      automatic: false,
      privateKey: null,
      stagesDirectory: null,
      workerMemory: 1024,
    });
    expect(configure().disabledAdapters).toEqual([]);
  });

  test('a key may be written on one line, as environments have it', () => {
    const PROFILE_PPK = '-----BEGIN PRIVATE KEY-----\\nMIIE\\r\\n-----END PRIVATE KEY-----';
    expect(configure({ PROFILE_PPK }).profiles.privateKey).toBe(
      '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
    );
  });

  test('names of adapters are compared without regard to case', () => {
    expect(configure({ DISABLED_ADAPTERS: ' Profile,,xAPI ' }).disabledAdapters).toEqual(['profile', 'xapi']);
  });

  test('WORKER_MAX_MEMORY is in megabytes, and no thread starts with less than 64', () => {
    expect(configure({ WORKER_MAX_MEMORY: '64' }).profiles.workerMemory).toBe(64);
    for (const WORKER_MAX_MEMORY of ['63', '1024MB', '65537']) {
      expect(refusal({ WORKER_MAX_MEMORY })).toMatch(/^WORKER_MAX_MEMORY is .* from 64 to 65536\.$/);
    }
  });

  test.each(['-1', '1.5', '3153600000001', 'long'])('PROFILE_TTL %s is refused', (PROFILE_TTL) => {
    expect(refusal({ PROFILE_TTL })).toMatch(/^PROFILE_TTL is/);
  });
});

describe('own addresses', () => {
  test('the first one that is set is used for links; the others are local too', () => {
    const own = {
      SVC_LOOPBACK: 'http://inside:8080/api/',
      SVC_LOOPBACK_PROXY: 'https://skills.example/api/',
      SVC_EXTERNAL_ENDPOINT: 'https://skills.example.org/api/',
    };
    expect(configure(own).bases).toEqual(Object.values(own));
  });

  test('a path in front is part of the default addresses', () => {
    expect(configure({ SVC_BASE: '/skills', PORT: '81' }).bases[0]).toBe('http://localhost:81/skills/api/');
  });

  test('signatures for other servers are refused once an own address is configured, unless the operator allows them', () => {
    const own = { SVC_LOOPBACK: 'https://skills.example/api/' };
    expect(configure(own).sheets.serverCheck).toBe('strict');
    expect(configure({ ...own, SHEET_SERVER_CHECK: 'warn' }).sheets.serverCheck).toBe('warn');
    expect(configure({ SHEET_SERVER_CHECK: 'strict' }).sheets.serverCheck).toBe('strict');
  });

  test.each([
    'skills.example/api/',
    'https://skills.example/api',
    'https://skills.example/',
    'ftp://skills.example/api/',
    'x',
  ])('%s is not an own address', (value) => {
    expect(refusal({ SVC_LOOPBACK: value })).toMatch(/^SVC_LOOPBACK is ".*", but must .* ends in \/api\/\.$/);
  });
});

describe('values', () => {
  test.each([
    ['/skills', '/skills'],
    ['skills/', '/skills'],
    ['/a/b/', '/a/b'],
    ['/', ''],
  ])('SVC_BASE %s puts %j in front', (value, path) => {
    expect(configure({ SVC_BASE: value }).basePath).toBe(path);
  });

  test.each(['/a b', '/a?b', '/a//b', '/%41'])('SVC_BASE %j is refused', (value) => {
    expect(refusal({ SVC_BASE: value })).toContain('SVC_BASE');
  });

  test.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['yes', true],
    ['on', true],
    ['false', false],
    ['0', false],
    ['No', false],
    ['off', false],
  ])('a switch may say %s', (value, on) => {
    expect(configure({ REJECT_SHA1: value }).sheets.rejectSha1).toBe(on);
  });

  test('a switch with any other value is refused, not taken for false', () => {
    expect(refusal({ REJECT_SHA1: 'ture' })).toBe('REJECT_SHA1 is "ture", but must be true or false.');
  });

  test.each<[SettingName, string]>([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80 80'],
    ['PORT', '8e3'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['POST_MAX_SIZE', '50mb'],
    ['POST_MAX_SIZE', '1023'],
    ['MULTIPUT_BATCH_SIZE', '0'],
    ['MULTIPUT_BATCH_SIZE', '1.5'],
    ['SHEET_MAX_ENTRIES', 'NaN'],
    ['SHEET_MAX_LIFETIME', '99999999999999999999'],
    ['SEARCH_DEADLINE', '0x10'],
  ])('%s %j is refused, naming the range', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} is "${value}", .* from \\d+ to \\d+\\.$`));
  });

  test.each<[SettingName, string]>([
    ['LOG_LEVEL', 'verbose'],
    ['SHEET_SERVER_CHECK', 'off'],
  ])('%s %s is refused with the list of valid values', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name} is "${value}", but must be one of: `));
  });

  test('the key directory is in the data directory unless it is set', () => {
    expect(configure({ SVC_DATA_DIR: '/srv/data' }).keyDirectory).toBe('/srv/data/keys');
    expect(configure({ SVC_DATA_DIR: '/srv/data', SVC_KEY_DIR: '/srv/keys' }).keyDirectory).toBe('/srv/keys');
  });

  test('origins are separated by commas, with or without spaces', () => {
    expect(configure({ CORS_ORIGINS: 'https://a.example, https://b.example' }).corsOrigins).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
  });
});

describe('contradictions end the start', () => {
  test('J8 cookies are never allowed from all origins', () => {
    expect(refusal({ CORS_CREDENTIALS: 'true' })).toContain('CORS_ORIGINS');
    expect(refusal({ CORS_ORIGINS: 'https://a.example/' })).toContain('CORS_ORIGINS');
    expect(configure({ CORS_CREDENTIALS: 'true', CORS_ORIGINS: 'https://a.example' }).corsCredentials).toBe(true);
  });

  test('profiles that are calculated ahead are cached', () => {
    expect(configure({ AUTO_CALCULATE_PROFILES: 'true' }).profiles.automatic).toBe(true);
    expect(refusal({ AUTO_CALCULATE_PROFILES: 'true', PROFILE_TTL: '0' })).toContain('PROFILE_TTL');
  });

  test('dumps in a bucket need a folder of it, a region and keys', () => {
    const DUMP_DIRECTORY = 's3://skills.example/daily/dumps';
    const keys = { PNA_AWS_REGION: 'eu-central-1', PNA_AWS_ACCESS_KEY_ID: 'a', PNA_AWS_SECRET_ACCESS_KEY: 'b' };
    const bucket = { name: 'skills.example', region: 'eu-central-1', endpoint: null };
    expect(configure({ DUMP_DIRECTORY, ...keys }).dumps).toMatchObject({ directory: DUMP_DIRECTORY, bucket });
    expect(configure({ DUMP_DIRECTORY: '/var/dumps', ...keys }).dumps.bucket).toBeNull();
    expect(refusal({ DUMP_DIRECTORY })).toContain('PNA_AWS_REGION');
    for (const address of [
      's3://skills',
      's3://skills/',
      's3:///x',
      's3:skills/x',
      's3://skills/../x',
      's3://skills/x/',
    ]) {
      expect(refusal({ DUMP_DIRECTORY: address, ...keys })).toContain('must be s3://bucket/folder');
    }
    expect(refusal({ DUMP_DIRECTORY: 's3://A/x', ...keys })).toContain('"A" is not the name of a bucket');
  });

  test('the address of a search cluster must be http or https', () => {
    expect(refusal(readEnv({ ELASTICSEARCH_ENDPOINT: 'search' }))).toContain('SEARCH_ENDPOINT');
  });
});

describe('ping', () => {
  test('has the banner with the configured colours', () => {
    expect(configure({ SVC_BANNER_MESSAGE: 'Test system', SVC_BANNER_TEXT_COLOR: 'black' }).ping.banner).toEqual({
      message: 'Test system',
      color: 'black',
      background: null,
    });
    expect(configure({ SVC_BANNER_TEXT_COLOR: 'black' }).ping.banner).toBeNull();
  });

  test('has a message of the day only if both title and text are set', () => {
    expect(configure({ MOTD_TITLE: 'News', MOTD_MESSAGE: 'New frameworks' }).ping.motd).toEqual({
      title: 'News',
      message: 'New frameworks',
    });
    expect(configure({ MOTD_TITLE: 'News' }).ping.motd).toBeNull();
  });

  test('plugins are passed on as text that editors can parse', () => {
    expect(configure({ DEFAULT_PLUGINS: '["https://a.example/p"]' }).ping.plugins).toBe('["https://a.example/p"]');
    expect(refusal({ DEFAULT_PLUGINS: 'https://a.example/p' })).toContain('DEFAULT_PLUGINS is not JSON');
  });

  test('VERSION replaces the version of the package', () => {
    expect(configure({ VERSION: '9' }).ping.version).toBe('9');
  });
});

describe('network settings', () => {
  test('addresses and ranges are read, and anything else is refused by its name', () => {
    const { network } = configure({ SVC_IP_ALLOW: '192.0.2.0/24, ::1', SVC_TRUSTED_PROXIES: '10.0.0.1' });
    expect(network.allowed).toHaveLength(2);
    expect(network.trustedProxies).toHaveLength(1);
    expect(configure({ SVC_TRUSTED_PROXIES: '*' }).network.trustedProxies).toBe('all');
    expect(refusal({ SVC_IP_ALLOW: '192.0.2.0/24,office' })).toBe(
      'SVC_IP_ALLOW has "office", which is not an address or a range of addresses such as 192.0.2.0/24 or 2001:db8::/32.',
    );
    expect(refusal({ SVC_IP_ALLOW: '*' })).toContain('SVC_IP_ALLOW has "*"');
    expect(refusal({ SVC_TRUSTED_PROXIES: '10.0.0.1,*' })).toContain('SVC_TRUSTED_PROXIES has "*"');
  });

  test.each([
    ['true', 100],
    ['1', 100],
    ['false', null],
    ['0', null],
    ['5', 5],
    ['2500', 2_500],
  ])('SVC_RATE_LIMIT=%s is a limit of %s requests', (given, expected) => {
    expect(configure({ SVC_RATE_LIMIT: given }).network.rateLimit).toBe(expected);
  });

  test('a rate limit that is neither a switch nor a number is refused', () => {
    expect(refusal({ SVC_RATE_LIMIT: 'many' })).toBe(
      'SVC_RATE_LIMIT is "many", but must be true, false, or a number of requests.',
    );
    expect(configure().network).toMatchObject({ rateLimit: 100, rateLimitWindow: 900_000, trustedProxies: [] });
  });

  test('SVC_RATE_LIMIT_MAX is the number if SVC_RATE_LIMIT is a switch, and must not contradict its number', () => {
    expect(configure({ SVC_RATE_LIMIT_MAX: '30' }).network.rateLimit).toBe(30);
    expect(configure({ SVC_RATE_LIMIT_MAX: '30', SVC_RATE_LIMIT: '30' }).network.rateLimit).toBe(30);
    expect(configure({ SVC_RATE_LIMIT_MAX: '30', SVC_RATE_LIMIT: 'false' }).network.rateLimit).toBeNull();
    expect(refusal({ SVC_RATE_LIMIT_MAX: '30', SVC_RATE_LIMIT: '100' })).toContain('SVC_RATE_LIMIT_MAX is 30');
  });

  test('operators of an existing server keep their names', () => {
    const limits = { CASS_RATE_LIMIT: 'true', CASS_RATE_LIMIT_MAX: '250', CASS_RATE_LIMIT_WINDOW_MS: '60000' };
    const addresses = { CASS_IP_ALLOW: '192.0.2.1', CASS_IP_DENIED_REDIRECT: 'https://vpn.example/' };
    const { network } = configure(readEnv({ ...limits, ...addresses }));
    expect(network).toMatchObject({ rateLimit: 250, rateLimitWindow: 60_000, deniedRedirect: 'https://vpn.example/' });
    expect(network.allowed).toHaveLength(1);
  });
});

describe('HTTPS', () => {
  test('makes the own addresses https, and reads the files of the existing server by default', () => {
    const { bases, server } = configure({ HTTPS: 'true' });
    expect(bases).toEqual(['https://localhost:8080/api/', 'https://127.0.0.1:8080/api/']);
    expect(server.https).toEqual({ certificateFile: 'cass.crt', keyFile: 'cass.key', http2: true });
    expect(configure({ HTTPS: 'true', HTTP2_SERVER: 'false' }).server.https?.http2).toBe(false);
    expect(configure().server.https).toBeNull();
  });

  test('a time limit for the head above that for the whole request is refused', () => {
    expect(refusal({ HEAD_TIMEOUT: '2000', REQUEST_TIMEOUT: '1000' })).toContain('HEAD_TIMEOUT is above');
  });
});
