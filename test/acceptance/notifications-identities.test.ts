import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSealedCookies } from '../../shared/people/sign-on/session.ts';
import { createBrowser } from '../support/browser.ts';
import { useOidc } from '../support/oidc-mode.ts';
import { CLIENT } from '../support/openid-provider.ts';
import { SOON, type SubscribeOptions } from '../support/subscriber.ts';
import { newThing, shortId } from '../support/things.ts';
import { useSubscribers } from '../support/use-subscribers.ts';

const { server, client, provider } = useOidc();
const { listen, settled } = useSubscribers(server, client);

type Headers = Record<string, string>;

let cookie: string;
let token: Headers;
let key: string;

beforeAll(async () => {
  const browser = createBrowser(server);
  await browser.signIn(`${server.api}login`, 'ada', `${server.url}callback`);
  cookie = browser.cookies(server.url);
  token = { authorization: `Bearer ${await provider.token()}` };
  key = (await client.call('/api/ping', { headers: token })).json().ssoPublicKey;
});

/** Saves an object that ada alone may read. */
async function saveHidden(): Promise<string> {
  const thing = newThing(server, { '@owner': [key], '@reader': [key] });
  expect((await client.call(thing['@id'], { json: thing, headers: token })).status).toBe(200);
  return shortId(thing);
}

/** Whether a subscriber with this handshake receives the id of an object that ada alone may read. */
async function receivesHidden(options: SubscribeOptions): Promise<boolean> {
  const { received } = await listen(options);
  const id = await saveHidden();
  return (await settled(received)).includes(id);
}

describe('a subscriber of the notification channel', () => {
  test('is the user of its bearer token', async () => {
    expect(await receivesHidden({ headers: token })).toBe(true);
    const other = { authorization: `Bearer ${await provider.token({ sub: 'eve' })}` };
    expect(await receivesHidden({ headers: other })).toBe(false);
    expect(await receivesHidden({ headers: { authorization: 'Bearer x' } })).toBe(false);
  });

  test('is the user of its session cookie, if it is a page of this service, or no page', async () => {
    expect(await receivesHidden({ headers: { cookie } })).toBe(true);
    expect(await receivesHidden({ headers: { cookie }, origin: new URL(server.url).origin })).toBe(true);
    expect(await receivesHidden({ headers: { cookie, 'sec-fetch-site': 'same-origin' } })).toBe(true);
  });

  test.each<[string, Headers]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['without an origin', { origin: 'null' }],
    ['of another service of the same site', { 'sec-fetch-site': 'same-site' }],
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ])('is anonymous with the session cookie if it is a page %s', async (_name, headers) => {
    expect(await receivesHidden({ headers: { cookie, ...headers } })).toBe(false);
  });
});

describe('a connection is closed, and receives nothing more,', () => {
  /** The header of a session of ada that ends in three seconds, as the service would seal it. */
  async function shortSession(): Promise<Headers> {
    const cookies = createSealedCookies({ sessionSecrets: [CLIENT.secret], baseUrl: server.url }, Date.now);
    const identity = { issuer: provider.issuer, subject: 'ada', name: 'ada', groups: [] };
    const value = await cookies.seal({
      kind: 'session',
      authenticated: null,
      expires: Date.now() + 3000,
      identity: { ...identity, email: null, emailVerified: false, username: null },
    });
    return { cookie: `${cookies.name('session')}=${value}` };
  }

  /** The header of an access token of ada that ends in three seconds. */
  async function shortToken(): Promise<Headers> {
    return { authorization: `Bearer ${await provider.token({ exp: Math.floor(Date.now() / 1000) + 3 })}` };
  }

  test.each([
    ['session', shortSession],
    ['token', shortToken],
  ])('when the %s of its handshake ends', async (_name, headers) => {
    const { socket, received } = await listen({ headers: await headers() });
    const closed = once(socket, 'close');
    const before = await saveHidden();
    await expect.poll(() => received, SOON).toEqual([before]);
    expect((await closed)[0]).toBe(1008);
    await saveHidden();
    expect(received).toEqual([before]);
  });
});
