import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { roleOf, secretsPath, tablePrefix } from '../../infra/aws/stack/names.ts';
import { roles } from '../../infra/aws/stack/roles.ts';
import { ADMIN_KEY } from '../../shared/repository/secrets/secret-names.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { FUNCTIONS } from '../../tools/build/package/functions.ts';
import { createBrowser } from '../support/browser.ts';
import { cfnLint } from '../support/cfn-lint.ts';
import { createClient } from '../support/client.ts';
import { type Deployment, packageDeployment, throughHttpApi, URL_OF_API } from '../support/deployment.ts';
import { dynamoDbForTests, LOCAL_ACCESS, makeTables, type TestTables } from '../support/dynamodb.ts';
import { type EnforcedDeployment, enforceRoles } from '../support/enforced-roles.ts';
import { httpApiEvent } from '../support/http-api-event.ts';
import { CHANNEL_KEYS, startTestChannel, type TestChannel } from '../support/management-api.ts';
import { type ModelServer, modelSettings, startModelServer } from '../support/model-server.ts';
import { oidcSettings } from '../support/oidc-mode.ts';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { startParameterStore, type TestParameters } from '../support/parameter-store.ts';
import { newFramework } from '../support/profile-objects.ts';
import { arnOf, roleOfFunction } from '../support/role.ts';
import type { Services } from '../support/role-gate.ts';
import { s3Program } from '../support/s3.ts';
import { type Person, person } from '../support/signer.ts';
import { shortId } from '../support/things.ts';
import { duties, INVOCATION, type Surroundings } from './duties.ts';
import { firstCalls } from './first-calls.ts';
import { smoke } from './smoke.ts';

const engine = await openSearchForTests();
const dynamoDb = await dynamoDbForTests();
const s3 = await s3Program();
const lint = await cfnLint();

/** Events of functions that no HTTP API calls, as AWS services write them. */
const EVENTS: Readonly<Record<string, readonly (readonly [file: string, answer: unknown])[]>> = {
  websocket: [
    ['websocket-connect.json', { statusCode: 200 }],
    ['websocket-message.json', { statusCode: 200 }],
    ['websocket-disconnect.json', { statusCode: 200 }],
  ],
  stream: [['dynamodb-stream.json', { batchItemFailures: [] }]],
  'stream-webhooks': [['dynamodb-stream.json', undefined]],
  'schedule-periodic': [['scheduled.json', undefined]],
  'schedule-auto-profile': [['scheduled.json', undefined]],
  'schedule-dump': [['scheduled.json', undefined]],
  'schedule-replicate': [['scheduled.json', undefined]],
  'schedule-xapi-poll': [['scheduled.json', undefined]],
  'schedule-vectors': [['scheduled.json', undefined]],
};

/** Permissions of every function: Lambda writes its log, and the first function that needs a secret creates it. */
const OF_EVERY_FUNCTION = / (?:logs:|ssm:PutParameter )/;

