import type { Config } from '../config/config.ts';
import { Problem } from '../errors/problem.ts';
import type { Address, AddressTools } from '../ip-address.ts';
import type { Logger } from '../telemetry/logger.ts';

/** The facts from which the address of a client is derived. */
export type RequestOrigin = {
  /** The value of a request header, by its name in lower case; null when absent. */
  readonly header: (name: string) => string | null;
  /** The other end of the connection. */
  readonly peerAddress: string | undefined;
};

/** The origin of a request, from its headers and the other end of its connection. */
export function requestOrigin({ headers }: Pick<Request, 'headers'>, peerAddress: string | undefined): RequestOrigin {
  return { header: (name) => headers.get(name), peerAddress };
}

/** Like {@link isTrustedPeer}, for facts that only an explicitly configured proxy can have verified; false for `*`. */
export function isNamedProxy(config: ProxyConfig, peerAddress: string | undefined): boolean {
  return config.network.trustedProxies !== 'all' && isTrustedPeer(config, peerAddress);
}

/** Warns when every client can claim any address (SVC_TRUSTED_PROXIES is `*`). Called once per process. */
export function warnOfTrustedProxies({ network }: ProxyConfig, logger: Pick<Logger, 'warn'>): void {
  if (network.trustedProxies !== 'all') return;
  logger.warn(
    'NETWORK',
    'SVC_TRUSTED_PROXIES is *: any client can claim any address, so address lists and rate limits can be evaded',
  );
}

type NetworkConfig = { readonly network: Pick<Config['network'], keyof ProxyConfig['network'] | 'allowed'> };
type ProxyConfig = {
  readonly network: Pick<Config['network'], 'trustedProxies' | 'clientAddressHeaders' | 'addressTools'>;
};

/** Whether the other end of a connection is a proxy whose headers are trusted (SVC_TRUSTED_PROXIES). */
export function isTrustedPeer({ network }: ProxyConfig, peerAddress: string | undefined): boolean {
  if (network.trustedProxies === 'all') return true;
  const { trustedProxies, addressTools } = network;
  if (trustedProxies.length === 0 || addressTools === null || peerAddress === undefined) return false;
  const peer = addressTools.parseAddress(peerAddress);
  return peer !== null && addressTools.isInRanges(peer, trustedProxies);
}

/**
 * The address of the client (specification: Network access controls 3). Forwarding headers are used only when the peer is a
 * trusted proxy; then the first header that contains an address applies. In a list of addresses, to which each proxy appends
 * the one that it sees, the client is the last one that is not a trusted proxy, or the first when all peers are trusted.
 *
 * @returns null when it is unknown; without configured addresses, the peer's address unchanged
 */
export function clientAddress(config: ProxyConfig, origin: RequestOrigin): string | null {
  const { addressTools } = config.network;
  if (addressTools === null) return origin.peerAddress ?? null;
  return parsedAddress(config, origin, addressTools)?.toString() ?? null;
}

function parsedAddress(
  config: ProxyConfig,
  { header, peerAddress }: RequestOrigin,
  tools: AddressTools,
): Address | null {
  if (isTrustedPeer(config, peerAddress)) {
    for (const name of config.network.clientAddressHeaders) {
      const address = forwardedAddress(config, header(name), tools);
      if (address !== null) return address;
    }
  }
  return peerAddress === undefined ? null : tools.parseAddress(peerAddress);
}

function forwardedAddress(
  { network: { trustedProxies } }: ProxyConfig,
  value: string | null,
  { parseAddress, isInRanges }: AddressTools,
): Address | null {
  let address: Address | null = null;
  for (const hop of (value ?? '').split(',').reverse()) {
    const next = parseAddress(withoutPort(hop.trim()));
    if (next === null) return trustedProxies === 'all' ? address : null; // an unknown hop hides the ones before it
    address = next;
    if (trustedProxies !== 'all' && !isInRanges(next, trustedProxies)) return next;
  }
  return address;
}

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}

/** Whether SVC_IP_ALLOW lets the client use the service. */
export function isAllowedAddress(config: NetworkConfig, origin: RequestOrigin): boolean {
  const { allowed, addressTools } = config.network;
  if (allowed === null) return true;
  if (addressTools === null) return false;
  const address = parsedAddress(config, origin, addressTools);
  return address !== null && addressTools.isInRanges(address, allowed);
}

/** @throws Problem `address-unauthorized` (401) unless SVC_IP_ALLOW lets the client use the service */
export function requireAllowedAddress(config: NetworkConfig, origin: RequestOrigin): void {
  if (!isAllowedAddress(config, origin)) throw addressRefusal();
}

/** The Problem for a program whose address is not allowed. */
export function addressRefusal(challenge = 'Bearer'): Problem {
  return new Problem('address-unauthorized', 'This service does not answer requests from this address.', { challenge });
}
