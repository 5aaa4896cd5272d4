import { expect, test } from 'vitest';
import { loadAddressTools } from '../../../shared/base/config/address-tools.ts';
import { toConfig } from '../../../shared/base/config/config.ts';
import { readEnv } from '../../../shared/base/config/read-env.ts';
import { clientAddress } from '../../../shared/base/network/client-address.ts';
import type { OutboundRequest } from '../../../shared/base/outbound/outbound-fetch.ts';
import { callOverHttp } from './call-over-http.ts';
import { LAMBDA } from './platform.ts';

const FUNCTIONS = '198.51.100.9';
const CLIENT = '203.0.113.7';

/** The client address that another function determines when a function calls it over HTTP for a request with these headers. */
async function addressSeen(settings: Record<string, string>, claimed: Record<string, string>): Promise<string | null> {
  const given = readEnv({ SVC_LOOPBACK: 'https://api.example/api/', ...settings });
  const config = toConfig(given, '1', LAMBDA, await loadAddressTools(given));
  const sent: OutboundRequest[] = [];
  const call = callOverHttp(config, async () => async (request) => {
    sent.push(request);
    return Response.json({});
  });
  await call(new Request('https://api.example/api/ping', { headers: claimed }), CLIENT);
  const headers = new Headers(sent[0]?.headers);
  headers.append('x-forwarded-for', FUNCTIONS); // by API Gateway
  return clientAddress(config, { header: (name) => headers.get(name), peerAddress: FUNCTIONS });
}

test('another function sees the address of the client if it trusts the addresses of functions, and never a claimed one', async () => {
  const claims = { 'x-client-ip': '192.0.2.1', 'x-forwarded-for': `192.0.2.1, ${CLIENT}`, forwarded: 'for=192.0.2.1' };
  for (const claimed of [{}, claims]) {
    expect(await addressSeen({ SVC_TRUSTED_PROXIES: `${FUNCTIONS}/32` }, claimed)).toBe(CLIENT);
    expect(await addressSeen({ SVC_TRUSTED_PROXIES: '10.0.0.0/8' }, claimed)).toBe(FUNCTIONS);
    expect(await addressSeen({}, claimed)).toBe(FUNCTIONS);
  }
});
