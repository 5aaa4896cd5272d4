import type { Rights, SecretName, ValueAccess } from '../../../functions/manifest.ts';
import { manifests } from '../../../functions/manifests.ts';
import { readEnv, settingValue } from '../../../shared/base/config/read-env.ts';
import { SIGN_ON_SWITCHES } from '../../../shared/base/config/sign-on.ts';
import { adapterKeyName } from '../../../shared/exchange/frameworks/adapter-keys.ts';
import {
  ADMIN_KEY,
  BADGE_KEY,
  MASTER_KEY,
  PASSWORD_SALT,
  PROFILE_KEY,
  REPLICATION_KEY,
  SECRET_SALT,
  SERVER_SECRET,
  STATEMENT_KEY,
  USERNAME_SALT,
} from '../../../shared/repository/secrets/secret-names.ts';
import { functionName, type Resource, type Resources, roleOf, SERVICE, secretsPath, sub, type Value } from './names.ts';
import { domainArn } from './search-domain.ts';
import { type Environment, makesVectors, replicates } from './settings.ts';
import { tableArn } from './tables.ts';

/** Calls of DynamoDB for small values, by kind of access. */
const VALUE_CALLS: Readonly<Record<ValueAccess, readonly string[]>> = {
  invalidate: ['GetItem', 'DeleteItem'],
  read: ['GetItem'],
  'write-short': ['GetItem', 'PutItem', 'DeleteItem'],
  write: ['GetItem', 'PutItem', 'BatchWriteItem', 'Query'],
  clear: ['Scan', 'BatchWriteItem'],
  count: ['UpdateItem', 'PutItem'],
};

const CONNECTION_CALLS = {
  record: ['PutItem', 'UpdateItem', 'DeleteItem'],
  all: ['GetItem', 'UpdateItem', 'DeleteItem', 'Scan'],
};

/** The rights of every function: exactly those that it needs. */
export const RIGHTS: Readonly<Record<string, Rights>> = {
  ...Object.fromEntries(manifests.map((manifest): [string, Rights] => [manifest.name, manifest.function.rights])),
  websocket: { secrets: ['admin-key'], search: 'use', changes: ['ring'], connections: 'record' },
  stream: {
    secrets: ['admin-key'],
    search: 'use',
    changes: ['stream'],
    connections: 'all',
    subscribers: true,
  },
  'stream-webhooks': {
    secrets: ['admin-key', 'master-key'],
    search: 'use',
    values: ['write-short'],
    changes: ['stream'],
  },
  'schedule-periodic': {
    secrets: ['admin-key', 'master-key'],
    search: 'delete',
    values: ['write-short'],
    changes: ['ring'],
  },
  'schedule-auto-profile': { secrets: ['admin-key', 'profile-key'], search: 'use', values: ['write-short', 'write'] },
  'schedule-dump': { secrets: ['admin-key'], search: 'use', values: ['write-short'] },
  'schedule-replicate': {
    secrets: ['admin-key', 'replication-key'],
    search: 'use',
    values: ['write-short'],
    changes: ['ring'],
  },
  'schedule-vectors': { secrets: ['admin-key'], search: 'use', values: ['write-short'] },
  'schedule-xapi-poll': {
    secrets: ['admin-key', 'xapi-key', 'master-key', 'profile-key', 'badge-key'],
    search: 'use',
    values: ['write-short'],
    changes: ['ring'],
  },
};

/** The names under which secrets are stored. */
const SECRET_NAMES: Readonly<Record<SecretName, readonly string[]>> = {
  'admin-key': [ADMIN_KEY],
  'master-key': [MASTER_KEY],
  'profile-key': [PROFILE_KEY],
  'server-secret': [SERVER_SECRET],
  salts: [USERNAME_SALT, PASSWORD_SALT, SECRET_SALT],
  'ceasn-key': [adapterKeyName('ceasn')],
  'skos-key': [adapterKeyName('skos')],
  'asn-key': [adapterKeyName('asn')],
  'case-key': [adapterKeyName('case')],
  'xapi-key': [STATEMENT_KEY],
  'badge-key': [BADGE_KEY],
  'replication-key': [REPLICATION_KEY],
};

const OBJECT_CALLS = ['es:ESHttpGet', 'es:ESHttpPost', 'es:ESHttpPut'];
const STREAM_CALLS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];

/** A role for each function. */
export function roles(stage: string, environment: Environment): Resources {
  return Object.fromEntries(
    Object.entries(RIGHTS).map(([name, own]) => [
      roleOf(name),
      functionRole(
        stage,
        name,
        statements(
          stage,
          name,
          withReplication(name, withCounts(name, withSignOn(name, own, environment), environment), environment),
          environment,
        ),
      ),
    ]),
  );
}

/**
 * Adds the rights for sign-on: the functions that identify users (all groups and the notification channel) find or create their
 * keys, and store a Person for each. The function of sign-in itself only counts sign-ins.
 */
function withSignOn(name: string, rights: Rights, environment: Environment): Rights {
  const settings = readEnv(environment);
  const hasSignOn = SIGN_ON_SWITCHES.some((mode) => settingValue(settings, mode));
  const identifiesUsers = name === 'websocket' || manifests.some((manifest) => manifest.name === name);
  if (!hasSignOn || !identifiesUsers) return rights;
  const secrets = [...rights.secrets, 'master-key' as const];
  if (name === 'sso') return { ...rights, secrets, values: ['count'] };
  const { search = 'use', values = [], changes = [] } = rights;
  return {
    ...rights,
    secrets,
    search,
    values: [...values, 'write-short'],
    changes: [...new Set([...changes, 'ring' as const])],
  };
}

