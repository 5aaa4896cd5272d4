import { generateKeyPair, importPrivateKey } from '../crypto/private-key.ts';
import type { SecretStore } from '../store/secret-store.ts';

/** Name of the admin's private key, the same as on existing servers. */
const ADMIN_KEY = 'skyAdmin2.pem';

/** Public key of the admin as single-line PEM; the pair is made at first start (specification: Authentication 7 and 8). */
export async function adminPublicKey(secrets: SecretStore): Promise<string> {
  const privatePem = await secrets.secret(ADMIN_KEY, async () => (await generateKeyPair()).privatePem);
  return (await importPrivateKey(privatePem)).publicKey.pem;
}
