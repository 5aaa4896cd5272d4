import { parseAddress } from '../ip-address.ts';
import { isWithin, type Reach } from './reach.ts';

/** The addresses from untrusted sources that the service may fetch (FETCH_ALLOW_LIST). */
export type AllowList = {
  /** Everything on the public internet. */
  readonly anyPublic: boolean;
  readonly entries: readonly AllowEntry[];
};

/** One address, or all addresses that begin with it. */
export type AllowEntry = {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly isPrefix: boolean;
};

/** Which addresses may be fetched. */
export type OutboundPolicy = {
  /** Addresses that may come from untrusted sources. */
  readonly allowed: AllowList;
  /** Addresses that the operator configured, the service's own among them: allowed whatever they resolve to. */
  readonly trusted: AllowList['entries'];
};

export const ANY_PUBLIC: AllowList = { anyPublic: true, entries: [] };
export const NONE: AllowList = { anyPublic: false, entries: [] };

/**
 * Reads an entry: an http or https address, or the beginning of addresses with `*` at its end.
 *
 * @returns null for any other text; a prefix has to contain the whole host, so that it matches no other
 */
export function parseAllowEntry(text: string): AllowEntry | null {
  const isPrefix = text.endsWith('*');
  const address = isPrefix ? text.slice(0, -1) : text;
  const url = parseHttpUrl(address);
  if (url === null || hasCredentials(url) || /[*#]/.test(address)) return null;
  if (isPrefix && !/^https?:\/\/[^/\\?]+\//i.test(address)) return null;
  return { origin: originOf(url), path: url.pathname + url.search, isPrefix };
}

/** All addresses that begin with one, without its query. */
export function allBelow(address: string): AllowEntry {
  const url = new URL(address);
  return { origin: originOf(url), path: url.pathname, isPrefix: true };
}

/** An http or https address; null for any other text. */
export function parseHttpUrl(text: string, base?: URL): URL | null {
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

/** Whether a user name or password is part of an address. */
export function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== '';
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

/**
 * How far the connection to an address may reach; a name is resolved when the connection is made. An entry that names a private or loopback address opens that; a name in the
 * list opens public addresses only, so that its DNS records cannot lead the service into a private network.
 *
 * @returns null when the address is refused
 */
export function reachOf(url: URL, { allowed, trusted }: OutboundPolicy): Reach | null {
  if (isListed(url, trusted)) return 'any';
  const host = hostOf(url);
  const isAddress = parseAddress(host) !== null;
  if (isListed(url, allowed.entries)) {
    if (isAddress) return 'any';
    return /^(?:.*\.)?localhost$/.test(host) ? 'loopback' : 'public';
  }
  if (!allowed.anyPublic || (isAddress && !isWithin(host, 'public'))) return null;
  return 'public';
}

/** The host without brackets and without the dot that ends absolute names. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function originOf(url: URL): string {
  return `${url.protocol}//${hostOf(url)}:${url.port}`;
}

/** Whether a path with encoded slashes or dots may be read as one with `..` in it, as some servers do. */
function leavesItsPath(path: string): boolean {
  const decoded = path.replace(/%2f|%5c/gi, '/').replace(/%2e/gi, '.');
  return /(?:^|\/)\.\.(?:\/|$)/.test(decoded);
}