/** Permissions that no test uses, and what needs them. */
const UNSEEN: Readonly<Record<string, string>> = {
  'stream: dynamodb:DescribeStream ChangesTable.StreamArn': 'Lambda itself, which reads the stream',
  'stream: dynamodb:GetRecords ChangesTable.StreamArn': 'Lambda itself',
  'stream: dynamodb:GetShardIterator ChangesTable.StreamArn': 'Lambda itself',
  'stream: dynamodb:ListStreams ChangesTable.StreamArn': 'Lambda itself',
  'stream: es:ESHttpPut ': 'as for `ctdl-asn`',
  'stream-webhooks: dynamodb:DescribeStream ChangesTable.StreamArn': 'Lambda itself',
  'stream-webhooks: dynamodb:GetRecords ChangesTable.StreamArn': 'Lambda itself',
  'stream-webhooks: dynamodb:GetShardIterator ChangesTable.StreamArn': 'Lambda itself',
  'stream-webhooks: dynamodb:ListStreams ChangesTable.StreamArn': 'Lambda itself',
  'stream-webhooks: es:ESHttpPut ': 'as for `ctdl-asn`',
  'ctdl-asn: dynamodb:DeleteItem values': 'marks of kept profiles, as the function of `data` removes them',
  'ctdl-asn: es:ESHttpPut ': 'makes indices where no function has made them yet',
  'case: dynamodb:DeleteItem values': 'as for `ctdl-asn`',
  'case: es:ESHttpPut ': 'as for `ctdl-asn`',
  'asn: dynamodb:DeleteItem values': 'as for `ctdl-asn`',
  'asn: es:ESHttpPut ': 'as for `ctdl-asn`',
  'xapi: dynamodb:DeleteItem values': 'as for `ctdl-asn`',
  'xapi: es:ESHttpPut ': 'as for `ctdl-asn`',
  'llm: dynamodb:DeleteItem values': 'as for `ctdl-asn`',
  'llm: es:ESHttpPut ': 'as for `ctdl-asn`',
  'pna: es:ESHttpPut ': 'as for `ctdl-asn`',
  'scd: es:ESHttpPut ': 'as for `ctdl-asn`',
  'webhooks: es:ESHttpPut ': 'as for `ctdl-asn`',
  'pages: es:ESHttpPut ': 'as for `ctdl-asn`',
  'editor: es:ESHttpPut ': 'as for `ctdl-asn`',
  'changes: es:ESHttpPut ': 'as for `ctdl-asn`',
  'oai: es:ESHttpPut ': 'as for `ctdl-asn`',
  'bulk: es:ESHttpPut ': 'as for `ctdl-asn`',
  'badges: es:ESHttpPut ': 'as for `ctdl-asn`',
  'badges: dynamodb:PutItem changes': 'a badge that is taken in, whose status list is out of reach in this test',
  'badges: ssm:GetParameter ': 'as above: the key of profiles',
  'badges: dynamodb:DeleteItem values': 'comes with the right to write short values',
  'mcp: dynamodb:DeleteItem values': 'comes with the right to write short values',
  'mcp: es:ESHttpGet ': 'users of a provider, whose Person is made or read',
  'mcp: es:ESHttpPost ': 'as above',
  'mcp: es:ESHttpPut ': 'as for `ctdl-asn`',
  'schedule-dump: es:ESHttpPut ': 'as for `ctdl-asn`',
  'schedule-replicate: es:ESHttpPut ': 'as for `ctdl-asn`',
  'schedule-xapi-poll: es:ESHttpPut ': 'as for `ctdl-asn`',
  'schedule-vectors: es:ESHttpGet ': 'a cluster with the plugin k-NN (`test/opensearch/vectors.test.ts`)',
  'schedule-vectors: es:ESHttpPost ': 'as above',
  'schedule-vectors: es:ESHttpPut ': 'as above',
  'schedule-vectors: dynamodb:GetItem values': 'as above',
  'schedule-vectors: dynamodb:PutItem values': 'as above',
  'schedule-vectors: dynamodb:DeleteItem values': 'as above',
};

let deployment: Deployment;
beforeAll(async () => {
  deployment = await packageDeployment();
});
afterAll(() => deployment.remove());

