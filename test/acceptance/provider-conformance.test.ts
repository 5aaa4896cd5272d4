import { createHash } from 'node:crypto';
import { decodeJwt, type JWTPayload } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { type Browser, createBrowser } from '../support/browser.ts';
import { useOidc } from '../support/oidc-mode.ts';
import { startOpenIdProvider } from '../support/openid-provider.ts';

/** The relying-party profiles Basic and Config of the OpenID conformance suite, which is not at hand: its cases are built here. */
const { server, client, provider } = useOidc();

const NOW = (): number => Math.floor(Date.now() / 1000);

/** Changes documents of the provider at a path until the test has finished. */
function tamper(...[path, change]: Parameters<typeof provider.tamper>): void {
  onTestFinished(provider.tamper(path, change));
}

/** Has the provider send ID tokens with other claims, which it signs. */
function tamperIdToken(change: (claims: JWTPayload) => JWTPayload, header: Record<string, unknown> = {}): void {
  tamper('/token', async (answer) => ({
    ...answer,
    id_token: await provider.token(change(decodeJwt(answer.id_token)), { typ: 'JWT', ...header }),
  }));
}

/** `provider.token` adds claims of its own: undefined removes one. */
function without(name: string): (claims: JWTPayload) => JWTPayload {
  return (claims) => ({ ...claims, [name]: undefined });
}

/** Signs a user in. @returns the status of the callback, and the user's key afterwards */
async function signIn(user: string, browser: Browser = createBrowser(server)): Promise<[number, string | null]> {
  const { status } = await browser.signIn(`${server.api}login`, user, `${server.url}callback`);
  const { ssoPublicKey = null } = await (await browser.request(`${server.api}ping`)).json();
  return [status, ssoPublicKey];
}

const SIGNED_IN = [302, expect.stringContaining('BEGIN')];
const REFUSED = [403, null];

describe('J1 a sign-in succeeds', () => {
  test('J1 with the claims of the user info', async () => {
    const [, key] = await signIn('iris');
    const found = await client.call(`${server.api}data/schema.org.Person/${parsePublicKey(key ?? '').fingerprint}`);
    expect(found.json()).toMatchObject({ name: 'Name of iris', email: 'iris@example.org', identifier: 'iris' });
  });

  test('J1 without the claims of a user info that is about another user', async () => {
    tamper('/me', (claims) => ({ ...claims, sub: 'mallory' }));
    const [status, key] = await signIn('jane');
    const found = await client.call(`${server.api}data/schema.org.Person/${parsePublicKey(key ?? '').fingerprint}`);
    expect([status, found.json().name]).toEqual([302, 'jane']);
    expect(found.json()).not.toHaveProperty('email');
  });

  test('J1 with an ID token that names no key, where the provider has one', async () => {
    tamperIdToken((claims) => claims, { kid: undefined });
    expect(await signIn('kate')).toEqual(SIGNED_IN);
  });

  test('J1 J4 after the provider rotated its keys, and earlier sessions go on', async () => {
    const browser = createBrowser(server);
    expect(await signIn('liam', browser)).toEqual(SIGNED_IN);
    await provider.rotateKeys();
    expect(await signIn('mona')).toEqual(SIGNED_IN);
    expect((await (await browser.request(`${server.api}ping`)).json()).ssoPublicKey).toContain('BEGIN');
  });

  test('J3 with clocks that differ by some seconds', async () => {
    tamperIdToken((claims) => ({ ...claims, iat: NOW() + 20 }));
    expect(await signIn('nora')).toEqual(SIGNED_IN);
    tamperIdToken((claims) => ({ ...claims, exp: NOW() - 10 }));
    expect(await signIn('nora')).toEqual(SIGNED_IN);
  });
});

