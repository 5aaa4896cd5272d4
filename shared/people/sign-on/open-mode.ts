import type { Config } from '../../base/config/config.ts';
import { isNamedProxy } from '../../base/network/client-address.ts';
import { adminKey } from '../identity/admin-credentials.ts';
import type { SignOnPlatform } from './open.ts';
import type { BindSignOn } from './sign-on.ts';

/**
 * Opens the authentication mode; returns null in key-based mode, and then loads no module of the other modes.
 *
 * @throws Error when a secret is missing or cannot be used
 */
export async function openMode(
  config: Pick<Config, 'signOn' | 'network'>,
  platform: Omit<SignOnPlatform, 'adminKey' | 'isTrustedProxy'>,
): Promise<BindSignOn | null> {
  if (config.signOn === null) return null;
  const { openSignOn } = await import('./open.ts');
  return openSignOn(config.signOn, {
    ...platform,
    adminKey: () => adminKey(platform.secrets),
    isTrustedProxy: (peer) => isNamedProxy(config, peer),
  });
}
