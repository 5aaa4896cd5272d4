import { expect, test } from 'vitest';
import { apiStage, outputs } from './api.ts';
import { roleOf } from './names.ts';
import { RIGHTS } from './roles.ts';
import { hasSchedules } from './settings.ts';
import { smallResources, smallSettings } from './small.ts';
import { resources, settings } from './stack.ts';

/** The permissions of a role, as text. */
function policyOf(name: string, environment: Record<string, string> = {}): string {
  return JSON.stringify(resources('prod', environment)[roleOf(name)]?.Properties['Policies']);
}

test('without a cluster a domain is created, which is retained after the deployment, and functions sign their requests to it', () => {
  expect(resources('prod', {})['SearchDomain']).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
  expect(resources('prod', { SEARCH_STORAGE: '80' })['SearchStorageAlarm']?.Properties).toMatchObject({
    Threshold: 10_240,
    ComparisonOperator: 'LessThanThreshold',
  });
  expect(settings('prod', {})).toMatchObject({ SEARCH_AWS_REGION: { Ref: 'AWS::Region' } });
  expect(policyOf('data')).toContain('domain/competency-service-prod/*');
  expect(() => resources('a-very-long-stage', {})).toThrow('too long');
});

test('with a cluster no domain is created, and permissions are for the domain of that cluster', () => {
  const own = { SEARCH_ENDPOINT: 'https://search.example:9200' };
  expect(resources('prod', own)).not.toHaveProperty('SearchDomain');
  expect(
    Object.keys(resources('prod', own)).filter((name) => name.startsWith('Search') && name.endsWith('Alarm')),
  ).toEqual(['SearchErrorsAlarm', 'SearchThrottlesAlarm']);
  expect(policyOf('data', own)).not.toContain('es:');
  const address = 'https://search-skills-abcdefghij0123456789abcdef.eu-west-1.es.amazonaws.com';
  const domain = { SEARCH_ENDPOINT: address, SEARCH_AWS_REGION: 'eu-west-1' };
  expect(policyOf('data', domain)).toMatch(/:es:eu-west-1:[^:]+::AccountId\}:domain\/skills\/\*/);
  expect(settings('prod', domain)).toMatchObject(domain);
  const inside = { SEARCH_ENDPOINT: address.replace('search-', 'vpc-'), SEARCH_AWS_REGION: 'eu-west-1' };
  expect(() => policyOf('data', inside)).toThrow('VPC');
  const named = { ...domain, SEARCH_ENDPOINT: 'https://search.example' };
  expect(() => policyOf('data', named)).toThrow('SEARCH_DOMAIN');
  expect(policyOf('data', { ...named, SEARCH_DOMAIN: 'mine' })).toContain('domain/mine/*');
});

test('a function reads no secret of another, and only the admin and the upkeep delete indices', () => {
  expect(policyOf('data')).not.toContain('skyId.secret');
  expect(policyOf('profile')).not.toContain('skyId');
  const deleting = Object.keys(RIGHTS).filter((name) => policyOf(name).includes('es:ESHttpDelete'));
  expect(deleting.sort()).toEqual(['admin', 'schedule-periodic']);
  const writing = Object.keys(RIGHTS).filter((name) => policyOf(name).includes('execute-api:ManageConnections'));
  expect(writing).toEqual(['stream']);
});

