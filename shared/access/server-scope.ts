/**
 * Tells whether a signature was made for this service: its `server` is one of the service's addresses or lies under one,
 * as the ids of its objects do. Addresses are compared as URLs, after dot segments and default ports are resolved.
 *
 * @param bases the service's own addresses, each ending in `/api/`
 */
export function createServerScope(bases: readonly string[]): (server: string | null) => boolean {
  const own = bases.flatMap((base) => (URL.canParse(base) ? [new URL(base).href] : []));
  return (server) => {
    if (server === null || !URL.canParse(server)) return false;
    const { protocol, host, pathname, username, password } = new URL(server);
    if (username !== '' || password !== '') return false;
    const address = `${protocol}//${host}${pathname}`;
    return own.some((base) => address.startsWith(base) || `${address}/` === base);
  };
}
