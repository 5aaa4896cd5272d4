import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { createBrowser } from '../support/browser.ts';
import { HUB, newPrefix, startInstance } from '../support/instances.ts';
import { oidcSettings } from '../support/oidc-mode.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { freePort, type TestServer } from '../support/server.ts';
import { workerSecrets } from '../support/worker.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';
const prefix = newPrefix();

/** More than the number of requests for the sign-ins of all tests. */
const LIMIT = 12;

type Ping = { readonly ssoPublicKey?: string; readonly ssoAdditionalPublicKeys?: readonly string[] };

describe.skipIf(engine === null)(
  'two instances on one cluster, with directories of their own and the same secrets',
  () => {
    let provider: OpenIdProvider;
    let first: TestServer;
    let second: TestServer;

    beforeAll(async () => {
      const port = await freePort();
      const baseUrl = `http://localhost:${port}/`;
      provider = await startOpenIdProvider(baseUrl);
      const settings = {
        ...workerSecrets(),
        masterKey: randomBytes(32).toString('base64'),
        ...oidcSettings(provider, baseUrl),
        SVC_TRUSTED_PROXIES: '127.0.0.1, ::1',
        SVC_RATE_LIMIT: String(LIMIT),
      };
      first = await startInstance(endpoint, prefix, { ...settings, PORT: String(port) });
      second = await startInstance(endpoint, prefix, settings);
    });
    afterAll(async () => {
      await Promise.all([first, second].map((server) => server?.dispose()));
      await provider?.stop();
      await removeIndices(endpoint, prefix);
    });

    /** A request to an endpoint whose requests are counted. */
    async function post(server: TestServer, operation: 'create' | 'login', from: string, account: object) {
      return fetch(`${server.api}sky/id/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify(account),
      });
    }

    /** A user who signs in at the first instance: the cookie, as a browser sends it. */
    async function signIn(user: string): Promise<string> {
      const browser = createBrowser();
      const answer = await browser.signIn(`${first.api}login`, user, `${first.url}callback`);
      expect(answer.status).toBe(302);
      return browser.cookies(first.url);
    }

    const ping = async (server: TestServer, cookie: string) =>
      (await (await fetch(`${server.api}ping`, { headers: { cookie } })).json()) as Ping; // the response of ping

    test('I2 count requests together: a client that used up its rate at one is refused at both', async () => {
      const servers = Array.from({ length: LIMIT }, (_, request) => (request % 2 ? second : first));
      const answers = servers.map((server) =>
        post(server, 'login', '192.0.2.1', { username: randomUUID(), password: 'wrong' }),
      );
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses).toEqual(servers.map(() => 403));
      const account = { username: randomUUID(), password: 'wrong' };
      for (const server of [first, second]) {
        expect((await post(server, 'login', '192.0.2.1', account)).status).toBe(429);
        expect((await post(server, 'login', '192.0.2.2', account)).status).toBe(403);
      }
    });

    test('share accounts: a user who signed up at one signs in at the other', async () => {
      const account = { username: randomUUID(), password: 'right', credentials: { pad: 'x' } };
      expect((await post(first, 'create', '192.0.2.3', account)).status).toBe(200);
      expect((await post(second, 'login', '192.0.2.3', account)).status).toBe(200);
      expect((await post(second, 'login', '192.0.2.3', { ...account, password: 'wrong' })).status).toBe(403);
    });

    test('share sessions, with one key for the user and one for each group', async () => {
      for (const user of ['team-ada', 'team-bo']) {
        const cookie = await signIn(user);
        const answers = await Promise.all([first, second].map((server) => ping(server, cookie)));
        expect(answers[0]).toMatchObject({ ssoPublicKey: expect.stringContaining('BEGIN PUBLIC KEY') });
        expect(answers[1]?.ssoPublicKey).toBe(answers[0]?.ssoPublicKey);
        expect(answers[0]?.ssoAdditionalPublicKeys).toHaveLength(1);
        expect(answers[1]?.ssoAdditionalPublicKeys).toEqual(answers[0]?.ssoAdditionalPublicKeys);
      }
    });

    test('share keys: only the user who hid an object at one reads it at the other', async () => {
      const cookie = await signIn('ada');
      const { ssoPublicKey: key } = await ping(first, cookie);
      const id = `${HUB}data/schema.org.Thing/${randomUUID()}`;
      const thing = {
        '@context': 'https://schema.org',
        '@type': 'Thing',
        '@id': `${id}/1`,
        '@owner': [key],
        '@reader': [key],
      };
      const path = new URL(id).pathname.slice(1);
      const headers = { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' };
      const saved = await fetch(`${first.url}${path}`, { method: 'POST', headers, body: JSON.stringify(thing) });
      expect(saved.status, await saved.text()).toBe(200);
      const others = await signIn('bo');
      const read = async (as: string) => (await fetch(`${second.url}${path}`, { headers: { cookie: as } })).status;
      expect([await read(cookie), await read(others), await read('')]).toEqual([200, 404, 404]);
    });
  },
);