test('only the admin function can list all small values, including identities', () => {
  const finding = Object.keys(RIGHTS).filter((name) =>
    /dynamodb:Scan"[^{]*\{"Fn::Sub":"[^"]*-values"/.test(policyOf(name)),
  );
  expect(finding).toEqual(['admin']);
  const exposed = ['data', 'search', 'system', 'websocket', 'stream'];
  const writing = exposed.filter((name) =>
    /dynamodb:(?:Put|Batch)[^{]*\{"Fn::Sub":"[^"]*-values"/.test(policyOf(name)),
  );
  expect(writing).toEqual([]);
});

test('permissions on secrets follow SECRETS', () => {
  expect(policyOf('data')).toMatch(/"ssm:GetParameter".*:parameter\/competency-service\/prod\/skyAdmin2\.pem/);
  expect(policyOf('data', { SECRETS: 'ssm:/own/path/' })).toContain(':parameter/own/path/skyAdmin2.pem');
  const managed = policyOf('data', { SECRETS: 'secretsmanager:own' });
  expect(managed).toMatch(/"secretsmanager:GetSecretValue".*:secret:own\/skyAdmin2\.pem-\?{6}/);
  expect(managed).not.toContain('ssm:');
  expect(policyOf('data', { SECRETS: 'environment' })).not.toMatch(/ssm:|secretsmanager:/);
});

test('settings that functions would refuse are refused before the upload', () => {
  expect(() => settings('prod', { CORS_CREDENTIALS: 'true' })).toThrow('CORS_ORIGINS');
  expect(() => settings('prod', { SVC_LOOPBACK: 'nonsense' })).toThrow('SVC_LOOPBACK');
  expect(() => smallSettings('prod', { SEARCH_DEADLINE: 'soon' })).toThrow('SEARCH_DEADLINE');
  for (const wrong of ['two', '-1', '0', '1.5']) {
    expect(() => resources('prod', { SEARCH_INSTANCES: wrong })).toThrow('SEARCH_INSTANCES');
    expect(() => resources('prod', { SEARCH_STORAGE: wrong })).toThrow('SEARCH_STORAGE');
  }
});

test('the template contains no secret: each is a reference that is resolved by the deployment', () => {
  const cluster = { SEARCH_ENDPOINT: 'https://search.example:9200', SEARCH_USERNAME: 'service' };
  const reference = '{{resolve:secretsmanager:search:SecretString:password}}';
  expect(settings('prod', { ...cluster, SEARCH_PASSWORD: reference })).toMatchObject({ SEARCH_PASSWORD: reference });
  const given = [
    'SEARCH_PASSWORD',
    'SEARCH_API_KEY',
    'SEARCH_AUTHORIZATION',
    'ELASTICSEARCH_AUTHORIZATION',
    'PROFILE_PPK',
  ];
  for (const name of [...given, 'skyAdmin2', 'skyAdmin2.pem', 'skyId_secret', 'profileAdapter_pem']) {
    expect(() => settings('prod', { ...cluster, [name]: 'plain' })).toThrow(
      /is a secret, .*docs\/operate\/deploy-aws\.md/,
    );
    if (!name.includes('SEARCH')) expect(() => smallSettings('prod', { [name]: 'plain' })).toThrow(/is a secret/);
  }
});

test('functions find the configured keys of the service under every spelling', () => {
  const reference = '{{resolve:ssm:/keys/admin}}';
  for (const name of ['skyAdmin2', 'skyAdmin2.pem', 'skyAdmin2_pem']) {
    const { skyAdmin2_pem: given } = smallSettings('prod', { [name]: reference });
    expect(given).toBe(reference);
  }
});

test('with API_DOMAIN and a certificate, the API is at that domain name and uses it as its own address', () => {
  const given = { API_DOMAIN: 'skills.example.org', CERTIFICATE_ARN: 'arn:aws:acm:eu-central-1:1:certificate/1' };
  expect(resources('prod', {})).not.toHaveProperty('ApiDomain');
  for (const made of [resources('prod', given), smallResources('prod', given)]) {
    expect(made['ApiDomain']?.Properties).toMatchObject({ DomainName: 'skills.example.org' });
    expect(made['ApiDomainMapping']?.Properties).toMatchObject({
      ApiId: { Ref: 'HttpApi' },
      DomainName: { Ref: 'ApiDomain' },
    });
  }
  expect(settings('prod', given)).toMatchObject({ SVC_LOOPBACK: 'https://skills.example.org/api/' });
  expect(settings('prod', { ...given, SVC_LOOPBACK: 'https://old.example/api/' })).toMatchObject({
    SVC_LOOPBACK: 'https://old.example/api/',
  });
  expect(outputs(given)).toHaveProperty('ApiDomainTarget');
  expect(() => resources('prod', { WS_DOMAIN: 'changes.example.org' })).toThrow('CERTIFICATE_ARN');
});

test('the API limits requests per second', () => {
  expect(apiStage({})).toEqual({ DefaultRouteSettings: { ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 } });
  expect(apiStage({ API_RATE: '20' })).toMatchObject({ DefaultRouteSettings: { ThrottlingRateLimit: 20 } });
  expect(() => apiStage({ API_RATE: 'many' })).toThrow('API_RATE');
});

test('identities are retained after the deployment and can be restored', () => {
  expect(resources('prod', {})['ValuesTable']).toMatchObject({
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  });
});

test('every function that is called has alarms, and no other', () => {
  const watched = (environment: Record<string, string>) =>
    Object.keys(RIGHTS).filter(
      (name) => `${roleOf(name).replace('Role', '')}ErrorsAlarm` in resources('prod', environment),
    );
  const called = Object.keys(RIGHTS).filter(
    (name) => !/auto-profile|xapi-poll|replicate|dump|vectors|stream-webhooks/.test(name),
  );
  expect(watched({})).toEqual(called);
  const receivers = { FETCH_ALLOW_LIST: 'https://receiver.example/*' };
  expect(watched(receivers)).toContain('stream-webhooks');
  expect(watched({ ...receivers, DISABLED_ADAPTERS: 'webhooks' })).toEqual(called);
  expect(watched({ DUMP_DIRECTORY: 's3://skills/dumps' })).toContain('schedule-dump');
  expect(watched({ AUTO_CALCULATE_PROFILES: 'true' })).toEqual(
    expect.arrayContaining([...called, 'schedule-auto-profile']),
  );
  expect(watched({ EMBEDDING_ENDPOINT: 'https://models.example/v1' })).toEqual(
    expect.arrayContaining([...called, 'schedule-vectors']),
  );
});

test('the function of a small deployment is called every minute if a setting needs that, and never otherwise', () => {
  expect(hasSchedules({})).toBe(false);
  expect(hasSchedules({ DUMP_DIRECTORY: './dumps', DISABLED_ADAPTERS: 'webhooks' })).toBe(false);
  const reasons = [
    { AUTO_CALCULATE_PROFILES: 'true' },
    { DUMP_DIRECTORY: 's3://skills/dumps' },
    { FETCH_ALLOW_LIST: 'https://receiver.example/*' },
    { SVC_REPLICATION_ENDPOINT: 'https://skills.example/api/' },
    { EMBEDDING_ENDPOINT: 'https://models.example/v1' },
  ];
  for (const reason of reasons) expect(hasSchedules(reason)).toBe(true);
});

test('alarms go to a mail address if one is configured', () => {
  expect(resources('prod', { ALARM_EMAIL: 'ops@example.org' })['Alarms']?.Properties).toEqual({
    Subscription: [{ Protocol: 'email', Endpoint: 'ops@example.org' }],
  });
});

test('the network of a small deployment reaches its files, and the internet over IPv6 only, through a free gateway', () => {
  const small = smallResources('prod', {});
  const routes = Object.values(small).filter(({ Type }) => Type === 'AWS::EC2::Route');
  expect(routes.map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({ DestinationIpv6CidrBlock: '::/0', EgressOnlyInternetGatewayId: { Ref: 'WayOut' } }),
  ]);
  const { SecurityGroupEgress: ways } = small['SecurityGroup']?.Properties ?? {};
  expect(ways).toEqual([
    { IpProtocol: 'tcp', FromPort: 2049, ToPort: 2049, CidrIp: '10.83.0.0/24' },
    { IpProtocol: 'tcp', FromPort: 443, ToPort: 443, CidrIpv6: '::/0' },
  ]);
  const types = Object.values(small).map(({ Type }) => Type);
  expect(types.filter((type) => /NatGateway|::InternetGateway|VPCEndpoint|::EIP/.test(type))).toEqual([]);
});

test('the function of a small deployment may send to its own subscribers, at the configured or the default address', () => {
  expect(JSON.stringify(smallResources('prod', {})['SmallRole'])).toMatch(
    /"execute-api:ManageConnections"\],"Resource":\[[^\]]*\{WebsocketsApi\}\/prod\/POST\/@connections/,
  );
  expect(JSON.stringify(smallSettings('prod', {}))).toMatch(/"WS_ENDPOINT":[^,]*\{WebsocketsApi\}[^,]*\/prod"/);
  const own = 'https://listeners.example/prod';
  expect(smallSettings('prod', { WS_ENDPOINT: own })).toMatchObject({ WS_ENDPOINT: own });
});

test('every group of endpoints may count requests if addresses are refused, and otherwise only identities may', () => {
  for (const name of ['data', 'search', 'system']) {
    expect(policyOf(name)).not.toContain('dynamodb:UpdateItem');
    expect(policyOf(name, { CASS_IP_ALLOW: '192.0.2.0/24' })).toContain('dynamodb:UpdateItem');
  }
  expect(policyOf('identity')).toContain('dynamodb:UpdateItem');
  expect(policyOf('stream', { SVC_IP_ALLOW: '192.0.2.0/24' })).toBe(policyOf('stream'));
});

test('functions that call models of Amazon Bedrock may do that, and count searches by meaning', () => {
  const rightsOf = (name: string, EMBEDDING_ENDPOINT: string) =>
    JSON.stringify(resources('prod', { EMBEDDING_ENDPOINT })[roleOf(name)]?.Properties);
  const bedrock = 'https://bedrock-runtime.eu-central-1.amazonaws.com';
  for (const name of ['search', 'data']) {
    expect(rightsOf(name, bedrock)).toContain('bedrock:InvokeModel');
    expect(rightsOf(name, bedrock)).toContain('dynamodb:UpdateItem');
    expect(rightsOf(name, 'https://models.example/v1')).not.toContain('bedrock');
  }
  expect(rightsOf('schedule-vectors', bedrock)).toContain('bedrock:InvokeModel');
  expect(rightsOf('identity', bedrock)).not.toContain('bedrock');
  const small = (EMBEDDING_ENDPOINT: string) =>
    JSON.stringify(smallResources('prod', { EMBEDDING_ENDPOINT })['SmallRole']);
  expect(small(bedrock)).toContain('bedrock:InvokeModel');
  expect(small('https://models.example/v1')).not.toContain('bedrock');
});
