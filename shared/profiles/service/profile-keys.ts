import type { Config } from '../../config/config.ts';
import { ConfigurationError } from '../../config/formats.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../crypto/private-key.ts';
import type { SecretStore } from '../../store/secret-store.ts';
import { areProfilesDisabled } from '../cache/invalidation.ts';

/** Name of the service's private key for profiles, as adapters name theirs. */
const PROFILE_KEY = 'profileAdapter.pem';

/** The keys that open what is encrypted in assertions. */
export type ProfileKeys = {
  /** The service's own, generated at first start. Authors add its public key as a reader. */
  readonly own: PrivateKey;
  /** All of them, the service's own first. */
  readonly acting: readonly PrivateKey[];
};

/**
 * Loads the keys that profiles are calculated with (specification: Authentication 8).
 *
 * @returns null when the adapter is disabled
 * @throws ConfigurationError when PROFILE_PPK is not a private key
 */
export async function profileKeys(secrets: SecretStore, config: Config): Promise<ProfileKeys | null> {
  if (areProfilesDisabled(config)) return null;
  const own = await importPrivateKey(
    await secrets.secret(PROFILE_KEY, async () => (await generateKeyPair()).privatePem),
  );
  const further = config.profiles.privateKey;
  if (further === null) return { own, acting: [own] };
  const given = await importPrivateKey(further).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : '';
    throw new ConfigurationError(`PROFILE_PPK cannot be used: it must be an RSA private key as PEM. ${why}`.trim());
  });
  return { own, acting: given.publicKey.id === own.publicKey.id ? [own] : [own, given] };
}
