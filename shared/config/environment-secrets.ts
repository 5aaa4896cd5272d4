import type { SecretStore } from '../store/secret-store.ts';
import { secretFromEnv } from './secrets-from-env.ts';

/** Secrets that the environment gives. None is made: there is no place of the service's own to keep it. */
export function createEnvironmentSecrets(environment: Readonly<Record<string, string | undefined>>): SecretStore {
  return {
    async secret(name) {
      const value = secretFromEnv(environment, name);
      if (value === null) throw new Error(`The secret ${name} is missing: give it as ${name.replaceAll('.', '_')}.`);
      return value;
    },
  };
}
