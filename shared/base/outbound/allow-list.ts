/** The addresses from untrusted sources that the service may fetch (FETCH_ALLOW_LIST). */
export type AllowList = {
  /** Whether all addresses on the public internet are allowed. */
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
  /** Addresses that the operator configured, including the service's own: allowed whatever they resolve to. */
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

/** The host of an address, without brackets and without the dot that ends absolute names. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** Scheme, host and port of an address. */
export function originOf(url: URL): string {
  return `${url.protocol}//${hostOf(url)}:${url.port}`;
}