describe('J1 a sign-in fails with an ID token', () => {
  test.each<[string, (claims: JWTPayload) => JWTPayload, Record<string, unknown>?]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['without an issuer', without('iss')],
    ['for another client', (claims) => ({ ...claims, aud: 'other' })],
    ['for several clients, issued to another', (claims) => ({ ...claims, aud: [String(claims.aud), 'x'], azp: 'x' })],
    ['for this client, issued to another', (claims) => ({ ...claims, azp: 'other' })],
    ['without a subject', without('sub')],
    ['without the time of its issue', without('iat')],
    ['that was issued in the future', (claims) => ({ ...claims, iat: NOW() + 3600 })],
    ['that has expired', (claims) => ({ ...claims, exp: NOW() - 300 })],
    ['that is not valid yet', (claims) => ({ ...claims, nbf: NOW() + 300 })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'other' })],
    ['without a nonce', without('nonce')],
    ['of a key that the provider does not publish', (claims) => claims, { kid: 'other' }],
  ])('J1 %s', async (_name, change, header) => {
    tamperIdToken(change, header);
    expect(await signIn('oscar')).toEqual(REFUSED);
  });

  test('J1 that another provider signed', async () => {
    const other = await startOpenIdProvider(server.url);
    onTestFinished(() => other.stop());
    const { keys } = await (await fetch(`${provider.issuer}/jwks`)).json();
    tamper('/token', async (answer) => {
      return { ...answer, id_token: await other.token(decodeJwt(answer.id_token), { kid: keys[0].kid, typ: 'JWT' }) };
    });
    expect(await signIn('oscar')).toEqual(REFUSED);
  });

  test('J1 J2 without a signature', async () => {
    tamper('/token', (answer) => {
      const [, payload = ''] = String(answer.id_token).split('.');
      const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
      return { ...answer, id_token: `${header}.${payload}.` };
    });
    expect(await signIn('oscar')).toEqual(REFUSED);
  });

  test('J1 that is missing', async () => {
    tamper('/token', ({ id_token: _none, ...answer }) => answer);
    expect(await signIn('oscar')).toEqual(REFUSED);
  });
});

test('J5 a code that was requested with another code challenge is not redeemed', async () => {
  const browser = createBrowser(server);
  const begun = new URL((await browser.request(`${server.api}login`)).headers.get('location') ?? '');
  begun.searchParams.set('code_challenge', createHash('sha256').update('other').digest('base64url'));
  expect((await browser.signIn(begun.href, 'paul', `${server.url}callback`)).status).toBe(403);
});

describe('the cookie of a sign-in', () => {
  const attemptOf = (browser: Browser) => /(?:^|; )sign-in=([^;]*)/.exec(browser.cookies(server.url))?.[1] ?? null;

  test('serves one callback: it is removed when the user is signed in, and when the sign-in has failed', async () => {
    const browser = createBrowser(server);
    await browser.request(`${server.api}login`);
    expect(attemptOf(browser)).not.toBeNull();
    expect(await signIn('quinn', browser)).toEqual(SIGNED_IN);
    expect(attemptOf(browser)).toBeNull();
    tamperIdToken(without('nonce'));
    expect((await signIn('quinn', browser))[0]).toBe(403);
    expect(attemptOf(browser)).toBeNull();
  });

  test('stays when another page sends the browser to the callback', async () => {
    const browser = createBrowser(server);
    await browser.request(`${server.api}login`);
    expect((await browser.request(`${server.url}callback?code=x&state=other`)).status).toBe(403);
    expect(attemptOf(browser)).not.toBeNull();
  });
});

describe('an address and whether it is verified', () => {
  const SEEN = { email: 'ruth@example.org', email_verified: true };
  const mailboxOf = async (user: string) => {
    const browser = createBrowser(server);
    await signIn(user, browser);
    const { ssoPublicKey } = await (await browser.request(`${server.api}ping`)).json();
    const { fingerprint } = parsePublicKey(ssoPublicKey);
    return (await client.call(`${server.api}data/schema.org.Person/${fingerprint}`)).json().email;
  };

  test('come from one document', async () => {
    tamperIdToken((claims) => ({ ...claims, email: 'admin@example.org' }));
    tamper('/me', (claims) => ({ ...claims, ...SEEN }));
    expect(await mailboxOf('ruth')).toBe('ruth@example.org');
  });
});

describe('an ID token is not a bearer token', () => {
  const keyOf = async (token: string): Promise<string | null> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await fetch(`${server.api}ping`, { headers })).json()).ssoPublicKey ?? null;
  };

  test('as providers send it beside an access token', async () => {
    const access = { scope: 'openid email', client_id: 'competencies' };
    expect(await keyOf(await provider.token(access, { typ: 'JWT' }))).toContain('BEGIN');
    for (const claims of [{ nonce: 'n' }, { at_hash: 'h', nonce: 'n' }, { typ: 'ID' }, {}]) {
      expect(await keyOf(await provider.token(claims, { typ: 'JWT' }))).toBeNull();
    }
  });

  test('as sign-out puts it into the address of the provider', async () => {
    let sent = '';
    tamper('/token', async (answer) => {
      sent = await provider.token(decodeJwt(answer.id_token), { typ: 'JWT' });
      return { ...answer, id_token: sent };
    });
    const browser = createBrowser(server);
    expect(await signIn('sue', browser)).toEqual(SIGNED_IN);
    const out = await browser.request(`${server.api}logout`);
    const hint = new URL(out.headers.get('location') ?? '').searchParams.get('id_token_hint') ?? '';
    expect(hint).toBe(sent);
    expect(await keyOf(hint)).toBeNull();
  });
});
