import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import type { Config } from '../../base/config/config.ts';
import { generateKeyPair, publicKeyIn } from '../../base/crypto/private-key.ts';
import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import { BADGE_KEY, PROFILE_KEY, STATEMENT_KEY } from './secret-names.ts';
import type { SecretStore } from './secret-store.ts';

/** The adapters whose public keys others need, as DISABLED_ADAPTERS names them. */
const ADAPTERS = {
  profile: { secret: PROFILE_KEY, what: 'The key of profiles' },
  badge: { secret: BADGE_KEY, what: 'The key of badges' },
  xapi: { secret: STATEMENT_KEY, what: 'The key that assertions of statements are made with' },
} as const;

/**
 * The public key of an adapter, for parts that share objects with it, or recognize what it wrote; null where the adapter is disabled. Read,
 * or created, at its first use.
 *
 * The result throws Problem `key-unavailable` (503).
 */
export function createAdapterPublicKey(
  adapter: keyof typeof ADAPTERS,
  { disabledAdapters }: Pick<Config, 'disabledAdapters'>,
  secrets: SecretStore,
): () => Promise<PublicKey | null> {
  const { secret, what } = ADAPTERS[adapter];
  const opened = createPromiseCache<'key', PublicKey>();
  const newKey = async (): Promise<string> => (await generateKeyPair()).privatePem;
  return async () => {
    if (disabledAdapters.includes(adapter)) return null;
    return opened('key', () =>
      secrets
        .secret(secret, newKey)
        .then(publicKeyIn)
        .catch((cause: unknown) => {
          throw new Problem('key-unavailable', `${what} cannot be read.`, {}, { cause });
        }),
    );
  };
}
