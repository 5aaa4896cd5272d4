import type { AddressRange, AddressTools } from '../ip-address.ts';
import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';
import { CLIENT_ADDRESS_HEADERS } from './settings/network-settings.ts';

/** Which clients may use the service, how their addresses are determined, and how often they may call. */
export type NetworkConfig = {
  /** Reads addresses of clients; null without the two lists below. */
  readonly addressTools: AddressTools | null;
  /** Peers whose forwarding headers are trusted. */
  readonly trustedProxies: readonly AddressRange[] | 'all';
  /** Request headers that may hold the address of the client, in order, in lower case. */
  readonly clientAddressHeaders: readonly string[];
  /** Client addresses that may use the service; null: all. */
  readonly allowed: readonly AddressRange[] | null;
  /** Where browsers with other addresses are redirected to; null: they are refused. */
  readonly deniedRedirect: string | null;
  /** Requests per window to sign-in and identity endpoints; null: no rate limits. */
  readonly rateLimit: number | null;
  readonly rateLimitWindow: number;
  readonly securityHeaders: {
    readonly sameOriginFrames: boolean;
    readonly strictTransport: boolean;
    readonly noSniff: boolean;
  };
};

/** Requests to sign-in and identity endpoints (specification: Limits). */
const DEFAULT_RATE_LIMIT = 100;

/**
 * The meaning of the network settings.
 *
 * @param addressTools those of `loadAddressTools`
 * @throws ConfigurationError for contradictions
 */
export function networkConfig(settings: Settings, addressTools: AddressTools | null): NetworkConfig {
  const proxies = settingValue(settings, 'SVC_TRUSTED_PROXIES') ?? [];
  const allowed = settingValue(settings, 'SVC_IP_ALLOW');
  return {
    addressTools,
    trustedProxies: proxies === 'all' ? 'all' : ranges('SVC_TRUSTED_PROXIES', proxies, addressTools),
    clientAddressHeaders: settingValue(settings, 'SVC_CLIENT_ADDRESS_HEADERS') ?? CLIENT_ADDRESS_HEADERS,
    allowed: allowed && ranges('SVC_IP_ALLOW', allowed, addressTools),
    deniedRedirect: settingValue(settings, 'SVC_IP_DENIED_REDIRECT'),
    rateLimit: rateLimit(settings),
    rateLimitWindow: settingValue(settings, 'SVC_RATE_LIMIT_WINDOW'),
    securityHeaders: {
      sameOriginFrames: settingValue(settings, 'INCLUDE_SAMEORIGIN_IFRAME_HEADER'),
      strictTransport: settingValue(settings, 'INCLUDE_STRICT_TRANSPORT_SECURITY_HEADER'),
      noSniff: settingValue(settings, 'INCLUDE_MIME_NOSNIFF_HEADER'),
    },
  };
}

function ranges(name: string, parts: readonly string[], tools: AddressTools | null): AddressRange[] {
  return parts.map((part) => {
    if (tools === null) throw new Error(`${name} cannot be read without address tools.`);
    const range = tools.parseAddressRange(part);
    if (range !== null) return range;
    throw new ConfigurationError(
      `${name} has "${part}", which is not an address or a range of addresses such as 192.0.2.0/24 or 2001:db8::/32.`,
    );
  });
}

function rateLimit(settings: Settings): number | null {
  const limit = settingValue(settings, 'SVC_RATE_LIMIT');
  const maximum = settingValue(settings, 'SVC_RATE_LIMIT_MAX');
  if (limit === false) return null;
  if (limit === true) return maximum ?? DEFAULT_RATE_LIMIT;
  if (maximum === null || maximum === limit) return limit;
  throw new ConfigurationError(
    `SVC_RATE_LIMIT is ${limit} and SVC_RATE_LIMIT_MAX is ${maximum}: remove one of them, or set SVC_RATE_LIMIT to true.`,
  );
}