describe('the output of npm run package without a network, credentials or settings', () => {
  test('has a zip for every function, with its bundle, and no source map', async () => {
    expect(deployment.functions.toSorted()).toEqual(FUNCTIONS.map(({ name }) => name).toSorted());
    for (const { name, files = {}, servesEditor = false } of FUNCTIONS) {
      const wanted = ['index.mjs', ...Object.keys(files)];
      const all = await deployment.files(name);
      expect(all.includes('editor/index.html'), name).toBe(servesEditor);
      const found = all.filter((file) => !/^chunk-\w+\.mjs$|^editor\//.test(file));
      expect(found, name).toEqual(wanted.toSorted());
    }
  });

  test.skipIf(lint === null)('has a template that CloudFormation can use', async () => {
    // W3005: the framework also lists dependencies that follow from references.
    const faults = (await lint?.(deployment.template)) ?? [];
    expect(faults.filter((line) => !line.includes(':W3005:'))).toEqual([]);
  });

  test('has a separate role for every function, without rights on all resources', () => {
    const functions = Object.values(deployment.resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    const roles = functions.map(({ Properties }) => JSON.stringify(Properties['Role']));
    expect(new Set(roles).size).toBe(functions.length);
    for (const { Type, Properties } of Object.values(deployment.resources)) {
      if (Type !== 'AWS::IAM::Role') continue;
      expect(JSON.stringify(Properties['Policies'])).not.toMatch(/"Resource":\[?"\*"|"[a-z0-9-]+:\*"|"Action":\[?"\*"/);
    }
  });

  test('does not let a function replace a key of the service', () => {
    const resource = `${arnOf('ssm')}parameter${secretsPath('dev')}/${ADMIN_KEY}`;
    for (const name of deployment.functions) {
      const { allows } = roleOfFunction(deployment, name);
      const put = (overwrite: string) =>
        allows({ action: 'ssm:PutParameter', resource, context: { 'ssm:Overwrite': overwrite } });
      expect([put('false'), put('true')], name).toEqual([true, false]);
    }
  });

  test('lets only the APIs of the deployment call functions', () => expectOwnApis(deployment));

  test('has other settings under their own names, without those that the platform decides, in the same zips', async () => {
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

test('a small deployment is one function with files, which one instance at a time may use, and free egress', async () => {
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
  expectOwnApis(small);
  expect(((await lint?.(small.template)) ?? []).filter((line) => !line.includes(':W3005:'))).toEqual([]);
});

describe.skipIf(engine === null || dynamoDb === null || 'absent' in s3)(
  'functions behind an HTTP API, on OpenSearch, DynamoDB and S3',
  () => {
    const prefix = `runtimes-${randomUUID()}-`;
    let send: typeof fetch;
    let tables: TestTables;
    let channel: TestChannel;
    let models: ModelServer;
    let parameters: TestParameters;
    let services: Services;
    let enforced: EnforcedDeployment;
    let admin: Person;

    beforeAll(async () => {
      tables = await makeTables(dynamoDb);
      channel = await startTestChannel(LOCAL_ACCESS.region);
      models = await startModelServer();
      admin = await person();
      parameters = await startParameterStore(new Map([[`${secretsPath('dev')}/${ADMIN_KEY}`, admin.privatePem]]));
      const settings = {
        SEARCH_PREFIX: prefix,
        SEARCH_REPLICAS: '0',
        LOG_LEVEL: 'error',
        AWS_REGION: LOCAL_ACCESS.region,
        AWS_ACCESS_KEY_ID: CHANNEL_KEYS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: CHANNEL_KEYS.secretAccessKey,
        DYNAMODB_PREFIX: tables.names.values.replace(/values$/, ''),
        SECRETS: `ssm:${secretsPath('dev')}`,
        SVC_LOOPBACK: `${URL_OF_API}api/`,
        ...modelSettings(models),
      };
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
      services = {
        dynamoDb: tables.endpoint,
        search: engine?.endpoint ?? '',
        parameters: parameters.endpoint,
        channel: channel.endpoint,
        tablePrefix: tablePrefix('dev'),
        domain: String(deployment.resources['SearchDomain']?.Properties['DomainName']),
        stage: 'dev',
      };
      enforced = enforceRoles(deployment, services);
      send = throughHttpApi(enforced);
    });
    afterAll(async () => {
      vi.unstubAllEnvs();
      await enforced.stop();
      await parameters.stop();
      await channel.stop();
      await models.stop();
      await tables.remove();
      await removeIndices(engine?.endpoint ?? '', prefix);
    });

    smoke(() => ({
      url: URL_OF_API,
      api: `${URL_OF_API}api/`,
      fetch: send,
      postMaxSize: 4_500_000,
      hasSubscriptions: false,
    }));

    const called = FUNCTIONS.flatMap(({ name }) =>
      (EVENTS[name] ?? [['http-api.json', { statusCode: name === 'system' ? 200 : 404 }] as const]).map(
        ([file, answer]) => [name, file, answer] as const,
      ),
    );
    test.each(called)('the function %s answers %s', async (name, file, answer) => {
      const handler = await enforced.load(name);
      const given = await handler(await eventIn(file), INVOCATION);
      if (answer === undefined) expect(given).toBeUndefined();
      else expect(given).toMatchObject(answer as object);
    });

    const around = (): Surroundings => {
      const search = { endpoint: engine?.endpoint ?? '', prefix };
      if ('absent' in s3) throw new Error(s3.absent);
      return { deployment: enforced, tables, channel, search, s3: s3.path, admin };
    };
    firstCalls(around);
    duties(around);

    test('users sign in, and are known by cookie and by token to all functions, with the rights of their roles', async () => {
      const provider = await startOpenIdProvider(URL_OF_API);
      onTestFinished(() => provider.stop());
      const settings = oidcSettings(provider, URL_OF_API);
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
      onTestFinished(() => {
        for (const name of Object.keys(settings)) vi.stubEnv(name, undefined);
      });
      const resources = { ...deployment.resources, ...roles('dev', settings) };
      const signOn = enforceRoles({ ...deployment, resources }, services);
      onTestFinished(() => signOn.stop());
      const load = (name: string) => signOn.load(name, 'sign-on');
      const toFunctions = throughHttpApi({ ...signOn, load });
      const browser = createBrowser(undefined, (input, init) =>
        String(input).startsWith(URL_OF_API) ? toFunctions(input, init) : fetch(input, init),
      );
      const back = await browser.signIn(`${URL_OF_API}api/login`, 'ada', `${URL_OF_API}callback`);
      expect(back.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
        '__Host-sign-in',
        '__Host-session',
      ]);
      const { ssoPublicKey: key } = await (await browser.request(`${URL_OF_API}api/ping`)).json();
      const headers = { authorization: `Bearer ${await provider.token()}` };
      const client = createClient({ url: URL_OF_API, api: `${URL_OF_API}api/` }, '', toFunctions);
      expect((await client.call('/api/ping', { headers })).json().ssoPublicKey).toBe(key);

      const framework = newFramework({ api: `${URL_OF_API}api/` }, [], [], { '@owner': [key], '@reader': [key] });
      expect((await client.call(framework['@id'], { json: framework, headers })).status).toBe(200);
      const read = await Promise.all([browser.request(framework['@id']), client.call(framework['@id'])]);
      expect(read.map(({ status }) => status)).toEqual([200, 404]);
      const handshake = JSON.parse(JSON.stringify(await eventIn('websocket-connect.json')));
      const query = { framework: shortId(framework) };
      const connect = async (more: Record<string, string>) =>
        (await load('websocket'))(
          { ...handshake, headers: { ...handshake.headers, ...more }, ...queryOf(query) },
          INVOCATION,
        );
      expect(await connect(headers)).toMatchObject({ statusCode: 200 });
      expect(await connect({})).toMatchObject({ statusCode: 404 });
      expect(signOn.refused).toEqual([]);
    });

    test.each([
      ['system', 'IdentityRole', 'readyz', 'es:ESHttpGet'],
      ['identity', 'SystemRole', 'api/sky/id/salts', 'ssm:GetParameter'],
    ])('the function %s does not do its work with the %s', async (name, other, path, lacking) => {
      const { [other]: role, ...rest } = deployment.resources;
      const resources = { ...rest, ...(role && { [roleOf(name)]: role }) };
      vi.stubEnv('LOG_LEVEL', 'silent');
      const weak = enforceRoles({ ...deployment, resources }, services);
      onTestFinished(() => weak.stop());
      const handler = await weak.load(name, 'weak');
      const event = await httpApiEvent(new Request(URL_OF_API + path));
      expect(await handler(event, INVOCATION)).toMatchObject({ statusCode: 503 });
      expect(weak.refused.join()).toContain(`${name}: ${lacking} `);
    });

    test('every role allows the actions of its function, and nothing else', () => {
      expect(enforced.refused).toEqual([]);
      const unused = Object.entries(enforced.unused()).flatMap(([name, permissions]) =>
        permissions.map((one) => `${name}: ${one.replace(/ arn:\S*?(?:dev-(\w+)|)$/, ' $1')}`),
      );
      expect(unused.filter((one) => !OF_EVERY_FUNCTION.test(one)).toSorted()).toEqual(Object.keys(UNSEEN).toSorted());
    });
  },
);

/** API Gateway calls functions for the owner of any API: permissions must name this deployment's APIs. */
function expectOwnApis({ resources }: Deployment): void {
  const sources = Object.values(resources)
    .filter(
      ({ Type, Properties }) => Type.endsWith('::Permission') && Properties['Principal'] === 'apigateway.amazonaws.com',
    )
    .map(({ Properties }) => JSON.stringify(Properties['SourceArn']));
  for (const source of sources) expect(source).toMatch(/AWS::AccountId.*(?:WebsocketsApi|HttpApi).*\/\*"/);
  for (const api of ['WebsocketsApi', 'HttpApi']) expect(sources.join()).toContain(api);
}

/** A sample event of an AWS service. */
async function eventIn(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../fixtures/events/${file}`, import.meta.url), 'utf8'));
}

/** The query of a handshake in the form of its event. */
function queryOf(query: Readonly<Record<string, string>>) {
  const all = Object.entries(query).map(([name, value]) => [name, [value]]);
  return { queryStringParameters: query, multiValueQueryStringParameters: Object.fromEntries(all) };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
