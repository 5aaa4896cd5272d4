import type { SecretStore } from '../store/secret-store.ts';
import { randomBase64 } from './random.ts';

/** Server secrets shorter than this could be guessed. */
export const MIN_SECRET_CHARACTERS = 32;

/**
 * The server's secret, which encrypts identities and authorizes admin operations. Created at first use. The name is the one that
 * operators of existing servers know.
 *
 * @throws Error when it is unavailable or too short; the server does not start then
 */
export async function serverSecret(secrets: SecretStore): Promise<string> {
  const secret = await secrets.secret('skyId.secret', async () => randomBase64(64));
  if (secret.length < MIN_SECRET_CHARACTERS) {
    throw new Error(`The secret skyId.secret must have ${MIN_SECRET_CHARACTERS} characters or more.`);
  }
  return secret;
}
