import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type TestServer } from '../support/server.ts';
import { useServer } from '../support/use-server.ts';

/** Requests that a test sends come from loopback: as from a proxy, they can name other addresses. */
const BEHIND_PROXY = { SVC_TRUSTED_PROXIES: '127.0.0.1, ::1' };

type Options = { readonly from?: string; readonly form?: boolean; readonly username?: string };

/** A login of an unknown user. */
function login({ url }: Pick<TestServer, 'url'>, { from, form = false, username = randomUUID() }: Options = {}) {
  const credentials = JSON.stringify({ username, password: 'wrong' });
  return fetch(`${url}api/sky/id/login`, {
    method: 'POST',
    headers: {
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(!form && { 'content-type': 'application/json' }),
    },
    body: form ? new URLSearchParams({ credentialRequest: credentials }) : credentials,
  });
}

describe('rate limits', () => {
  const { server } = useServer({ ...BEHIND_PROXY, SVC_RATE_LIMIT: '4' });
  let other: TestServer;
  beforeAll(async () => {
    // Another instance over the same store.
    other = await startServer({ ...BEHIND_PROXY, SVC_RATE_LIMIT: '4' }, server.directory);
  });
  afterAll(() => other.stop());

  test('I1 I2 requests of one address are counted by all instances together', async () => {
    const first = await login(server, { from: '192.0.2.1' });
    expect(first.status).toBe(403);
    expect(first.headers.get('ratelimit-policy')).toBe('"sign-in";q=4;w=900');
    expect(first.headers.get('ratelimit')).toMatch(/^"sign-in";r=3;t=(?:900|89\d)$/);
    for (const instance of [other, server, other]) {
      expect((await login(instance, { from: '192.0.2.1' })).status).toBe(403);
    }
    for (const instance of [server, other]) {
      const refused = await login(instance, { from: '192.0.2.1' });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(await refused.json()).toMatchObject({ type: 'urn:competency-service:problem:too-many-requests' });
    }
    expect((await fetch(`${server.url}api/sky/id/salts`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(
      429,
    );
    expect((await fetch(`${server.url}api/data/`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(200);
    expect((await login(server, { from: '192.0.2.2' })).status).toBe(403);
  });

  test('a form client gets the refusal as text', async () => {
    for (let request = 0; request < 4; request++) await login(server, { from: '192.0.2.3', form: true });
    const refused = await login(server, { from: '192.0.2.3', form: true });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8']);
    expect(await refused.text()).toBe('Too many requests, please try again later.');
  });

  test('I1 requests that name one account are counted from all addresses, whether it exists or not', async () => {
    const username = createHash('sha256').update(randomUUID()).digest('base64');
    const statuses: number[] = [];
    for (let host = 10; host < 15; host++) {
      statuses.push((await login(host % 2 ? server : other, { from: `192.0.2.${host}`, username })).status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 429]);
  });
});

describe('addresses that are not allowed', () => {
  const { server } = useServer({ ...BEHIND_PROXY, SVC_IP_ALLOW: '192.0.2.0/24, 2001:db8::/32' });
  const request = (path: string, from?: string, accept = 'application/json') =>
    fetch(server.url + path, { headers: { accept, ...(from !== undefined && { 'x-forwarded-for': from }) } });

  test('J14 are refused, and other addresses are not', async () => {
    for (const from of ['192.0.2.7', '2001:db8::7', '203.0.113.1, 192.0.2.7']) {
      expect([from, (await request('api/data/', from)).status]).toEqual([from, 200]);
    }
    for (const from of ['198.51.100.1', '2001:db9::1', '192.0.2.7, 198.51.100.1', undefined]) {
      const refused = await request('api/data/', from);
      expect([from, refused.status, refused.headers.get('www-authenticate')]).toEqual([from, 401, 'Bearer']);
    }
    expect((await request('api/data/', '198.51.100.1', 'text/html')).status).toBe(403);
    expect((await request('unknown', '198.51.100.1', '*/*')).status).toBe(403);
  });

  test('J13 may ping, and nothing that looks like it', async () => {
    expect((await request('api/ping', '198.51.100.1')).status).toBe(200);
    for (const path of ['api/ping/', 'api/ping/../data/', 'api/ping/..%2fdata/', 'api//ping', 'api/ping%2f..%2fdata']) {
      expect([path, (await request(path, '198.51.100.1')).status]).toEqual([path, 401]);
    }
  });

  test('K2 cannot open the notification channel', async () => {
    const channel = `ws://127.0.0.1:${server.port}/ws/custom`;
    const statusFor = (from: string) =>
      new Promise<number>((resolve, reject) => {
        const socket = new WebSocket(channel, { headers: { 'x-forwarded-for': from } });
        socket.on('error', reject);
        socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
        socket.on('open', () => {
          socket.close();
          resolve(101);
        });
      });
    expect(await statusFor('198.51.100.1')).toBe(401);
    expect(await statusFor('192.0.2.7')).toBe(101);
  });
});

describe('without trusted proxies', () => {
  const { server } = useServer({
    SVC_IP_ALLOW: '192.0.2.7',
    INCLUDE_SAMEORIGIN_IFRAME_HEADER: 'true',
    INCLUDE_STRICT_TRANSPORT_SECURITY_HEADER: 'true',
    INCLUDE_MIME_NOSNIFF_HEADER: 'true',
  });

  test.each([
    'x-client-ip',
    'x-forwarded-for',
    'cf-connecting-ip',
    'fastly-client-ip',
    'true-client-ip',
    'x-real-ip',
    'x-cluster-client-ip',
    'x-forwarded',
  ])('I1 an address in %s is not believed', async (name) => {
    const answer = await fetch(`${server.url}api/data/`, {
      headers: { [name]: '192.0.2.7', accept: 'application/json' },
    });
    expect(answer.status).toBe(401);
  });

  test('every answer carries the security headers that are asked for: refusals and errors of all kinds', async () => {
    for (const [path, init] of [
      ['api/ping', {}],
      ['api/data/', {}],
      ['api/ping', { method: 'DELETE' }],
      ['api/ping', { method: 'OPTIONS' }],
    ] as const) {
      const { headers } = await fetch(server.url + path, init);
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('strict-transport-security')).toBeNull(); // not over HTTP (RFC 6797, 7.2)
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});
