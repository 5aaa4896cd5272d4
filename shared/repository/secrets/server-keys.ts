import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import type { Config } from '../../base/config/config.ts';
import type { Bytes } from '../../base/crypto/base64.ts';
import { decodePem } from '../../base/crypto/pem.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { BADGE_KEY, PROFILE_KEY, STATEMENT_KEY } from './secret-names.ts';
import type { SecretStore } from './secret-store.ts';

/** A key pair of the service. */
export type ServerKey = {
  readonly privateKey: PrivateKey;
  readonly publicKey: PublicKey;
  /** DER of the private key, from which secret salts, and keys of other algorithms, are derived. */
  readonly secret: Bytes;
};

/** The service's own RSA keys. */
export type ServerKeys = {
  /**
   * The key pair in a secret, such as `xapiAdapter.pem`; read, or created, at its first use.
   *
   * @throws Problem `key-unavailable` (503) when it can neither be read nor stored
   */
  readonly rsa: (secretName: string) => Promise<ServerKey>;
};

/** Opens keys at their first use. */
export function createServerKeys(secrets: SecretStore): ServerKeys {
  const opened = createPromiseCache<string, ServerKey>();
  return {
    rsa: (secretName) =>
      opened(secretName, () =>
        open(secrets, secretName).catch((cause: unknown) => {
          throw new Problem('key-unavailable', `The key ${secretName} cannot be read.`, {}, { cause });
        }),
      ),
  };
}

async function open(secrets: SecretStore, secretName: string): Promise<ServerKey> {
  const pem = await secrets.secret(secretName, async () => (await generateKeyPair()).privatePem);
  const privateKey = await importPrivateKey(pem);
  const document = decodePem(pem);
  if (document === null) throw new Error('The key is not a PEM document.');
  return { privateKey, publicKey: privateKey.publicKey, secret: document.bytes };
}

/** The adapters whose public keys others need, as DISABLED_ADAPTERS names them. */
const ADAPTER_KEYS = { profile: PROFILE_KEY, badge: BADGE_KEY, xapi: STATEMENT_KEY } as const;

/**
 * The public key of an adapter, for parts that share objects with it, or recognize what it wrote; null where the adapter is disabled.
 *
 * @throws Problem `key-unavailable` (503)
 */
export async function adapterPublicKey(
  { config, keys }: { readonly config: Pick<Config, 'disabledAdapters'>; readonly keys: ServerKeys },
  adapter: keyof typeof ADAPTER_KEYS,
): Promise<PublicKey | null> {
  return config.disabledAdapters.includes(adapter) ? null : (await keys.rsa(ADAPTER_KEYS[adapter])).publicKey;
}
