import type { SharedSecretsConfig } from '../../config/secrets.ts';
import { secretFromEnv } from '../../config/secrets-from-env.ts';
import { sleep } from '../../timing/sleep.ts';
import type { SecretStore } from '../secret-store.ts';
import { type AwsCaller, createAwsCall } from './json-call.ts';
import { parameterStore, type SecretPlace, secretsManager } from './places.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds after which a secret that another process has just made is looked for again. */
const PAUSES = [100, 400, 1_600];

/**
 * Secrets in the environment, or in a place that all instances share: SSM Parameter Store or Secrets Manager, where one that is
 * missing is made. Processes that make the same secret at once all get that of the first. A secret is read once and then kept in
 * memory.
 */
export function createSharedSecrets(place: SharedSecretsConfig, env: Environment, aws: AwsCaller): SecretStore {
  const known = new Map<string, Promise<string>>();
  const shared = shelf(place, aws);

  async function find(name: string, create: () => Promise<string>): Promise<string> {
    const given = secretFromEnv(env, name);
    if (given !== null) return given;
    return (await shared.read(name)) ?? makeOnce(shared, name, await create());
  }

  return {
    secret(name, create) {
      const before = known.get(name);
      if (before) return before;
      const found = find(name, create);
      known.set(name, found);
      found.catch(() => known.delete(name));
      return found;
    },
  };
}

/** The place, with the prefix of its names put in front. */
function shelf({ kind, prefix, service }: SharedSecretsConfig, aws: AwsCaller): SecretPlace {
  const call = createAwsCall(service, kind, aws);
  const { read, make } = kind === 'ssm' ? parameterStore(call) : secretsManager(call);
  return { read: (name) => read(prefix + name), make: (name, value) => make(prefix + name, value) };
}

async function makeOnce(place: SecretPlace, name: string, value: string): Promise<string> {
  if (await place.make(name, value)) return value;
  for (const milliseconds of PAUSES) {
    const winner = await place.read(name);
    if (winner !== null) return winner;
    await sleep(milliseconds);
  }
  throw new Error(`The secret ${name} was made by another process and cannot be read.`);
}
