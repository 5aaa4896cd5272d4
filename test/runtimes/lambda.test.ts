import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { FUNCTIONS } from '../../scripts/package/functions.ts';
import { generateKeyPair } from '../../shared/crypto/private-key.ts';
import { removeIndices } from '../../shared/store/opensearch/testing/remove-indices.ts';
import { cfnLint } from '../support/cfn-lint.ts';
import { type Deployment, packageDeployment, throughHttpApi, URL_OF_API } from '../support/deployment.ts';
import { dynamoDbForTests, LOCAL_ACCESS, makeTables, type TestTables } from '../support/dynamodb.ts';
import { CHANNEL_KEYS, startTestChannel, type TestChannel } from '../support/management-api.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { smoke } from './smoke.ts';

const engine = await openSearchForTests();
const dynamoDb = await dynamoDbForTests();
const lint = await cfnLint();

/** What functions that no HTTP API calls are called with, as the services of AWS write it. */
const EVENTS: Readonly<Record<string, readonly (readonly [file: string, answer: unknown])[]>> = {
  websocket: [
    ['websocket-connect.json', { statusCode: 200 }],
    ['websocket-message.json', { statusCode: 200 }],
    ['websocket-disconnect.json', { statusCode: 200 }],
  ],
  stream: [['dynamodb-stream.json', { batchItemFailures: [] }]],
  'schedule-periodic': [['scheduled.json', undefined]],
  'schedule-auto-profile': [['scheduled.json', undefined]],
  'schedule-xapi-poll': [['scheduled.json', undefined]],
};

let deployment: Deployment;
beforeAll(async () => {
  deployment = await packageDeployment();
});
afterAll(() => deployment.remove());

describe('what npm run package makes without a network, credentials or settings', () => {
  test('a zip for every function, with its bundle, and no source map', async () => {
    expect(deployment.functions.toSorted()).toEqual(FUNCTIONS.map(({ name }) => name).toSorted());
    for (const { name, files = {} } of FUNCTIONS) {
      const wanted = ['index.mjs', ...Object.keys(files)];
      expect(await deployment.files(name), name).toEqual(wanted.toSorted());
    }
  });

  test.skipIf(lint === null)('a template that CloudFormation can use', async () => {
    // W3005: the framework writes down dependencies that follow from references too.
    const faults = (await lint?.(deployment.template)) ?? [];
    expect(faults.filter((line) => !line.includes(':W3005:'))).toEqual([]);
  });

  test('a role of its own for every function, with no right on everything', () => {
    const functions = Object.values(deployment.resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    const roles = functions.map(({ Properties }) => JSON.stringify(Properties['Role']));
    expect(new Set(roles).size).toBe(functions.length);
    for (const { Type, Properties } of Object.values(deployment.resources)) {
      if (Type !== 'AWS::IAM::Role') continue;
      expect(JSON.stringify(Properties['Policies'])).not.toMatch(/"Resource":\[?"\*"|"[a-z0-9-]+:\*"|"Action":\[?"\*"/);
    }
  });

  test('other settings: under their own names, none that the platform decides, and in the same zips', async () => {
    const digests = ({ zip }: Deployment) =>
      Promise.all(FUNCTIONS.map(async ({ name }) => sha256(await readFile(zip(name)))));
    const before = await digests(deployment);
    const given = { CORS_ORIGINS: 'https://editor.example', PORT: '9', SVC_BASE: '/skills' };
    const other = await packageDeployment(given, deployment);
    const { Variables: settings } = other.environment('data');
    expect(settings).toMatchObject({ CORS_ORIGINS: 'https://editor.example', SVC_BASE: '/skills' });
    expect(settings).not.toHaveProperty('PORT');
    expect(other.route('POST', '/skills/api/data/x').name).toBe('data');
    expect(await digests(other)).toEqual(before);
  });
});

test('a small deployment is one function with files, which one instance at a time may use, and a way out that is free', async () => {
  const small = await packageDeployment({ SIZE: 'small', SEARCH_ENDPOINT: 'https://elsewhere.example' });
  onTestFinished(() => small.remove());
  expect(small.functions).toEqual(['small']);
  expect(await small.files('small')).toEqual(expect.arrayContaining(['index.mjs', 'reader.js', 'openapi.json']));
  expect(small.route('POST', '/api/data//x').name).toBe('small');
  expect(small.environment('small').Variables).not.toHaveProperty('SEARCH_ENDPOINT');
  const types = Object.values(small.resources).map(({ Type }) => Type);
  expect(types.filter((type) => /NatGateway|::InternetGateway|Secret|OpenSearch|VPCEndpoint/.test(type))).toEqual([]);
  const [one] = Object.values(small.resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  expect(one?.Properties).toMatchObject({
    ReservedConcurrentExecutions: 1,
    VpcConfig: { Ipv6AllowedForDualStack: true },
  });
  const socketApi = { ProtocolType: 'WEBSOCKET', IpAddressType: 'dualstack' };
  expect(small.resources['WebsocketsApi']?.Properties).toMatchObject(socketApi);
  expect(((await lint?.(small.template)) ?? []).filter((line) => !line.includes(':W3005:'))).toEqual([]);
});

describe.skipIf(engine === null || dynamoDb === null)(
  'functions behind an HTTP API, on OpenSearch and DynamoDB',
  () => {
    const prefix = `runtimes-${randomUUID()}-`;
    let send: typeof fetch;
    let tables: TestTables;
    let channel: TestChannel;

    beforeAll(async () => {
      tables = await makeTables(dynamoDb);
      channel = await startTestChannel(LOCAL_ACCESS.region);
      const secret = () => randomUUID() + randomUUID();
      const settings = {
        ...{ SEARCH_ENDPOINT: engine?.endpoint, SEARCH_PREFIX: prefix, SEARCH_REPLICAS: '0', LOG_LEVEL: 'error' },
        ...{
          AWS_REGION: LOCAL_ACCESS.region,
          AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
          WS_ENDPOINT: channel.endpoint,
        },
        ...{ AWS_ACCESS_KEY_ID: CHANNEL_KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: CHANNEL_KEYS.secretAccessKey },
        DYNAMODB_PREFIX: tables.names.values.replace(/values$/, ''),
        SVC_LOOPBACK: `${URL_OF_API}api/`,
        skyAdmin2: (await generateKeyPair()).privatePem,
        profileAdapter: (await generateKeyPair()).privatePem,
        ...{ skyId_secret: secret(), skyId_username_public_salt: secret() },
        ...{ skyId_password_public_salt: secret(), skyId_secret_public_salt: secret() },
      };
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
      send = throughHttpApi(deployment);
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      await channel.stop();
      await tables.remove();
      await removeIndices(engine?.endpoint ?? '', prefix);
    });

    smoke(() => ({ url: URL_OF_API, api: `${URL_OF_API}api/`, fetch: send, postMaxSize: 4_500_000 }));

    const called = FUNCTIONS.flatMap(({ name }) =>
      (EVENTS[name] ?? [['http-api.json', { statusCode: name === 'system' ? 200 : 404 }] as const]).map(
        ([file, answer]) => [name, file, answer] as const,
      ),
    );
    test.each(called)('the function %s answers %s', async (name, file, answer) => {
      const event = JSON.parse(await readFile(new URL(`../fixtures/events/${file}`, import.meta.url), 'utf8'));
      const handler = await deployment.load(name);
      const given = await handler(event, { getRemainingTimeInMillis: () => 60_000 });
      if (answer === undefined) expect(given).toBeUndefined();
      else expect(given).toMatchObject(answer as object);
    });
  },
);

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
