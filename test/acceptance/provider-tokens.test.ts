import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../support/browser.ts';
import { oidcSettings, useOidc } from '../support/oidc-mode.ts';
import { startOpenIdProvider } from '../support/openid-provider.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { newThing } from '../support/things.ts';

const { server, provider } = useOidc({ SVC_OIDC_AUDIENCE: 'https://competencies.example/api' });
const AUDIENCE = { aud: 'https://competencies.example/api' };

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The key that a token gives; null when it proves nothing. */
async function keyOf(token: string, of: TestServer = server): Promise<string | null> {
  const answer = await fetch(`${of.api}ping`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return (await answer.json()).ssoPublicKey ?? null;
}

/** What a token gets where an identity is needed. */
async function statusOf(token: string, of: TestServer = server): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (
    await fetch(`${of.api}sky/repo/multiGet`, { method: 'POST', headers, body: new URLSearchParams({ data: '[]' }) })
  ).status;
}

let key: string | null;
beforeAll(async () => {
  key = await keyOf(await provider.token(AUDIENCE));
});

test('an access token of the provider for this service gives an identity', async () => {
  expect(key).toContain('BEGIN PUBLIC KEY');
  expect(await keyOf(await provider.token({ ...AUDIENCE, aud: ['other', AUDIENCE.aud] }))).toBe(key);
  expect(await keyOf(await provider.token(AUDIENCE, { typ: 'JWT' }))).toBe(key);
});

describe('J2 J3 a token proves nothing', () => {
  const now = Math.floor(Date.now() / 1000);
  test.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ['for another audience', { aud: 'competencies' }],
    ['without an audience', {}],
    ['of another issuer', { ...AUDIENCE, iss: 'https://evil.example' }],
    ['of an issuer that begins the same', { ...AUDIENCE, iss: 'http://127.0.0.1:1.evil.example' }],
    ['that has expired', { ...AUDIENCE, exp: now - 100 }],
    ['that is not valid yet', { ...AUDIENCE, nbf: now + 100 }],
    ['of the type of an ID token at this provider', AUDIENCE, { typ: undefined }],
    ['whose key id is a path', AUDIENCE, { kid: '../../../../dev/null' }],
    ['whose key id is a query', AUDIENCE, { kid: "x' OR '1'='1" }],
    ['that says where its key is', AUDIENCE, { kid: 'other', jku: 'http://127.0.0.1:9/jwks' }],
    ['that says it is compressed', AUDIENCE, { zip: 'DEF' }],
  ])('%s', async (_name, claims, header) => {
    expect(await keyOf(await provider.token({ aud: undefined, ...claims }, header))).toBeNull();
  });

  test('without a signature, or signed with the public key as if it were a secret', async () => {
    const [, payload = ''] = (await provider.token(AUDIENCE)).split('.');
    const { keys } = await (await fetch(`${provider.issuer}/jwks`)).json();
    const text = JSON.stringify(keys[0]);
    for (const alg of ['none', 'HS256']) {
      const unsigned = `${base64url({ alg, typ: 'JWT', kid: keys[0].kid })}.${payload}`;
      for (const secret of [text, keys[0].n]) {
        const hmac = await crypto.subtle.importKey(
          'raw',
          Buffer.from(secret),
          { name: 'HMAC', hash: 'SHA-256' },
          false,
          ['sign'],
        );
        const signature = Buffer.from(await crypto.subtle.sign('HMAC', hmac, Buffer.from(unsigned))).toString(
          'base64url',
        );
        expect(await keyOf(`${unsigned}.${signature}`)).toBeNull();
      }
      expect(await keyOf(`${unsigned}.`)).toBeNull();
    }
  });

  test('signed with a key that it brings along', async () => {
    const other = await startOpenIdProvider(server.url);
    onTestFinished(() => other.stop());
    const { keys } = await (await fetch(`${other.issuer}/jwks`)).json();
    expect(await keyOf(await other.token({ ...AUDIENCE, iss: provider.issuer }, { jwk: keys[0] }))).toBeNull();
    const { keys: known } = await (await fetch(`${provider.issuer}/jwks`)).json();
    expect(await keyOf(await other.token({ ...AUDIENCE, iss: provider.issuer }, { kid: known[0].kid }))).toBeNull();
  });

  test('and the answer is 401 where an identity is needed', async () => {
    expect(await statusOf(await provider.token({ aud: 'other' }))).toBe(401);
  });
});

test('J4 tokens of a new key of the provider are accepted, and unknown keys are requested at a bounded rate', async () => {
  const before = provider.keyRequests();
  await Promise.all(
    Array.from({ length: 30 }, async (_, i) =>
      keyOf(await provider.token({ ...AUDIENCE, jti: String(i) }, { kid: `k${i}` })),
    ),
  );
  expect(provider.keyRequests() - before).toBeLessThanOrEqual(3);
  await provider.rotateKeys();
  await expect.poll(async () => keyOf(await provider.token(AUDIENCE)), { timeout: 15_000 }).toBe(key);
});

test('while the provider is unreachable, sessions and known tokens stay valid, and requests that need it get 503', async () => {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}/`;
  const away = await startOpenIdProvider(baseUrl);
  const settings = { ...oidcSettings(away, baseUrl), PORT: String(port) };
  const service = await startServer(settings);
  onTestFinished(() => service.dispose());
  const browser = createBrowser(server);
  await browser.signIn(`${service.api}login`, 'ada', `${service.url}callback`);
  const known = await away.token();
  expect(await keyOf(known, service)).not.toBeNull();
  await away.stop();
  expect(await keyOf(known, service)).not.toBeNull();
  const { ssoPublicKey } = await (await browser.request(`${service.api}ping`)).json();
  const thing = newThing(service, { '@owner': [ssoPublicKey] });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(thing) };
  expect((await browser.request(thing['@id'], init)).status).toBe(200);

  const restarted = await startServer({ ...settings, PORT: String(await freePort()) }, service.directory);
  onTestFinished(() => restarted.stop());
  expect(await keyOf(known, restarted)).toBeNull();
  expect(await statusOf(known, restarted)).toBe(503);
  const login = await fetch(`${restarted.api}login`, { redirect: 'manual' });
  expect([login.status, login.headers.get('retry-after')]).toEqual([503, '30']);
  expect((await fetch(`${restarted.url}.well-known/oauth-authorization-server`)).status).toBe(502);
});
