import { secretsEqual } from '../crypto/constant-time.ts';
import { MIN_SECRET_CHARACTERS } from '../identity/server-secret.ts';

/**
 * The check of the secret that allows admin operations. White space at both ends does not count: files and scripts add
 * line breaks. A secret that is too short without it is never accepted. Takes equal time for all wrong secrets of one length.
 */
export function createAdminSecretCheck(secret: string): (given: string) => boolean {
  const expected = secret.trim();
  if (expected.length < MIN_SECRET_CHARACTERS) return () => false;
  return (given) => secretsEqual(given.trim(), expected);
}
