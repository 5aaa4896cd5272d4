import ipaddr from 'ipaddr.js';
import { createBoundedCache } from './concurrency/bounded-cache.ts';

/** An IP address. IPv4 addresses that are mapped to IPv6 (RFC 4291, 2.5.5.2) are plain IPv4 addresses here. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: an address and the length of its prefix in bits (RFC 4632, 3.1). */
export type AddressRange = readonly [Address, number];

/** The functions of this module, which is loaded only if a setting needs it (`config/address-tools.ts`). */
export type AddressTools = {
  readonly parseAddress: (text: string) => Address | null;
  readonly parseAddressRange: (text: string) => AddressRange | null;
  readonly isInRanges: (address: Address, ranges: readonly AddressRange[]) => boolean;
};

/** Maximum number of cached addresses: the addresses of proxies come with each request. */
const MAX_PARSED = 1000;

/** Upper bound; addresses are shorter, even with a zone. */
const MAX_LENGTH = 64;

/** The functions, with a cache of parsed addresses. */
export function createAddressTools(): AddressTools {
  const parsed = createBoundedCache<string, { readonly address: Address | null }>(MAX_PARSED);
  return {
    parseAddress(text) {
      if (text.length > MAX_LENGTH) return parseAddress(text);
      const known = parsed.get(text);
      if (known !== undefined) return known.address;
      const address = parseAddress(text);
      parsed.set(text, { address });
      return address;
    },
    parseAddressRange,
    isInRanges,
  };
}

/** Leading bits of an IPv4 address that is mapped to IPv6. */
const MAPPED_PREFIX_BITS = 96;

/** Leading bits of the network of one IPv6 host (RFC 6177, 2): its holder chooses the other bits freely. */
const HOST_NETWORK_BITS = 64;

/** Reads an address: IPv4 in four decimal parts, or IPv6, with or without a zone. Null for any other text. */
export function parseAddress(text: string): Address | null {
  const [plain = ''] = text.split('%', 1);
  if (!/^[\da-f.:]+$/i.test(plain)) return null; // the library throws and catches an error internally, which is slow
  const isAddress = plain.includes(':') ? ipaddr.IPv6.isValid(plain) : ipaddr.IPv4.isValidFourPartDecimal(plain);
  return isAddress ? ipaddr.process(plain) : null;
}

/** Reads an address, or a range in CIDR notation, such as `192.0.2.0/24` or `2001:db8::/32`. Null for any other text. */
export function parseAddressRange(text: string): AddressRange | null {
  const [, first = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(first);
  if (address === null) return null;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  const isMapped = bits === 32 && first.includes(':');
  const length = prefix === undefined ? bits : Number(prefix) - (isMapped ? MAPPED_PREFIX_BITS : 0);
  return length >= 0 && length <= bits ? [address, length] : null;
}

/** Whether an address is in one of the ranges. */
export function isInRanges(address: Address, ranges: readonly AddressRange[]): boolean {
  return ranges.some(([network, length]) => address.kind() === network.kind() && address.match(network, length));
}

/** The identity of a host: its IPv4 address, or its IPv6 network. */
export function hostOf(address: Address): string {
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const text = `${address.toString()}/${HOST_NETWORK_BITS}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(text).toString()}/${HOST_NETWORK_BITS}`;
}
