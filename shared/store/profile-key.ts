import { createPromiseCache } from '../concurrency/promise-cache.ts';
import type { Config } from '../config/config.ts';
import { generateKeyPair, publicKeyIn } from '../crypto/private-key.ts';
import type { PublicKey } from '../crypto/public-key.ts';
import { Problem } from '../errors/problem.ts';
import { PROFILE_KEY } from './secret-names.ts';
import type { SecretStore } from './secret-store.ts';

/**
 * The key that assertions are shared with so that profiles count them; null where there are no profiles. Read, or created, at its first use.
 *
 * The result throws Problem `key-unavailable` (503).
 */
export function createProfileKey(
  { disabledAdapters }: Pick<Config, 'disabledAdapters'>,
  secrets: SecretStore,
): () => Promise<PublicKey | null> {
  const opened = createPromiseCache<'key', PublicKey>();
  const newKey = async (): Promise<string> => (await generateKeyPair()).privatePem;
  return async () => {
    if (disabledAdapters.includes('profile')) return null;
    return opened('key', () =>
      secrets
        .secret(PROFILE_KEY, newKey)
        .then(publicKeyIn)
        .catch((cause: unknown) => {
          throw new Problem('key-unavailable', 'The key of profiles cannot be read.', {}, { cause });
        }),
    );
  };
}
