import type { SecretStore } from '../store/secret-store.ts';
import { randomBase64 } from './random.ts';

/** Clients refuse shorter salts. */
const MIN_CHARACTERS = 16;

/**
 * Parameters with which clients derive the name and password that they send, and their encryption key (specification: Identity).
 * Public, and never changed: with other salts, existing users could not log in.
 */
export type Salts = {
  readonly usernameSalt: string;
  readonly usernameIterations: number;
  /** In bytes. */
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
    salt(secrets, 'skyId.username.public.salt'),
    salt(secrets, 'skyId.password.public.salt'),
    salt(secrets, 'skyId.secret.public.salt'),
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
  if (value.length < MIN_CHARACTERS)
    throw new Error(`The salt ${name} must have ${MIN_CHARACTERS} characters or more.`);
  return value;
}
