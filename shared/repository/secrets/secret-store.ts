import { secretFromEnv } from '../../base/config/secrets.ts';

/**
 * Secrets of the server: key pairs, salts. Losing them means losing the identity of the server (specification:
 * Authentication 8).
 */
export interface SecretStore {
  /**
   * Reads a secret, or creates and stores it. When several processes create it at the same time, all get the same one.
   *
   * @param name letters, digits, dots and dashes, such as `skyAdmin2.pem`
   * @throws Error when the storage is not private to this service or cannot be read; the server does not start then
   */
  secret(name: string, create: () => Promise<string>): Promise<string>;
}

/** Secrets in environment variables. Missing ones are not created, since they cannot be stored. */
export function createEnvironmentSecrets(environment: Readonly<Record<string, string | undefined>>): SecretStore {
  return {
    async secret(name) {
      const value = secretFromEnv(environment, name);
      if (value === null) throw new Error(`The secret ${name} is missing: give it as ${name.replaceAll('.', '_')}.`);
      return value;
    },
  };
}
