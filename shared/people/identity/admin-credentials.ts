import { generateKeyPair, importPrivateKey, type PrivateKey, publicKeyIn } from '../../base/crypto/private-key.ts';
import { MIN_SECRET_CHARACTERS, secretsEqual } from '../../base/crypto/secrets.ts';
import { ADMIN_KEY } from '../../repository/secrets/secret-names.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';

/** The admin's private key; generated at first start (specification: Authentication 7 and 8). */
export async function adminKey(secrets: SecretStore): Promise<PrivateKey> {
  return importPrivateKey(await adminPrivatePem(secrets));
}

/** The admin's private key as PEM. */
export function adminPrivatePem(secrets: SecretStore): Promise<string> {
  return secrets.secret(ADMIN_KEY, async () => (await generateKeyPair()).privatePem);
}

/** Public key of the admin as single-line PEM. */
export async function adminPublicKey(secrets: SecretStore): Promise<string> {
  return publicKeyIn(await adminPrivatePem(secrets)).pem;
}

/**
 * Creates the check of the secret that allows admin operations. It ignores white space at both ends, since files and scripts add
 * line breaks, and never accepts a secret that is too short without it. It takes equal time for all wrong secrets of one length.
 */
export function createAdminSecretCheck(secret: string): (given: string) => boolean {
  const expected = secret.trim();
  if (expected.length < MIN_SECRET_CHARACTERS) return () => false;
  return (given) => secretsEqual(given.trim(), expected);
}
