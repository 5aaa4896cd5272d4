import type { OwnApi, PlatformParts } from '../../../functions/group.ts';
import { createPromiseCache } from '../../../shared/concurrency/promise-cache.ts';
import type { Config } from '../../../shared/config/config.ts';
import { HTTP_API_TIMEOUT_MS, MAX_PAYLOAD_BYTES } from './platform.ts';

/**
 * Requests of the own API over HTTP, at the own address that ids and links are made with: other groups are in other functions. Loads
 * its modules with the first request.
 */
export function callOverHttp(
  { bases, outbound }: Pick<Config, 'bases' | 'outbound'>,
  openSend: PlatformParts['openSend'],
): OwnApi {
  const opened = createPromiseCache<'fetch', typeof globalThis.fetch>();
  const { origin } = new URL(bases[0]);
  const limits = { timeoutMs: HTTP_API_TIMEOUT_MS, maxBytes: MAX_PAYLOAD_BYTES, types: null };

  async function open(): Promise<typeof globalThis.fetch> {
    const [{ createOutboundFetch }, { allBelow }] = await Promise.all([
      import('../../../shared/outbound/outbound-fetch.ts'),
      import('../../../shared/outbound/allow-list.ts'),
    ]);
    const trusted = [allBelow(`${origin}/`)]; // well-known addresses are not below that of the API
    return createOutboundFetch({ ...outbound, trusted }, limits, await openSend());
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? null : await request.arrayBuffer();
    const { method, headers, signal } = request;
    const fetch = await opened('fetch', open);
    return fetch(origin + pathname + search, { method, headers, body, signal, redirect: 'manual' });
  };
}
