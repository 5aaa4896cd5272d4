import { type Address, parseAddress } from '../ip-address.ts';

/** The range of IP addresses that a connection may lead to. */
export type Reach = 'public' | 'loopback' | 'any';

/** In the public range, but reaches the host of a virtual machine on Azure, which discloses the machine's credentials. */
const AZURE_HOST = '168.63.129.16';

/** Prefix of addresses that translate to IPv4 (RFC 6052, 2.1): their last 32 bits are an IPv4 address. */
const TRANSLATED = '64:ff9b:0:0:0:0:';

/** Whether a connection to an IP address is within a reach. Text that is not an IP address is within none but `any`. */
export function isWithin(text: string, reach: Reach): boolean {
  if (reach === 'any') return true;
  const address = parseAddress(text);
  if (address === null) return false;
  return reach === 'public' ? isPublic(address) : address.range() === 'loopback';
}

/**
 * Whether an address is on the public internet: not loopback, private, link-local (as metadata services are), shared by a carrier,
 * multicast, or reserved (IANA special-purpose address registries).
 */
function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && address.toString() !== AZURE_HOST;
  const bytes = address.toByteArray();
  if (address.toNormalizedString().startsWith(TRANSLATED)) return isWithin(bytes.slice(12).join('.'), 'public');
  const [first = 0] = bytes;
  return first >> 5 === 0b001 && address.range() === 'unicast'; // only 2000::/3 is assigned (RFC 4291, 2.4)
}
