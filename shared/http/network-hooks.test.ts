import { expect, test } from 'vitest';
import { SILENT } from '../../test/support/silent.ts';
import { PROCESS, toConfig } from '../base/config/config.ts';
import { createAddressTools } from '../base/ip-address.ts';
import { memoryKeyValues } from '../profiles/testing/key-values.ts';
import { EMPTY_ANSWER } from './answer.ts';
import { createBaseApp } from './app.ts';
import { get, post } from './endpoint.ts';
import { networkHooks } from './network-hooks.ts';
import { callContext } from './testing/call.ts';

const ALLOWED = '192.0.2.1';
const OTHER = '198.51.100.1';
const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
const PROGRAM = { headers: { accept: 'application/json' } };

/** An application with these settings, and a client of it. */
function application(settings: Record<string, string>) {
  const config = toConfig(settings, '1', PROCESS, createAddressTools());
  const memory = memoryKeyValues(() => 0);
  let storeCalls = 0;
  const keyValues = {
    increment(key: string, expires: number) {
      storeCalls += 1;
      return memory.keyValues.increment(key, expires);
    },
  };
  const ctx = { ...callContext({ logger: SILENT }), config, keyValues, now: () => 0 };
  const { fetch, serve } = createBaseApp(ctx, networkHooks(ctx));
  const answer = () => EMPTY_ANSWER;
  serve({ ping: get('/api/ping', 'anybody'), read: get('/api/data/{uid}', 'readers') }, { ping: answer, read: answer });
  serve({ login: post('/api/sky/id/login', 'password', { limit: 'sign-in' }) }, { login: answer });
  return {
    storeCalls: () => storeCalls,
    request: (path: string, peerAddress = OTHER, init: RequestInit = {}) =>
      fetch(new Request(`http://localhost${path}`, init), { peerAddress }),
  };
}

test('J14 a refused program gets 401 with a challenge, a refused browser 403', async () => {
  const { request } = application({ SVC_IP_ALLOW: ALLOWED });
  expect((await request('/api/data/a', ALLOWED)).status).toBe(200);
  const program = await request('/api/data/a', OTHER, PROGRAM);
  expect([program.status, program.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await program.json()).toMatchObject({ type: 'urn:competency-service:problem:address-unauthorized' });
  const browser = await request('/api/data/a', OTHER, BROWSER);
  expect([browser.status, browser.headers.get('www-authenticate')]).toEqual([403, null]);
});

test("J14 a refused browser is redirected to the operator's address, and a program gets an error", async () => {
  const { request } = application({ SVC_IP_ALLOW: ALLOWED, SVC_IP_DENIED_REDIRECT: 'https://vpn.example/join' });
  const browser = await request('/api/data/a', OTHER, BROWSER);
  expect([browser.status, browser.headers.get('location')]).toEqual([302, 'https://vpn.example/join']);
  const program = await request('/api/data/a', OTHER, PROGRAM);
  expect([program.status, program.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="https://vpn.example/join"',
  ]);
});

test('J14 event streams and everything below /api/mcp are programs; addresses outside of the API are for browsers', async () => {
  const { request } = application({ SVC_IP_ALLOW: ALLOWED, SVC_BASE: '/base' });
  const statusOf = async (path: string, init?: RequestInit) => (await request(path, OTHER, init)).status;
  expect(await statusOf('/base/api/data/a', { headers: { accept: 'text/event-stream' } })).toBe(401);
  expect(await statusOf('/base/api/mcp', BROWSER)).toBe(401);
  expect(await statusOf('/base/other', PROGRAM)).toBe(403);
  expect(await statusOf('/api/mcp', PROGRAM)).toBe(403);
});

test('J13 open paths match exactly, with any query', async () => {
  const { request } = application({ SVC_IP_ALLOW: ALLOWED, SVC_BASE: '/base' });
  const isOpen = async (path: string) => ![401, 403].includes((await request(path)).status);
  for (const path of [
    '/base/api/ping',
    '/base/api/ping?fields=time',
    '/base/callback',
    '/base/login',
    '/base/logout',
  ]) {
    expect([path, await isOpen(path)]).toEqual([path, true]);
  }
  for (const path of ['/.well-known/oauth-authorization-server', '/base/.well-known/oauth-authorization-server']) {
    expect([path, await isOpen(path)]).toEqual([path, true]);
  }
  for (const path of [
    '/api/ping',
    '/base/api/ping/',
    '/base/api/ping/../data/a',
    '/base/api/ping/%2e%2e/data/a',
    '/base/api/%70ing',
    '/base/api/PING',
    '/base//api/ping',
    '/base/login/x',
    '/base/api/ping;a',
    '/base/api/data/a?/base/api/ping',
  ]) {
    expect([path, await isOpen(path)]).toEqual([path, false]);
  }
});

test('I2 an address may be refused 2,000 times in a window, and then gets 429', async () => {
  const { request } = application({ SVC_IP_ALLOW: ALLOWED });
  for (let count = 1; count <= 2_000; count++) expect((await request('/api/data/a')).status).toBe(403);
  const last = await request('/api/data/a');
  expect([last.status, last.headers.get('retry-after')]).toEqual([429, '900']);
  expect((await request('/api/data/a', '203.0.113.1')).status).toBe(403);
  expect((await request('/api/ping')).status).toBe(200);
});

test('I2 identity endpoints take 100 requests of an address in a window, and other endpoints are not counted', async () => {
  const { request, storeCalls } = application({});
  const signIn = (peer?: string) => request('/api/sky/id/login', peer, { method: 'POST' });
  const first = await signIn();
  expect(first.headers.get('ratelimit')).toBe('"sign-in";r=99;t=900');
  for (let count = 2; count <= 100; count++) expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(429);
  expect((await signIn(ALLOWED)).status).toBe(200);
  const calls = storeCalls();
  expect((await request('/api/data/a')).headers.get('ratelimit')).toBeNull();
  expect((await request('/api/sky/id/login', OTHER, { method: 'OPTIONS' })).status).toBe(204);
  expect(storeCalls()).toBe(calls);
});

test('I1 hosts of one IPv6 network are counted together', async () => {
  const { request } = application({ SVC_RATE_LIMIT: '2' });
  const signIn = async (peer: string) => (await request('/api/sky/id/login', peer, { method: 'POST' })).status;
  expect(await signIn('2001:db8::1')).toBe(200);
  expect(await signIn('2001:db8::2')).toBe(200);
  expect(await signIn('2001:db8::3')).toBe(429);
  expect(await signIn('2001:db8:0:1::1')).toBe(200);
});

test('without rate limits nothing is counted', async () => {
  const { request, storeCalls } = application({ SVC_RATE_LIMIT: 'false', SVC_IP_ALLOW: ALLOWED });
  expect((await request('/api/sky/id/login', ALLOWED, { method: 'POST' })).headers.get('ratelimit')).toBeNull();
  expect((await request('/api/data/a')).status).toBe(403);
  expect(storeCalls()).toBe(0);
});
