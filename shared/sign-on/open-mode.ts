import { adminKey } from '../admin/admin-credentials.ts';
import type { Config } from '../config/config.ts';
import { isNamedProxy } from '../network/client-address.ts';
import type { SignOnPlatform } from './open.ts';
import type { BindSignOn, SignOn } from './sign-on.ts';

/**
 * Opens the authentication mode; null in key-based mode, in which no module of the others is loaded.
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

/** Sign-on that waits for something before it returns a user. @param load makes available what the rights of users depend on */
export function afterSignIn(signOn: SignOn, load: () => Promise<unknown>): SignOn {
  return {
    ...signOn,
    async identify(received) {
      const result = await signOn.identify(received);
      if (result.signedIn !== null) await load();
      return result;
    },
  };
}
