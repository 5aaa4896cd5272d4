import { describe, expect, onTestFinished, test } from 'vitest';
import { type Browser, createBrowser } from '../support/browser.ts';
import { oidcSettings, useOidc } from '../support/oidc-mode.ts';
import { CLIENT } from '../support/openid-provider.ts';
import { rawRequest } from '../support/raw-request.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { newThing } from '../support/things.ts';

const { server, provider } = useOidc({
  LOG_LEVEL: 'info',
  AUTH_ALLOW_ENV_ADMINS: 'true',
  AUTH_ENV_ADMIN_EMAILS: 'chief@example.org',
});

/** A browser in which a user is signed in. */
async function signedIn(user: string, of: TestServer = server): Promise<Browser> {
  const browser = createBrowser(of);
  const response = await browser.signIn(`${of.api}login`, user, `${of.url}callback`);
  expect([response.status, response.headers.get('location')]).toEqual([302, of.url]);
  return browser;
}

async function ping(browser: Pick<Browser, 'request'>, of: TestServer = server) {
  return (await browser.request(`${of.api}ping`)).json();
}

/** Saves an object with JSON and the cookies of a browser. */
function save(browser: Browser, thing: Record<string, unknown>, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    body: JSON.stringify(thing),
    headers: { 'content-type': 'application/json', ...headers },
  };
  return browser.request(String(thing['@id']), init);
}

describe('signing in', () => {
  test('J5 leads through the provider with PKCE, state and nonce, and back to the page asked for', async () => {
    const browser = createBrowser(server);
    const first = await browser.request(`${server.api}login?redirectUrl=/editor%3Fa=b`);
    const { origin, searchParams } = new URL(first.headers.get('location') ?? '');
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}callback`,
      code_challenge: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
    });
    const back = await browser.signIn(`${server.url}login?redirectUrl=/editor%3Fa=b`, 'ada', `${server.url}callback`);
    expect(back.headers.get('location')).toBe(`${server.url}editor?a=b`);
  });

  test('gives the user a key, shown in ping with the addresses of sign-in and sign-out', async () => {
    const browser = await signedIn('team-bo');
    const answer = await ping(browser);
    expect(answer).toMatchObject({ ssoLogin: `${server.api}login`, ssoLogout: `${server.api}logout` });
    expect([answer.ssoPublicKey, answer.ssoAdditionalPublicKeys.length]).toEqual([expect.stringContaining('BEGIN'), 1]);
    expect(await ping(await signedIn('team-bo'))).toMatchObject({ ssoPublicKey: answer.ssoPublicKey });
    expect((await ping(await signedIn('team-cleo'))).ssoAdditionalPublicKeys).toEqual(answer.ssoAdditionalPublicKeys);
  });

  test('gives the same key as a bearer token of the same user', async () => {
    const { ssoPublicKey } = await ping(await signedIn('dora'));
    const token = await provider.token({ sub: 'dora' });
    const byToken = await fetch(`${server.api}ping`, { headers: { authorization: `Bearer ${token}` } });
    expect((await byToken.json()).ssoPublicKey).toBe(ssoPublicKey);
  });

  test('makes admins of the addresses that are configured', async () => {
    expect((await (await signedIn('chief')).request(`${server.api}util/operations`)).status).toBe(200);
    expect((await (await signedIn('other')).request(`${server.api}util/operations`)).status).toBe(401);
  });

  test('J5 fails for a callback that this browser did not begin, or that does not belong to what it began', async () => {
    const [victim, attacker] = [createBrowser(server), createBrowser(server)];
    const ready = await attacker.signIn(`${server.api}login`, 'mallory', `${server.url}callback`);
    expect(ready.status).toBe(302);
    const begun = await attacker.request(`${server.api}login`);
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const callback = `${server.url}callback?code=x&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect((await victim.request(callback)).status).toBe(403);
    await victim.request(`${server.api}login`);
    for (const address of [
      callback,
      `${server.url}callback`,
      `${server.url}callback?error=access_denied&state=${state}`,
    ]) {
      const answer = await victim.request(address);
      expect([answer.status, (await answer.json()).type]).toEqual([403, expect.stringMatching(/sign-in-failed$/)]);
    }
    expect(await ping(victim)).not.toHaveProperty('ssoPublicKey');
  });

  test.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['https:evil.example'],
    ['https:/evil.example'],
    ['https://evil.example/'],
    ['http://localhost@evil.example/'],
    ['/\t/evil.example'],
    [' //evil.example'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['//evil.example%2f@localhost'],
  ])('J6 never leads to another origin: %j', async (target) => {
    for (const path of ['login', 'logout']) {
      const url = `${server.api}${path}?redirectUrl=${encodeURIComponent(target)}`;
      const answer = await createBrowser(server).request(url);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });

  test.each([
    '/%2f%2fevil.example',
    '/.//evil.example',
    '/a?b=//evil.example',
    '#//evil.example',
    '\\evil.example',
    'evil.example',
  ])('J6 leads to a page of its own for %j', async (target) => {
    const answer = await createBrowser(server).request(`${server.api}logout?redirectUrl=${encodeURIComponent(target)}`);
    expect(answer.headers.get('location')?.startsWith(server.url)).toBe(true);
  });
});

