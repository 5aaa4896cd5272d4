import { createPromiseCache } from '../../base/concurrency/promise-cache.ts';
import type { SignOnConfig } from '../../base/config/sign-on.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import { createSealedSecrets, loadMasterKeys, type MasterKeys } from '../../repository/secrets/sealed-secrets.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { createClaimedKeys } from './claimed-keys.ts';
import { createProvider } from './provider.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { jwtReader, oidcReader, platformReader, type ReaderParts } from './read-identity.ts';
import { createSealedCookies } from './session.ts';
import { type BindSignOn, createSignOn, type IdentityReader, type SignOnParts } from './sign-on.ts';

/** The part of sign-on that depends on the platform. */
export type SignOnPlatform = Omit<ReaderParts, 'fetch'> & {
  /** Loads the port that sends requests to the provider; called in the modes that need it. */
  readonly openSend: () => Promise<OutboundSend>;
  readonly secrets: SecretStore;
  readonly adminKey: () => Promise<PrivateKey>;
  /** Files for the users' keys; null without a file system. */
  readonly userFiles: SecretStore | null;
  readonly logger: Logger;
};

/**
 * Opens the configured mode, and reads the master key where the store keeps the keys of users.
 *
 * @throws Error when a secret is missing or cannot be used; the server does not start then
 */
export async function openSignOn(config: SignOnConfig, platform: SignOnPlatform): Promise<BindSignOn> {
  const readIdentity = await openReader(config, platform);
  const secretsOf = await userSecrets(config, platform);
  const claimedKeys = createClaimedKeys(mailboxSecrets(platform));
  return createSignOn({ config, readIdentity, secretsOf, claimedKeys, adminKey: await platform.adminKey() });
}

async function userSecrets(
  config: SignOnConfig,
  { secrets, userFiles }: SignOnPlatform,
): Promise<SignOnParts['secretsOf']> {
  if (config.userKeys === 'store') {
    const masterKeys = await loadMasterKeys(secrets);
    return ({ keyValues }) => createSealedSecrets(keyValues, masterKeys);
  }
  if (userFiles === null) throw new Error('SVC_USER_KEYS is files, but there is no file system here.');
  return () => userFiles;
}

/** The store of the keys that the service generated for people in statements. */
function mailboxSecrets({ secrets }: SignOnPlatform): Parameters<typeof createClaimedKeys>[0] {
  const opened = createPromiseCache<'master', MasterKeys>();
  return async ({ keyValues }) => createSealedSecrets(keyValues, await opened('master', () => loadMasterKeys(secrets)));
}

async function openReader(config: SignOnConfig, platform: SignOnPlatform): Promise<IdentityReader> {
  const { now } = platform;
  if (config.mode === 'jwt') return jwtReader(config.secret, now);
  const fetch = createProviderFetch(config, await platform.openSend());
  if (config.mode === 'platform') return platformReader(config, { ...platform, fetch });
  return oidcReader(config, createProvider(config, fetch, now), createSealedCookies(config, now), { now, fetch });
}
