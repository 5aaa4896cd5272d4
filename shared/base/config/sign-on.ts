import { MIN_SECRET_CHARACTERS } from '../crypto/secrets.ts';
import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';
import type { SecretsConfig } from './secrets.ts';
import type { SettingName } from './settings/settings.ts';

/** Settings of OpenID Connect. */
export type OidcConfig = {
  readonly mode: 'oidc';
  readonly issuer: string;
  /** Address under which clients reach the provider; the issuer itself unless it has two. */
  readonly externalIssuer: string;
  /** Public address of this service, ending in a slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly scope: string;
  readonly audience: string;
  /** Whether SVC_OIDC_AUDIENCE is set. Otherwise the audience is the client id, as in ID tokens. */
  readonly isAudienceSet: boolean;
  /** The first encrypts session cookies; all of them decrypt. */
  readonly sessionSecrets: readonly [string, ...string[]];
  readonly sessionMaxAgeSeconds: number;
  /** Origins other than our own that sign-in and sign-out may lead to. */
  readonly redirectOrigins: readonly string[];
};

export type JwtConfig = { readonly mode: 'jwt'; readonly secret: string };

/** The government platform. */
export type PlatformOneConfig = {
  readonly mode: 'platform';
  readonly verification:
    | { readonly by: 'jwks'; readonly url: string }
    | { readonly by: 'secret'; readonly secret: string }
    | { readonly by: 'mesh' };
  readonly issuer: string | null;
  readonly client: string | null;
};

/** The authentication mode that gives identities besides signature sheets (specification: Authentication modes). */
export type SignOnConfig = (OidcConfig | JwtConfig | PlatformOneConfig) & {
  readonly anonymizeUsers: boolean;
  readonly adminEmails: readonly string[];
  readonly adminGroups: readonly string[];
  readonly userKeys: 'files' | 'store';
};

/** The settings that enable the modes. */
export const SIGN_ON_SWITCHES = ['SVC_OIDC_ENABLED', 'SVC_JWT_ENABLED', 'SVC_PLATFORM_ONE_ENABLED'] as const;

/** The default secret of the existing server, which is public. */
const KNOWN_SECRET = 'cass';

/**
 * The meaning of the settings of authentication modes.
 *
 * @returns null in key-based mode
 * @throws ConfigurationError for contradictory or missing settings
 */
export function signOnConfig(
  settings: Settings,
  { secrets, basePath }: { readonly secrets: SecretsConfig; readonly basePath: string },
): SignOnConfig | null {
  const [enabled, second] = SIGN_ON_SWITCHES.filter((name) => settingValue(settings, name));
  if (enabled !== undefined && second !== undefined) {
    throw new ConfigurationError(`${enabled} and ${second} are both true, but only one mode can be active.`);
  }
  const allowAdmins = settingValue(settings, 'AUTH_ALLOW_ENV_ADMINS');
  if (enabled === undefined) {
    if (!allowAdmins) return null;
    throw new ConfigurationError(
      `AUTH_ALLOW_ENV_ADMINS is true, but no mode identifies users: set one of ${SIGN_ON_SWITCHES.join(', ')}.`,
    );
  }
  const files = secrets.kind === 'directory' && settingValue(settings, 'SEARCH_ENDPOINT') === null;
  const userKeys = settingValue(settings, 'SVC_USER_KEYS') ?? (files ? 'files' : 'store');
  if (userKeys === 'files' && secrets.kind !== 'directory') {
    throw new ConfigurationError('SVC_USER_KEYS is files, but SECRETS names no directory: use store.');
  }
  return {
    ...modeOf[enabled](settings, basePath),
    anonymizeUsers: settingValue(settings, 'ANONYMIZE_USERS'),
    adminEmails: (allowAdmins && settingValue(settings, 'AUTH_ENV_ADMIN_EMAILS')) || [],
    adminGroups: (allowAdmins && settingValue(settings, 'AUTH_ENV_ADMIN_GROUPS')) || [],
    userKeys,
  };
}

const modeOf = { SVC_OIDC_ENABLED: oidc, SVC_JWT_ENABLED: jwt, SVC_PLATFORM_ONE_ENABLED: platformOne } as const;

