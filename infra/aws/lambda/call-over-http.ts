import type { OwnApi, PlatformParts } from '../../../functions/group.ts';
import { createPromiseCache } from '../../../shared/base/concurrency/promise-cache.ts';
import type { Config } from '../../../shared/base/config/config.ts';
import { clientAddress } from '../../../shared/base/network/client-address.ts';
import { HTTP_API_TIMEOUT_MS, MAX_PAYLOAD_BYTES } from './platform.ts';

/** The header to which API Gateway appends the address of its client. */
const FORWARDED_FOR = 'x-forwarded-for';

/**
 * Sends requests to the service's own API over HTTP, at the address in ids and links, since other groups are in other functions.
 * Loads its modules with the first request.
 *
 * The other function sees the address of this one. If SVC_TRUSTED_PROXIES includes it, the other function trusts this function's
 * header with the address of the client. Addresses that the client itself claims are removed.
 */
export function callOverHttp(
  { bases, outbound, network }: Pick<Config, 'bases' | 'outbound' | 'network'>,
  openSend: PlatformParts['openSend'],
): OwnApi {
  const opened = createPromiseCache<'fetch', typeof globalThis.fetch>();
  const { origin } = new URL(bases[0]);
  const limits = { timeoutMs: HTTP_API_TIMEOUT_MS, maxBytes: MAX_PAYLOAD_BYTES, types: null };

  async function open(): Promise<typeof globalThis.fetch> {
    const [{ createOutboundFetch }, { allBelow }] = await Promise.all([
      import('../../../shared/base/outbound/outbound-fetch.ts'),
      import('../../../shared/base/outbound/allow-list.ts'),
    ]);
    const trusted = [allBelow(`${origin}/`)]; // well-known addresses are not below the address of the API
    return createOutboundFetch({ ...outbound, trusted }, limits, await openSend());
  }

  function withClientAddress(given: Headers, peerAddress: string | undefined): Headers {
    const names = network.clientAddressHeaders;
    const address = clientAddress({ network }, { header: (name) => given.get(name), peerAddress });
    const headers = new Headers([...given].filter(([name]) => !names.includes(name)));
    const name = names.includes(FORWARDED_FOR) ? FORWARDED_FOR : names[0];
    if (address !== null && name !== undefined) headers.set(name, address);
    return headers;
  }

  return async (request, peerAddress) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? null : await request.arrayBuffer();
    const { method, signal } = request;
    const headers = withClientAddress(request.headers, peerAddress);
    const fetch = await opened('fetch', open);
    const response = await fetch(origin + pathname + search, { method, headers, body, signal, redirect: 'manual' });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body };
  };
}