describe('a session cookie', () => {
  test('J7 cannot be read by scripts, and is not sent by other sites', async () => {
    const browser = createBrowser(server);
    const back = await browser.signIn(`${server.api}login`, 'ada', `${server.url}callback`);
    expect(back.headers.getSetCookie().find((cookie) => cookie.startsWith('session='))).toMatch(
      /^session=[^;]{200,3800}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/,
    );
  });

  test('signs what the user saves, and shows what is theirs', async () => {
    const browser = await signedIn('ada');
    const { ssoPublicKey } = await ping(browser);
    const thing = newThing(server, { '@owner': [ssoPublicKey], '@reader': [ssoPublicKey] });
    const saved = await save(browser, thing, { 'sec-fetch-site': 'same-origin', origin: new URL(server.url).origin });
    expect((await saved.json())['@signatureSha256']).toHaveLength(1);
    expect((await browser.request(thing['@id'])).status).toBe(200);
    expect((await (await signedIn('eve')).request(thing['@id'])).status).toBe(404);
  });

  test('keeps what the browser shows out of its cache, but not what scripts request', async () => {
    const browser = await signedIn('ada');
    const open = newThing(server);
    await save(browser, open);
    const { pathname } = new URL(open['@id']);
    for (const [mode, expected] of [
      ['navigate', 'no-store'],
      ['cors', 'no-cache'],
    ] as const) {
      const headers = { cookie: browser.cookies(server.url), 'sec-fetch-mode': mode };
      const answer = await rawRequest({ port: server.port, path: pathname, headers });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expected]);
    }
  });

  test('proves nothing for a change that a page of another origin asks for', async () => {
    const browser = await signedIn('ada');
    const { ssoPublicKey } = await ping(browser);
    const thing = newThing(server, { '@owner': [ssoPublicKey] });
    expect((await save(browser, thing)).status).toBe(200);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      for (const init of [{ method: 'DELETE' }, { method: 'POST', body: JSON.stringify(thing) }]) {
        const answer = await browser.request(thing['@id'], {
          ...init,
          headers: { 'content-type': 'application/json', ...headers },
        });
        expect([answer.status, (await answer.json()).type]).toEqual([
          403,
          expect.stringMatching(/cross-origin-refused$/),
        ]);
      }
    }
  });

  test('that was cut, changed, extended or made by somebody else is worth nothing', async () => {
    const browser = await signedIn('ada');
    const [, value = ''] = browser.cookies(server.url).split('session=');
    const middle = Math.floor(value.length / 2);
    for (const changed of [
      value.slice(0, -1),
      value.slice(1),
      `${value}x`,
      value.slice(0, middle) + (value[middle] === 'A' ? 'B' : 'A') + value.slice(middle + 1),
      value.replace('Fe26.2', 'Fe26.1'),
      'x'.repeat(5000),
      '{}',
    ]) {
      browser.setCookie(server.url, 'session', changed);
      expect(await ping(browser)).not.toHaveProperty('ssoPublicKey');
    }
  });

  test('of a sign-in under way is not a session', async () => {
    const browser = createBrowser(server);
    await browser.request(`${server.api}login`);
    const [, value = ''] = browser.cookies(server.url).split('sign-in=');
    browser.setCookie(server.url, 'session', value);
    expect(await ping(browser)).not.toHaveProperty('ssoPublicKey');
  });

  test('counts at every instance with the same settings, and is opened with a former secret', async () => {
    const browser = await signedIn('frank');
    const { ssoPublicKey } = await ping(browser);
    const former = CLIENT.secret;
    const second = await startServer(
      {
        ...oidcSettings(provider, server.url),
        PORT: String(await freePort()),
        SVC_SESSION_SECRETS: `a new secret of the tests for cookies,${former}`,
      },
      server.directory,
    );
    onTestFinished(() => second.stop());
    const cookie = browser.cookies(server.url);
    const answer = await (await fetch(`${second.api}ping`, { headers: { cookie } })).json();
    expect(answer.ssoPublicKey).toBe(ssoPublicKey);
  });
});

