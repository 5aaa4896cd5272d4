import { secretFromEnv } from '../config/secrets-from-env.ts';
import type { SecretStore } from './secret-store.ts';

/** Secrets of the environment. Missing ones are not created, since there is nowhere to keep them. */
export function createEnvironmentSecrets(environment: Readonly<Record<string, string | undefined>>): SecretStore {
  return {
    async secret(name) {
      const value = secretFromEnv(environment, name);
      if (value === null) throw new Error(`The secret ${name} is missing: give it as ${name.replaceAll('.', '_')}.`);
      return value;
    },
  };
}
