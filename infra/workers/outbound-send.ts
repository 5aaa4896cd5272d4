import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';

/**
 * Sends requests with the `fetch` of the runtime, which decompresses. It resolves names itself and has no route to private networks, so
 * it cannot take a reach.
 */
export const workerSend: OutboundSend = ({ url, method, headers, body, signal }) =>
  // biome-ignore lint/style/noRestrictedGlobals: the port of createOutboundFetch
  fetch(url, { method, headers, body, signal, redirect: 'manual' });
