import type { Config } from '../config/config.ts';
import type { SignOnPlatform } from './open.ts';
import type { BindSignOn } from './sign-on.ts';

/** Opens the authentication mode; null in key-based mode, in which no module of the others is loaded. */
export async function openMode(
  { signOn }: Pick<Config, 'signOn'>,
  platform: SignOnPlatform,
): Promise<BindSignOn | null> {
  if (signOn === null) return null;
  const { openSignOn } = await import('./open.ts');
  return openSignOn(signOn, platform);
}
