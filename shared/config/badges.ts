import { type Settings, settingValue } from './read-env.ts';

/** How badges are published. */
export type BadgeConfig = {
  /** The address under which others reach the API, ending in `/api/`. */
  readonly base: string;
  /** Email of issuers that have none. */
  readonly email: string | null;
};

/** @param base own address where no public one is set */
export function badgeConfig(settings: Settings, base: string): BadgeConfig {
  const published = settingValue(settings, 'SVC_EXTERNAL_ENDPOINT') ?? settingValue(settings, 'SVC_LOOPBACK_PROXY');
  return { base: published ?? base, email: settingValue(settings, 'BADGE_EMAIL') };
}
