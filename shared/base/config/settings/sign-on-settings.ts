import { boolean, emails, httpAddress, integer, list, oneOf, type Setting, secretList, text } from '../formats.ts';

/** Settings of the authentication modes, and of the keys that the server holds for users. */
export const SIGN_ON_SETTINGS = {
  SVC_OIDC_ENABLED: {
    legacy: 'CASS_OIDC_ENABLED',
    parse: boolean,
    default: false,
    effect: 'OpenID Connect mode: users sign in at SVC_OIDC_ISSUER_BASE_URL (docs/operate/sign-on.md).',
  },
  SVC_OIDC_ISSUER_BASE_URL: {
    legacy: 'CASS_OIDC_ISSUER_BASE_URL',
    parse: httpAddress,
    default: null,
    effect: 'Issuer of the OpenID provider, exactly as its discovery document names it.',
  },
  SVC_OIDC_EXTERNAL_ISSUER_URL: {
    legacy: 'CASS_OIDC_EXTERNAL_ISSUER_URL',
    parse: httpAddress,
    default: null,
    defaultText: 'SVC_OIDC_ISSUER_BASE_URL',
    effect:
      'Address under which browsers and clients reach the provider, if it differs from the one that this service uses. Tokens may name it as issuer.',
  },
  SVC_OIDC_BASE_URL: {
    legacy: 'CASS_OIDC_BASE_URL',
    parse: httpAddress,
    default: null,
    effect:
      'Public address of this service, such as `https://competencies.example`. Register it with `/callback` as redirect URI.',
  },
  SVC_OIDC_CLIENT_ID: {
    legacy: 'CASS_OIDC_CLIENT_ID',
    parse: text,
    default: null,
    effect: 'Client id of this service at the provider.',
  },
  SVC_OIDC_SECRET: {
    legacy: 'CASS_OIDC_SECRET',
    parse: text,
    default: null,
    defaultText: 'unset: a public client',
    effect:
      'Client secret. Also seals session cookies unless SVC_SESSION_SECRETS is set: then it must have 32 characters or more.',
    secret: true,
  },
  SVC_OIDC_CLIENT_SECRET: {
    legacy: 'CASS_OIDC_CLIENT_SECRET',
    parse: text,
    default: null,
    defaultText: 'SVC_OIDC_SECRET',
    effect:
      'Client secret, where SVC_OIDC_SECRET is not it: the existing server seals cookies with the secret of that name.',
    secret: true,
  },
  SVC_OIDC_SCOPE: {
    legacy: 'CASS_OIDC_SCOPE',
    parse: text,
    default: 'openid profile email',
    effect: 'Scopes to request, separated by spaces; must include `openid`.',
  },
  SVC_OIDC_AUDIENCE: {
    legacy: 'CASS_OIDC_AUDIENCE',
    parse: text,
    default: null,
    defaultText: 'SVC_OIDC_CLIENT_ID',
    effect:
      'Audience that bearer tokens must name. Without it, tokens for the client alone have to be marked as access tokens.',
  },
  SVC_SESSION_SECRETS: {
    parse: secretList,
    default: null,
    defaultText: 'SVC_OIDC_SECRET',
    effect:
      'Secrets of 32 characters or more that seal session cookies, separated by commas: the first seals, all of them open. To change the secret, put a new one first and remove the former one after SVC_SESSION_MAX_AGE.',
    secret: true,
  },
  SVC_SESSION_MAX_AGE: {
    legacy: 'CASS_SESSION_MAX_AGE',
    parse: integer(60, 604_800),
    default: 86_400,
    effect: 'Seconds from sign-in to the end of a session.',
  },
  SVC_JWT_ENABLED: {
    legacy: 'CASS_JWT_ENABLED',
    parse: boolean,
    default: false,
    effect: 'JWT mode: bearer tokens signed with SVC_JWT_SECRET (HS256, HS384 or HS512) give an identity.',
  },
  SVC_JWT_SECRET: {
    legacy: 'CASS_JWT_SECRET',
    parse: text,
    default: null,
    effect: 'Secret of the tokens of the JWT mode: 32 random characters or more.',
    secret: true,
  },
  SVC_PLATFORM_ONE_ENABLED: {
    legacy: 'CASS_PLATFORM_ONE_AUTH_ENABLED',
    parse: boolean,
    default: false,
    effect: 'Government-platform mode: the bearer token that the platform adds to requests gives an identity.',
  },
  SVC_PLATFORM_ONE_JWKS_URL: {
    parse: httpAddress,
    default: null,
    effect: 'Address of the public keys (JWKS) that tokens of the platform are verified with.',
  },
  SVC_PLATFORM_ONE_SECRET: {
    parse: text,
    default: null,
    effect:
      'Secret that tokens of the platform are verified with, in place of public keys: 32 random characters or more.',
    secret: true,
  },
  SVC_PLATFORM_ONE_VERIFIED_BY_MESH: {
    parse: boolean,
    default: false,
    effect:
      'Insecure unless the service mesh in front verifies every token. `true` trusts tokens without verifying their signature, but only in requests from SVC_TRUSTED_PROXIES.',
  },
  SVC_PLATFORM_ONE_ISSUER: {
    legacy: 'CASS_PLATFORM_ONE_ISSUER',
    parse: text,
    default: null,
    defaultText: 'unset: any',
    effect: 'Issuer that tokens of the platform must name.',
  },
  SVC_PLATFORM_ONE_CLIENT: {
    legacy: 'CASS_PLATFORM_ONE_CLIENT',
    parse: text,
    default: null,
    defaultText: 'unset: any',
    effect: 'Authorized party (`azp`) that tokens of the platform must name.',
  },
  ANONYMIZE_USERS: {
    legacy: 'CASS_PLATFORM_ONE_AUTH_ANONYMIZE_USERS',
    parse: boolean,
    default: false,
    effect: 'Store no name, e-mail address or subject of users: their Person objects say `Anonymous User`.',
  },
  AUTH_ALLOW_ENV_ADMINS: {
    parse: boolean,
    default: false,
    effect: 'Make the users of AUTH_ENV_ADMIN_EMAILS and AUTH_ENV_ADMIN_GROUPS admins.',
  },
  AUTH_ENV_ADMIN_EMAILS: {
    parse: emails,
    default: null,
    effect: 'Comma-separated e-mail addresses of admins. Only addresses that the identity provider has verified apply.',
  },
  AUTH_ENV_ADMIN_GROUPS: {
    parse: list,
    default: null,
    effect: 'Comma-separated names of groups whose members are admins.',
  },
  SVC_USER_KEYS: {
    parse: oneOf('files', 'store'),
    default: null,
    defaultText: '`files` with the embedded store and SECRETS=`directory`, else `store`',
    effect:
      'Where the keys that the server holds for users and groups are kept: `files` (one each in `users` in SVC_KEY_DIR) or `store` (encrypted under the secret `masterKey`, which all instances must share).',
  },
} as const satisfies Record<string, Setting>;
