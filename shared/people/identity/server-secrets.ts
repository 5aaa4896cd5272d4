import { MIN_SECRET_CHARACTERS, randomBase64 } from '../../base/crypto/secrets.ts';
import { PASSWORD_SALT, SECRET_SALT, SERVER_SECRET, USERNAME_SALT } from '../../repository/secrets/secret-names.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';

/**
 * The server's secret, which encrypts identities and authorizes admin operations. Created at first use.
 *
 * @throws Error when it is unavailable or too short; the server does not start then
 */
export async function serverSecret(secrets: SecretStore): Promise<string> {
  const secret = await secrets.secret(SERVER_SECRET, async () => randomBase64(64));
  if (secret.length < MIN_SECRET_CHARACTERS) {
    throw new Error(`The secret ${SERVER_SECRET} must have ${MIN_SECRET_CHARACTERS} characters or more.`);
  }
  return secret;
}

/** Clients refuse shorter salts. */
const MIN_SALT_CHARACTERS = 16;

/**
 * Parameters with which clients derive the name and password that they send, and their encryption key (specification: Identity).
 * Public, and never changed: with other salts, existing users could not log in.
 */
export type Salts = {
  readonly usernameSalt: string;
  readonly usernameIterations: number;
  /** Length of the derived user name, in bytes. */
  readonly usernameLength: number;
  readonly passwordSalt: string;
  readonly passwordIterations: number;
  readonly passwordLength: number;
  readonly secretSalt: string;
  readonly secretIterations: number;
  readonly secretLength: number;
  /** Clients sign the sheets of identity requests with this; they fall back to SHA-1 where it is absent. */
  readonly signatureSheetHashAlgorithm: 'SHA-256';
};

/**
 * Loads the salts of this server, or creates them.
 *
 * @throws Error when a salt that the operator provided is too short for clients
 */
export async function loadSalts(secrets: SecretStore): Promise<Salts> {
  const [usernameSalt, passwordSalt, secretSalt] = await Promise.all([
    salt(secrets, USERNAME_SALT),
    salt(secrets, PASSWORD_SALT),
    salt(secrets, SECRET_SALT),
  ]);
  return {
    usernameSalt,
    usernameIterations: 5000,
    usernameLength: 64,
    passwordSalt,
    passwordIterations: 5000,
    passwordLength: 64,
    secretSalt,
    secretIterations: 5000,
    secretLength: 64,
    signatureSheetHashAlgorithm: 'SHA-256',
  };
}

async function salt(secrets: SecretStore, name: string): Promise<string> {
  const value = await secrets.secret(name, async () => randomBase64(32));
  if (value.length < MIN_SALT_CHARACTERS)
    throw new Error(`The salt ${name} must have ${MIN_SALT_CHARACTERS} characters or more.`);
  return value;
}
