import { createServer } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { sealText } from '../../shared/repository/access/testing/encrypted-value.ts';
import { chromiumPath, startChromium } from '../support/chromium.ts';
import type { Thing } from '../support/client.ts';
import { useOidc } from '../support/oidc-mode.ts';
import { freePort } from '../support/server.ts';
import { newThing, shortId } from '../support/things.ts';

const path = await chromiumPath();

/** A page of the service, on which scripts run as those of an application would. */
const PAGE = 'api/ping';

describe.skipIf(path === null)('in Chromium', () => {
  const { server, client, provider } = useOidc();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium(path ?? '');
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  /** Signs a user in by the forms of the provider, and consents. */
  async function signIn(user: string): Promise<void> {
    await page.goto(`${server.api}login?redirectUrl=/${PAGE}`);
    await page.fill('input[name=login]', user);
    await page.fill('input[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.click('button[type=submit]');
    await page.waitForURL(`${server.url}${PAGE}`);
  }

  /** A request by a script of the page. */
  async function request(url: string, body?: Thing): Promise<{ readonly status: number; readonly text: string }> {
    return page.evaluate(
      async ([address, json]) => {
        const init =
          json === null ? {} : { method: 'POST', body: json, headers: { 'content-type': 'application/json' } };
        const response = await fetch(address, init);
        return { status: response.status, text: await response.text() };
      },
      [url, body === undefined ? null : JSON.stringify(body)] as const,
    );
  }

  async function keyOfUser(): Promise<string | undefined> {
    return JSON.parse((await request(`${server.api}ping`)).text).ssoPublicKey;
  }

  /** Signs out here and at the provider. */
  async function signOut(): Promise<void> {
    await page.goto(`${server.api}logout?redirectUrl=/bye`);
    await page.click('button[value=yes]');
    await page.waitForURL(`${server.url}bye`);
  }

  test('a user signs in and consents, saves, reads back what is encrypted for them, and signs out', async () => {
    await signIn('team-ada');
    const key = (await keyOfUser()) ?? '';
    const subject = await sealText('the secret', {
      id: 'https://x.example/1',
      owners: [parsePublicKey(key)],
      readers: [],
    });
    const thing = newThing(server, { '@owner': [key], subject });
    const saved = await request(thing['@id'], thing);
    expect([saved.status, JSON.parse(saved.text)['@signatureSha256']]).toEqual([200, [expect.any(String)]]);
    expect(await decrypted(shortId(thing))).toBe('the secret');
    await signOut();
    await page.goto(`${server.url}${PAGE}`); // the page of an unknown address may not send requests
    expect(await keyOfUser()).toBeUndefined();
    expect(JSON.parse((await request(shortId(thing))).text)).not.toHaveProperty('subject');
  });

  /** Reads an object, and decrypts its subject with the secret that the service adds, as the client library does. */
  async function decrypted(address: string): Promise<string> {
    return page.evaluate(async (url) => {
      const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const { subject } = await (await fetch(url)).json();
      const key = await crypto.subtle.importKey('raw', bytes(subject.decryptedSecret.secret), 'AES-CTR', false, [
        'decrypt',
      ]);
      const counter = bytes(subject.iv).slice(0, 16);
      const algorithm = { name: 'AES-CTR', counter, length: 64 };
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes(subject.payload)));
    }, address);
  }

  test('after sign-out, the back button shows nothing that only the user may read', async () => {
    await signIn('bea');
    const key = (await keyOfUser()) ?? '';
    const hidden = newThing(server, { name: 'for bea alone', '@owner': [key], '@reader': [key] });
    expect((await request(hidden['@id'], hidden)).status).toBe(200);
    await page.goto(shortId(hidden));
    expect(await page.content()).toContain('for bea alone');
    await signOut();
    for (let pages = 0; !page.url().startsWith(shortId(hidden)); pages++) {
      if (pages > 5) throw new Error(`The page was not reached: ${page.url()}`);
      await page.goBack();
    }
    expect(await page.content()).not.toContain('for bea alone');
    expect(await page.content()).toContain('Object not found');
  });

  test('a user who refuses at the provider is not signed in', async () => {
    await page.goto(`${server.api}login?redirectUrl=/${PAGE}`);
    await page.click('a[href*=abort]');
    await page.waitForURL((url) => url.pathname === '/callback');
    expect(await page.content()).toContain('sign-in-failed');
    await page.goto(`${server.url}${PAGE}`);
    expect(await keyOfUser()).toBeUndefined();
  });

  test('the session goes on while the provider rotates its keys, and is away', async () => {
    await signIn('carl');
    const key = await keyOfUser();
    await provider.rotateKeys();
    expect(await keyOfUser()).toBe(key);
    await provider.stop();
    onTestFinished(() => provider.start());
    expect(await keyOfUser()).toBe(key);
    await page.goto(`${server.api}logout?redirectUrl=/${PAGE}`).catch(() => null); // leads to the provider, and so to an error page
    page = await context.newPage();
    await page.goto(`${server.url}${PAGE}`);
    expect(await keyOfUser()).toBeUndefined();
  });

  test('a page of another port, to which the browser sends the cookie too, neither changes nor listens as the user', async () => {
    await signIn('dan');
    const key = (await keyOfUser()) ?? '';
    const [own, hidden] = ['own', 'hidden'].map((name) =>
      newThing(server, { name, '@owner': [key], '@reader': [key] }),
    );
    if (own === undefined || hidden === undefined) throw new Error('There are two things.');
    expect((await request(own['@id'], own)).status).toBe(200);

    const port = await freePort();
    const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>other'));
    await new Promise<void>((resolve) => other.listen(port, 'localhost', resolve));
    onTestFinished(() => void other.close());
    await page.goto(`http://localhost:${port}/`);
    const changed = { ...own, name: 'changed' };
    await page.evaluate(
      ([address, body]) => fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', body }),
      [own['@id'], JSON.stringify(changed)] as const,
    );
    await page.evaluate(
      async (address) => {
        const received: string[] = [];
        const socket = new WebSocket(address);
        socket.onmessage = ({ data }) => received.push(String(data));
        Object.assign(globalThis, { received });
        await new Promise((resolve) => socket.addEventListener('open', resolve));
      },
      `${server.url.replace('http', 'ws')}ws/custom`,
    );

    const headers = { authorization: `Bearer ${await provider.token({ sub: 'dan' })}` };
    expect((await client.call(shortId(own), { headers })).json().name).toBe('own');
    expect((await client.call(hidden['@id'], { json: hidden, headers })).status).toBe(200);
    const open = newThing(server);
    await client.save(open);
    const received = (): Promise<readonly string[]> => page.evaluate(() => Reflect.get(globalThis, 'received'));
    await expect.poll(received).toContain(shortId(open));
    expect(await received()).not.toContain(shortId(hidden));
  });
});