function oidc(settings: Settings, basePath: string): OidcConfig {
  const required = (name: 'SVC_OIDC_ISSUER_BASE_URL' | 'SVC_OIDC_BASE_URL' | 'SVC_OIDC_CLIENT_ID'): string => {
    const value = settingValue(settings, name);
    if (value !== null) return value;
    throw new ConfigurationError(`SVC_OIDC_ENABLED is true, but ${name} is not set.`);
  };
  const issuer = required('SVC_OIDC_ISSUER_BASE_URL');
  const clientId = required('SVC_OIDC_CLIENT_ID');
  const secret = settingValue(settings, 'SVC_OIDC_SECRET');
  const clientSecret = settingValue(settings, 'SVC_OIDC_CLIENT_SECRET') ?? secret;
  const [sessionSecret = secret ?? clientSecret, ...formerSecrets] =
    settingValue(settings, 'SVC_SESSION_SECRETS') ?? [];
  if (sessionSecret === null) {
    throw new ConfigurationError(
      'SVC_OIDC_ENABLED is true, but session cookies have no secret: set SVC_SESSION_SECRETS, or SVC_OIDC_SECRET.',
    );
  }
  if (sessionSecret.length < MIN_SECRET_CHARACTERS) {
    throw new ConfigurationError(
      `The client secret has less than ${MIN_SECRET_CHARACTERS} characters, too few to seal session cookies with it: set SVC_SESSION_SECRETS.`,
    );
  }
  const audience = settingValue(settings, 'SVC_OIDC_AUDIENCE');
  const scope = settingValue(settings, 'SVC_OIDC_SCOPE');
  if (!scope.split(' ').includes('openid')) {
    throw new ConfigurationError(`SVC_OIDC_SCOPE is "${scope}", but must contain openid.`);
  }
  return {
    mode: 'oidc',
    issuer,
    externalIssuer: settingValue(settings, 'SVC_OIDC_EXTERNAL_ISSUER_URL') ?? issuer,
    baseUrl: publicAddress(required('SVC_OIDC_BASE_URL'), basePath),
    clientId,
    clientSecret,
    scope,
    audience: audience ?? clientId,
    isAudienceSet: audience !== null,
    sessionSecrets: [sessionSecret, ...formerSecrets],
    sessionMaxAgeSeconds: settingValue(settings, 'SVC_SESSION_MAX_AGE'),
    redirectOrigins: settingValue(settings, 'CORS_ORIGINS') ?? [],
  };
}

/** SVC_OIDC_BASE_URL is an origin, or has the base path already. */
function publicAddress(address: string, basePath: string): string {
  const { origin, pathname } = new URL(address);
  const path = pathname === '/' ? basePath : pathname.replace(/\/+$/, '');
  return `${origin}${path}/`;
}

function jwt(settings: Settings): JwtConfig {
  const secret = settingValue(settings, 'SVC_JWT_SECRET');
  if (secret === null) throw new ConfigurationError('SVC_JWT_ENABLED is true, but SVC_JWT_SECRET is not set.');
  if (secret === KNOWN_SECRET) {
    throw new ConfigurationError('SVC_JWT_SECRET is the default secret of another server, which is public.');
  }
  requireLong('SVC_JWT_SECRET', secret);
  return { mode: 'jwt', secret };
}

/** An HMAC key must be as long as the SHA-256 digest, 32 bytes (RFC 7518, 3.2): shorter ones can be guessed from a single token. */
function requireLong(name: SettingName, secret: string): void {
  if (secret.length >= MIN_SECRET_CHARACTERS) return;
  throw new ConfigurationError(`${name} has less than ${MIN_SECRET_CHARACTERS} characters.`);
}

function platformOne(settings: Settings): PlatformOneConfig {
  const url = settingValue(settings, 'SVC_PLATFORM_ONE_JWKS_URL');
  const secret = settingValue(settings, 'SVC_PLATFORM_ONE_SECRET');
  const mesh = settingValue(settings, 'SVC_PLATFORM_ONE_VERIFIED_BY_MESH');
  const ways: readonly PlatformOneConfig['verification'][] = [
    ...(url === null ? [] : [{ by: 'jwks' as const, url }]),
    ...(secret === null ? [] : [{ by: 'secret' as const, secret }]),
    ...(mesh ? [{ by: 'mesh' as const }] : []),
  ];
  const [verification, second] = ways;
  if (verification === undefined || second !== undefined) {
    throw new ConfigurationError(
      'SVC_PLATFORM_ONE_ENABLED is true, which needs exactly one of SVC_PLATFORM_ONE_JWKS_URL, SVC_PLATFORM_ONE_SECRET and SVC_PLATFORM_ONE_VERIFIED_BY_MESH.',
    );
  }
  if (verification.by === 'secret') requireLong('SVC_PLATFORM_ONE_SECRET', verification.secret);
  return {
    mode: 'platform',
    verification,
    issuer: settingValue(settings, 'SVC_PLATFORM_ONE_ISSUER'),
    client: settingValue(settings, 'SVC_PLATFORM_ONE_CLIENT'),
  };
}
