import { createPromiseCache } from '../../concurrency/promise-cache.ts';
import { sleep } from '../../concurrency/sleep.ts';
import { type SharedSecretsConfig, secretFromEnv } from '../../config/secrets.ts';
import type { SecretStore } from '../secret-store.ts';
import { type AwsCaller, createAwsCall } from './json-call.ts';
import { parameterStore, type SecretPlace, secretsManager } from './places.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** For reading a secret that another process has just created. */
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
