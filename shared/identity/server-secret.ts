import type { SecretStore } from '../store/secret-store.ts';
import { randomBase64 } from './random.ts';

/** Server secrets shorter than this could be guessed. */
export const MIN_SECRET_CHARACTERS = 32;

/**
 * The server's secret, as operators of existing servers know it: what identities are sealed with, and what opens the admin
 * operations. Made at first use.
 *
 * @throws Error when it cannot be had or is too short: a fault to stop at, at start
 */
export async function serverSecret(secrets: SecretStore): Promise<string> {
  const secret = await secrets.secret('skyId.secret', async () => randomBase64(64));
  if (secret.length < MIN_SECRET_CHARACTERS) {
    throw new Error(`The secret skyId.secret must have ${MIN_SECRET_CHARACTERS} characters or more.`);
  }
  return secret;
}
