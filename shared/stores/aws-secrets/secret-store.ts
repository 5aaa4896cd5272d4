import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import { sleep } from '../../base/concurrency/sleep.ts';
import { type SharedSecretsConfig, secretFromEnv } from '../../base/config/secrets.ts';
import { isObject, type JsonObject, member } from '../../repository/linked-data/json.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { type AwsCall, type AwsCaller, AwsFault, createAwsCall } from './json-call.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Delays before each further read of a secret that another process has just created. */
const RETRY_DELAYS_MS = [100, 400, 1_600];

/**
 * Secrets in the environment, or in a service that all instances share: SSM Parameter Store or Secrets Manager, where missing ones
 * are created. Processes that create the same secret concurrently all get the first one. Secrets are cached in memory.
 */
export function createSharedSecrets(place: SharedSecretsConfig, env: Environment, aws: AwsCaller): SecretStore {
  const cached = createPromiseCache<string, string>();
  const shared = withPrefix(place, aws);

  async function find(name: string, create: () => Promise<string>): Promise<string> {
    const given = secretFromEnv(env, name);
    if (given !== null) return given;
    return (await shared.read(name)) ?? createOnce(shared, name, await create());
  }

  return { secret: (name, create) => cached(name, () => find(name, create)) };
}

/** Adds the prefix to the names of secrets. */
function withPrefix({ kind, prefix, service }: SharedSecretsConfig, aws: AwsCaller): SecretPlace {
  const call = createAwsCall(service, kind, aws);
  const { read, make } = kind === 'ssm' ? parameterStore(call) : secretsManager(call);
  return { read: (name) => read(prefix + name), make: (name, value) => make(prefix + name, value) };
}

async function createOnce(place: SecretPlace, name: string, value: string): Promise<string> {
  if (await place.make(name, value)) return value;
  for (const delay of RETRY_DELAYS_MS) {
    const winner = await place.read(name);
    if (winner !== null) return winner;
    await sleep(delay);
  }
  throw new Error(`The secret ${name} was created by another process and cannot be read.`);
}

/** A service of AWS that stores secrets. */
type SecretPlace = {
  /** The secret of this name; null if it does not exist. */
  readonly read: (name: string) => Promise<string | null>;
  /** Creates the secret. Returns false, and replaces nothing, if one of this name exists. */
  readonly make: (name: string, value: string) => Promise<boolean>;
};

/** Encrypted parameters of the SSM Parameter Store, which are free of charge. */
function parameterStore(call: AwsCall): SecretPlace {
  return {
    read: (name) =>
      unless('ParameterNotFound', null, async () => {
        const { Parameter } = await call('AmazonSSM.GetParameter', { Name: name, WithDecryption: true });
        return text(isObject(Parameter) ? Parameter : {}, 'Value');
      }),
    make: (name, value) =>
      unless('ParameterAlreadyExists', false, async () => {
        await call('AmazonSSM.PutParameter', { Name: name, Value: value, Type: 'SecureString', Overwrite: false });
        return true;
      }),
  };
}

/** Secrets of AWS Secrets Manager. */
function secretsManager(call: AwsCall): SecretPlace {
  return {
    read: (name) =>
      unless('ResourceNotFoundException', null, async () =>
        text(await call('secretsmanager.GetSecretValue', { SecretId: name }), 'SecretString'),
      ),
    make: (name, value) =>
      unless('ResourceExistsException', false, async () => {
        const ClientRequestToken = crypto.randomUUID();
        await call('secretsmanager.CreateSecret', { Name: name, SecretString: value, ClientRequestToken });
        return true;
      }),
  };
}

function text(object: JsonObject, name: string): string {
  const value = member(object, name);
  if (typeof value !== 'string' || value === '') throw new Error(`The answer of AWS lacks ${name}.`);
  return value;
}

async function unless<T>(type: string, instead: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AwsFault && error.type === type) return instead;
    throw error;
  }
}
