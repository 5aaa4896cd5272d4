import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import type { Bytes } from '../../base/crypto/base64.ts';
import { decodePem } from '../../base/crypto/pem.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { BADGE_KEY } from '../../repository/secrets/secret-names.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';

/** The key that reads what is published as badges. */
export type BadgeKey = {
  readonly privateKey: PrivateKey;
  /** DER of the private key, from which secret salts, and keys of other algorithms, are derived. */
  readonly secret: Bytes;
};

/** Reads the key at its first use, and creates it if it is missing. The result throws Problem `key-unavailable` (503). */
export function createBadgeKey(secrets: SecretStore): () => Promise<BadgeKey> {
  const opened = createPromiseCache<'key', BadgeKey>();
  const open = async (): Promise<BadgeKey> => {
    const pem = await secrets.secret(BADGE_KEY, async () => (await generateKeyPair()).privatePem);
    const document = decodePem(pem);
    if (document === null) throw new Error('The key of badges is not a PEM document.');
    return { privateKey: await importPrivateKey(pem), secret: document.bytes };
  };
  return () =>
    opened('key', () =>
      open().catch((cause: unknown) => {
        throw new Problem('key-unavailable', 'The key of badges cannot be read.', {}, { cause });
      }),
    );
}
