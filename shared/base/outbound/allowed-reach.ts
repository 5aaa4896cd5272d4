import { parseAddress } from '../ip-address.ts';
import { type AllowEntry, hostOf, type OutboundPolicy, originOf } from './allow-list.ts';
import { isWithin, type Reach } from './reach.ts';

/**
 * How far the connection to an address may reach; a name is resolved when the connection is made. An entry with a private or
 * loopback address allows exactly that address; a name in the list allows public addresses only, so that its DNS records cannot
 * lead the service into a private network.
 *
 * @returns null when the address is refused
 */
export function allowedReach(url: URL, { allowed, trusted }: OutboundPolicy): Reach | null {
  if (isListed(url, trusted)) return 'any';
  const host = hostOf(url);
  const isAddress = parseAddress(host) !== null;
  if (isListed(url, allowed.entries)) {
    if (isAddress) return 'any';
    return host === 'localhost' || host.endsWith('.localhost') ? 'loopback' : 'public';
  }
  if (!allowed.anyPublic || (isAddress && !isWithin(host, 'public'))) return null;
  return 'public';
}

/** Whether an address equals an entry or begins with it, as parsed addresses, not as text. */
function isListed(url: URL, entries: readonly AllowEntry[]): boolean {
  const [origin, path] = [originOf(url), url.pathname + url.search];
  return entries.some((entry) => {
    if (entry.origin !== origin) return false;
    if (!entry.isPrefix) return entry.path === path;
    return path.startsWith(entry.path) && (entry.path === '/' || !leavesItsPath(url.pathname));
  });
}

/** Whether a path with encoded slashes or dots may be read as one with `..` in it, as some servers do. */
function leavesItsPath(path: string): boolean {
  const decoded = path.replace(/%2f|%5c/gi, '/').replace(/%2e/gi, '.');
  return /(?:^|\/)\.\.(?:\/|$)/.test(decoded);
}
