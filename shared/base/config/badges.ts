import { ConfigurationError } from './formats.ts';
import { isLocalOnly, type Own } from './local-only.ts';
import { type Settings, settingValue } from './read-env.ts';

/** How badges are published. */
export type BadgeConfig = {
  /** The address under which others reach the API, ending in `/api/`. */
  readonly base: string;
  /** Email address for issuers that have none. */
  readonly email: string | null;
  /** Name of the service as an issuer of credentials. */
  readonly issuerName: string;
  /** Signature algorithm of credentials that are tokens. */
  readonly algorithm: 'RS256' | 'ES256';
  /** Only assertions that their agent has saved are badges. */
  readonly requiresAgent: boolean;
};

/**
 * @param base own address if no public one is set
 * @throws ConfigurationError for unknown authors
 */
export function badgeConfig(settings: Settings, base: string, own: Own): BadgeConfig {
  const published = settingValue(settings, 'SVC_EXTERNAL_ENDPOINT') ?? settingValue(settings, 'SVC_LOOPBACK_PROXY');
  const address = published ?? base;
  const given = settingValue(settings, 'BADGE_AUTHORS');
  if (given !== null && given !== 'agent' && given !== 'anyone') {
    throw new ConfigurationError('BADGE_AUTHORS must be agent or anyone.');
  }
  const authors = given ?? (isLocalOnly(settings, own) ? 'anyone' : 'agent');
  return {
    base: address,
    email: settingValue(settings, 'BADGE_EMAIL'),
    issuerName: settingValue(settings, 'BADGE_ISSUER_NAME') ?? new URL(address).host,
    algorithm: settingValue(settings, 'BADGE_JWT_ALGORITHM'),
    requiresAgent: authors === 'agent',
  };
}