describe('GET /api/sky/id/keys with a session', () => {
  test('needs a sign-in that asked for a fresh authentication, and a page of the service', async () => {
    const keys = `${server.api}sky/id/keys`;
    const browser = await signedIn('gina');
    expect((await browser.request(keys)).status).toBe(403);
    await browser.signIn(`${server.api}login?fresh=true`, 'gina', `${server.url}callback`);
    expect((await browser.request(keys)).status).toBe(200);
    expect((await browser.request(keys, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });
});

describe('signing out', () => {
  test('removes the cookie and ends the session at the provider', async () => {
    const browser = await signedIn('hugo');
    const answer = await browser.request(`${server.api}logout?redirectUrl=/bye`);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.href.startsWith(`${provider.issuer}/session/end`)).toBe(true);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      post_logout_redirect_uri: `${server.url}bye`,
      id_token_hint: expect.stringMatching(/^ey/),
    });
    expect((await browser.request(location.href)).status).toBe(200);
    expect(await ping(browser)).not.toHaveProperty('ssoPublicKey');
  });

  test('without a session leads to the page at once', async () => {
    const answer = await createBrowser(server).request(`${server.url}logout`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, server.url]);
  });
});

describe('the audit log', () => {
  /** The audit line of a request. */
  async function lineOf(answer: Response) {
    const id = answer.headers.get('x-request-id');
    const find = () =>
      server
        .output()
        .split('\n')
        .find((text) => text.includes(`"${id}"`) && text.includes('"AUTH"'));
    await expect.poll(find).toBeDefined();
    return JSON.parse(find() ?? '');
  }

  test('tells of sign-ins, of those that fail, and of sign-outs, without what they carry', async () => {
    const browser = createBrowser(server);
    const back = await browser.signIn(`${server.api}login`, 'ines', `${server.url}callback`);
    const user = { category: 'AUTH', client: expect.any(String), issuer: provider.issuer, subject: 'ines' };
    expect(await lineOf(back)).toMatchObject({ ...user, msg: 'A user signed in' });
    const cookie = browser.cookies(server.url).replace(/^[^=]*=/, '');
    const out = await browser.request(`${server.api}logout`);
    expect(await lineOf(out)).toMatchObject({ ...user, msg: 'A user signed out' });
    const failed = await browser.request(`${server.url}callback?code=code-of-nobody&state=state-of-nobody`);
    expect(await lineOf(failed)).toMatchObject({
      msg: 'A sign-in failed',
      severity: 'WARNING',
      problem: 'sign-in-failed',
    });
    for (const secret of [cookie, 'code-of-nobody', 'state-of-nobody', CLIENT.secret]) {
      expect(server.output()).not.toContain(secret);
    }
  });
});

describe('metadata', () => {
  test('names this service and the endpoints of the provider', async () => {
    const origin = new URL(server.url).origin;
    const resource = await (await fetch(`${server.url}.well-known/oauth-protected-resource`)).json();
    expect(resource).toEqual({
      resource: origin,
      authorization_servers: [origin],
      bearer_methods_supported: ['header'],
      scopes_supported: ['openid', 'profile', 'email'],
    });
    const ofMcp = await (await fetch(`${server.url}.well-known/oauth-protected-resource/api/mcp`)).json();
    expect(ofMcp).toEqual({ ...resource, resource: `${origin}/api/mcp` });
    const authorization = await (await fetch(`${server.url}.well-known/oauth-authorization-server`)).json();
    expect(authorization).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${provider.issuer}/auth`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/jwks`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    });
  });
});
