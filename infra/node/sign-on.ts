import { adminKey } from '../../shared/admin/admin-credentials.ts';
import type { Config } from '../../shared/config/config.ts';
import type { OpenSignOn, SignOnPlatform } from '../../shared/sign-on/open.ts';
import { createSecretDirectory } from './secret-directory.ts';

/**
 * Opens the authentication mode. The keys of users are files beside the server's own, one each, or in the store.
 *
 * @returns null in key-based mode, in which no module of other modes is loaded
 */
export async function openMode(
  { signOn, keyDirectory }: Pick<Config, 'signOn' | 'keyDirectory'>,
  parts: Pick<SignOnPlatform, 'secrets' | 'logger' | 'now'>,
): Promise<OpenSignOn | null> {
  if (signOn === null) return null;
  const { openSignOn } = await import('../../shared/sign-on/open.ts');
  const userFiles = createSecretDirectory({ directory: `${keyDirectory}/users`, env: {}, cached: false });
  return openSignOn(signOn, {
    ...parts,
    ...{ fetch, userFiles, adminKey: await adminKey(parts.secrets), isTrustedProxy: () => false },
  });
}