/**
 * Adds the right to count requests: those from addresses that SVC_IP_ALLOW refuses, for every group of endpoints, and searches by
 * meaning.
 */
function withCounts(name: string, rights: Rights, environment: Environment): Rights {
  const isGroup = manifests.some((manifest) => manifest.name === name);
  const hasAllowList = settingValue(readEnv(environment), 'SVC_IP_ALLOW') !== null;
  const searchesByMeaning = (name === 'search' || name === 'data') && makesVectors(environment);
  if (!(isGroup && hasAllowList) && !searchesByMeaning) return rights;
  return { ...rights, values: [...(rights.values ?? []), 'count'] };
}

/** Adds the right to read the progress of replication, which the function of `readyz` reports. */
function withReplication(name: string, rights: Rights, environment: Environment): Rights {
  if (name !== 'system' || !replicates(environment)) return rights;
  return { ...rights, values: [...(rights.values ?? []), 'read'] };
}

function statements(stage: string, name: string, rights: Rights, environment: Environment): readonly Statement[] {
  const { secrets, search, values = [], changes = [], connections, subscribers } = rights;
  const valueCalls = [...new Set(values.flatMap((one) => VALUE_CALLS[one]))];
  const domain = domainArn(stage, environment);
  const logs = sub(
    `arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:/aws/lambda/${functionName(stage, name)}:*`,
  );
  return [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logs),
    ...secretRights(
      stage,
      environment,
      secrets.flatMap((secret) => SECRET_NAMES[secret]),
    ),
    ...(search === undefined || domain === null
      ? []
      : [allow(search === 'delete' ? [...OBJECT_CALLS, 'es:ESHttpDelete'] : OBJECT_CALLS, domain)]),
    ...(valueCalls.length > 0 ? [allow(dynamo(valueCalls), tableArn(stage, 'values'))] : []),
    ...(changes.includes('ring') ? [allow(dynamo(['PutItem']), tableArn(stage, 'changes'))] : []),
    ...(changes.includes('stream')
      ? [allow(dynamo(STREAM_CALLS), { 'Fn::GetAtt': ['ChangesTable', 'StreamArn'] })]
      : []),
    ...(connections ? [allow(dynamo(CONNECTION_CALLS[connections]), tableArn(stage, 'connections'))] : []),
    ...(MODEL_CALLERS.includes(name) ? modelCalls(environment) : []),
    ...(subscribers ? [allow(['execute-api:ManageConnections'], ...connectionArns(stage))] : []),
  ];
}

/** The functions that call the embedding model. */
const MODEL_CALLERS = ['search', 'data', 'llm', 'schedule-vectors'];

/** What a function needs to call the embedding model: nothing, unless it is one of Amazon Bedrock. */
export function modelCalls(environment: Environment): readonly Statement[] {
  const endpoint = settingValue(readEnv(environment), 'EMBEDDING_ENDPOINT');
  return endpoint?.includes('bedrock-runtime') === true ? [allow(['bedrock:InvokeModel'], ...MODELS)] : [];
}

/** All models, and profiles that route calls to models of several regions. The account decides which of them can be used. */
const MODELS = [
  sub(`arn:\${AWS::Partition}:bedrock:*::foundation-model/*`),
  sub(`arn:\${AWS::Partition}:bedrock:*:\${AWS::AccountId}:inference-profile/*`),
];

function allow(actions: readonly string[], ...resources: readonly Value[]): Statement {
  return { Effect: 'Allow', Action: actions, Resource: resources };
}

function dynamo(calls: readonly string[]): readonly string[] {
  return calls.map((call) => `dynamodb:${call}`);
}

/** The right to read these secrets where SECRETS stores them, and to create missing ones, but not to replace any. */
function secretRights(stage: string, { SECRETS }: Environment, names: readonly string[]): readonly Statement[] {
  const [kind = '', prefix = ''] = (SECRETS || `ssm:${secretsPath(stage)}`).split(':');
  const arns = (service: string, beginning: string, end: string) =>
    names.map((name) =>
      sub(
        `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${beginning}${prefix.replace(/\/$/, '')}/${name}${end}`,
      ),
    );
  if (kind === 'ssm') {
    const parameters = arns('ssm', 'parameter', '');
    // Putting a parameter may also replace one, which only the operator may do.
    const isNew = { StringNotEquals: { 'ssm:Overwrite': 'true' } };
    return [
      allow(['ssm:GetParameter'], ...parameters),
      { ...allow(['ssm:PutParameter'], ...parameters), Condition: isNew },
    ];
  }
  if (kind !== 'secretsmanager') return [];
  // Secrets Manager appends six characters to the names of secrets, and never replaces an existing secret when creating one.
  const calls = ['secretsmanager:GetSecretValue', 'secretsmanager:CreateSecret'];
  return [allow(calls, ...arns('secretsmanager', 'secret:', '-??????'))];
}

/** The resources for sending to connections of the WebSocket API, and for closing them. */
export function connectionArns(stage: string): readonly Value[] {
  return ['POST', 'DELETE'].map((method) => connectionArn(stage, method));
}

function connectionArn(stage: string, method: string): Value {
  return sub(
    `arn:\${AWS::Partition}:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${WebsocketsApi}/${stage}/${method}/@connections/*`,
  );
}

/** One permission of a role. */
type Statement = {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly Value[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The role of a function, with these permissions only. */
export function functionRole(stage: string, name: string, statements: readonly Statement[]): Resource {
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
      Policies: [
        {
          PolicyName: `${SERVICE}-${stage}-${name}`,
          PolicyDocument: { Version: '2012-10-17', Statement: statements },
        },
      ],
    },
  };
}
