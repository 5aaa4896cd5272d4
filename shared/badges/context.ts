import { createPromiseCache } from '../concurrency/promise-cache.ts';
import type { Context } from '../context.ts';
import type { Bytes } from '../crypto/base64.ts';
import { decodePem } from '../crypto/pem.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../crypto/private-key.ts';
import { Problem } from '../errors/problem.ts';
import { createDecryptor, type Decryptor } from '../profiles/load/decryptor.ts';
import { BADGE_KEY } from '../store/secret-names.ts';
import type { SecretStore } from '../store/secret-store.ts';

/** The key that reads what is published as badges. */
export type BadgeKey = {
  readonly privateKey: PrivateKey;
  /** DER of the private key, from which secret salts are derived. */
  readonly secret: Bytes;
};

/** What badges are made with. */
export type BadgeParts = {
  readonly badges: {
    /** Read, or created, at its first use. Throws Problem `key-unavailable` (503). */
    readonly key: () => Promise<BadgeKey>;
    readonly decryptor: Decryptor;
  };
};

/** The context of badges. */
export type BadgeContext = Context & BadgeParts;

/** Opens the key of badges at its first use. */
export function createBadgeParts(secrets: SecretStore): BadgeParts {
  const opened = createPromiseCache<'key', BadgeKey>();
  const open = async (): Promise<BadgeKey> => {
    const pem = await secrets.secret(BADGE_KEY, async () => (await generateKeyPair()).privatePem);
    const document = decodePem(pem);
    if (document === null) throw new Error('The key of badges is not a PEM document.');
    return { privateKey: await importPrivateKey(pem), secret: document.bytes };
  };
  const key = (): Promise<BadgeKey> =>
    opened('key', () =>
      open().catch((cause: unknown) => {
        throw new Problem('key-unavailable', 'The key of badges cannot be read.', {}, { cause });
      }),
    );
  return { badges: { key, decryptor: createDecryptor() } };
}
