import { secretFromEnv } from '../config/secrets-from-env.ts';

/**
 * The server's own secrets: key pairs, salts. Losing them means losing the server's identity (specification:
 * Authentication 8).
 */
export interface SecretStore {
  /**
   * The secret of that name; made by `create` and kept if there is none yet. Of several processes that make it at once,
   * one wins and all get that one.
   *
   * @param name letters, digits, dots and dashes, such as `skyAdmin2.pem`
   * @throws Error when the place is not private to this service or cannot be read: a fault to stop at, at start
   */
  secret(name: string, create: () => Promise<string>): Promise<string>;
}

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
