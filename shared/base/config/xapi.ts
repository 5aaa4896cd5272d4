import * as z from 'zod/mini';
import { ConfigurationError } from './formats.ts';
import { isLocalOnly, type Own } from './local-only.ts';
import { type Settings, settingValue } from './read-env.ts';

/** Whose xAPI statements are accepted. */
export type XapiConfig = {
  /** Values of `Authorization` that senders may have instead of proving a key. */
  readonly authorizations: readonly string[];
  /** Whether statements of other senders are accepted too. */
  readonly isOpen: boolean;
  /** Learning record stores whose statements are fetched, if they are enabled. */
  readonly sources: readonly XapiSource[];
  /** Number of statements in one page. */
  readonly statementCount: number;
  /** Assertions of statements become badges, unless a request or a source says otherwise. */
  readonly publishesBadges: boolean;
  /** This service as a client of an OAuth provider, for sources without a value of `Authorization`; null: there is none. */
  readonly client: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null;
};

/** A learning record store. */
export type XapiSource = {
  /** Unique name. */
  readonly name: string;
  /** Whether it is polled. */
  readonly isEnabled: boolean;
  /** Base address; ends in a slash. */
  readonly endpoint: string;
  /** The server of its pages, if it is another one; ends in a slash. */
  readonly host: string | null;
  /** Value of `Authorization`; null: no such header is sent. */
  readonly authorization: string | null;
  /** Assertions of its statements become badges. */
  readonly publishesBadges: boolean;
};

/** @throws ConfigurationError for an invalid value of `Authorization` or an invalid learning record store */
export function xapiConfig(settings: Settings, own: Own): XapiConfig {
  const statementCount = settingValue(settings, 'XAPI_STATEMENT_COUNT');
  return {
    ...sendersOf(settings, own),
    sources: sourcesOf(settings),
    statementCount,
    client: clientOf(settings),
    publishesBadges: settingValue(settings, 'XAPI_BADGES'),
  };
}

function sendersOf(settings: Settings, own: Own): Pick<XapiConfig, 'authorizations' | 'isOpen'> {
  const setting = settingValue(settings, 'XAPI_INGEST_AUTH');
  if (setting === null) return { authorizations: [], isOpen: isLocalOnly(settings, own) };
  if (setting === 'none') return { authorizations: [], isOpen: true };
  if (setting === 'key') return { authorizations: [], isOpen: false };
  const authorizations = setting.split(',').map((value) => value.trim());
  if (authorizations.every((value) => /^(?:Basic|Bearer) [\w.~+/=-]+$/.test(value))) {
    return { authorizations, isOpen: false };
  }
  throw new ConfigurationError(
    'XAPI_INGEST_AUTH must be none, key, or values of Authorization, such as Basic bG1zOnNlY3JldA==, separated by commas.',
  );
}

function clientOf(settings: Settings): XapiConfig['client'] {
  const issuer = settingValue(settings, 'OIDC_CLIENT_ENDPOINT');
  const clientId = settingValue(settings, 'OIDC_CLIENT_CLIENT_ID');
  const clientSecret = settingValue(settings, 'OIDC_CLIENT_CLIENT_SECRET');
  if (issuer === null) return null;
  if (clientId !== null && clientSecret !== null) return { issuer, clientId, clientSecret };
  throw new ConfigurationError(
    'OIDC_CLIENT_ENDPOINT is set: OIDC_CLIENT_CLIENT_ID and OIDC_CLIENT_CLIENT_SECRET are needed too.',
  );
}

const stores = z.record(
  z.string(),
  z.looseObject({
    xapiEndpoint: z.string(),
    xapiHostname: z.optional(z.nullable(z.string())),
    xapiAuth: z.optional(z.nullable(z.string())),
    xapiBadges: z.optional(z.nullable(z.boolean())),
  }),
);

/** Several stores replace the single one. */
function sourcesOf(settings: Settings): readonly XapiSource[] {
  const several = settingValue(settings, 'XAPI_CONFIG');
  const endpoint = settingValue(settings, 'XAPI_ENDPOINT');
  const isEnabled = settingValue(settings, 'XAPI_ENABLED');
  const authorization = settingValue(settings, 'XAPI_AUTH');
  const publishesBadges = settingValue(settings, 'XAPI_BADGES');
  if (several !== null) {
    return Object.entries(parseStores(several)).map(([name, { xapiEndpoint, xapiHostname, xapiAuth, xapiBadges }]) => ({
      name,
      isEnabled: true,
      endpoint: addressOf(xapiEndpoint, `xapiEndpoint of ${name}`),
      host: xapiHostname ? addressOf(xapiHostname, `xapiHostname of ${name}`) : null,
      authorization: xapiAuth || null,
      publishesBadges: xapiBadges ?? publishesBadges,
    }));
  }
  if (endpoint === null) return [];
  const only = { name: 'XAPI_ENDPOINT', endpoint: addressOf(endpoint, 'XAPI_ENDPOINT'), host: null };
  return [{ ...only, isEnabled, authorization, publishesBadges }];
}

function parseStores(text: string): z.infer<typeof stores> {
  try {
    return z.parse(stores, JSON.parse(text));
  } catch {
    throw new ConfigurationError(
      'XAPI_CONFIG must be a JSON object, and XAPI_CONFIG_<name> one with xapiEndpoint and, where needed, xapiHostname, xapiAuth and xapiBadges.',
    );
  }
}

/** With a slash at its end, so that addresses are resolved below it. */
function addressOf(text: string, what: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new ConfigurationError(`${what} must be an http or https address.`);
  return text.endsWith('/') ? text : `${text}/`;
}
