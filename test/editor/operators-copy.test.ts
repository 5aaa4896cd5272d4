import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminOf } from '../support/cast.ts';
import { chromiumPath } from '../support/chromium.ts';
import { createClient } from '../support/client.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { sheet } from '../support/signer.ts';
import { md5, newThing } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

/** Answers searches, and never answers requests for histories. */
const stalling = createServer((request, response) => {
  const { url = '' } = request;
  response.setHeader('content-type', 'application/json');
  if (url.startsWith('/api/ping')) response.end(JSON.stringify({ ping: 'pong', time: Date.now() }));
  else if (url.startsWith('/api/sky/repo/search?cursor')) response.end('[]');
  else if (url.startsWith('/api/sky/repo/search')) {
    response.setHeader('link', '<?cursor=x>; rel="next"');
    response.end(JSON.stringify(['https://stalling.example/api/data/Competency/one']));
  }
});
await once(stalling.listen(0, '127.0.0.1'), 'listening');
const stallingAddress = `http://127.0.0.1:${(stalling.address() as AddressInfo).port}`;

describe.skipIf(path === null)('an admin in the editor', () => {
  const { server: other, client: otherClient } = useServer();
  const { server } = useServer(() => ({
    FETCH_ALLOW_LIST: `${new URL(other.url).origin}/*,${stallingAddress}/*`,
    XAPI_CONFIG_school: '{"xapiEndpoint":"http://127.0.0.1:9/xapi/"}',
  }));
  const editors = useEditors(server, path);

  beforeAll(async () => {
    const welding = await readFile(new URL('../../examples/welding.case.json', import.meta.url), 'utf8');
    expect((await otherClient.call('/api/ims/case/import', { json: welding })).status).toBe(200);
  });
  afterAll(() => {
    stalling.close();
    stalling.closeAllConnections();
  });

  async function openAsAdmin(options?: { readonly width?: number }): Promise<Page> {
    const page = await editors.open('svc-editor/operators', options);
    await page.getByRole('button', { name: 'Add an admin key…' }).click();
    const pem = await readFile(join(server.directory, 'keys', 'skyAdmin2.pem'), 'utf8');
    await page.getByLabel('Text of the key file').fill(pem);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Import from another server' }).waitFor();
    return page;
  }

  async function preview(page: Page, address: string): Promise<void> {
    await page.getByLabel('Address of the other server').fill(address);
    await page.getByRole('button', { name: 'Show what would come' }).click();
  }

  it('imports another server after a preview, and is told what was refused and why', async () => {
    const conflicting = newThing(other, { name: 'there' }, 1000);
    await otherClient.save(conflicting);
    const lines = `${JSON.stringify({ object: { ...conflicting, name: 'here' }, version: 1000 })}\n`;
    const client = createClient(server);
    const signed = { sheet: await sheet(server.api, [await adminOf(server)]) };
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await client.call('/api/util/import', { body: lines, headers, ...signed })).status).toBe(200);

    const page = await openAsAdmin();
    await preview(page, other.url);
    await page.getByText(/^\d+ objects are there: \d+ new, 0 changed, 1 the same here\./).waitFor();
    await page.getByRole('row', { name: 'Frameworks 1 0 0' }).waitFor();
    await expectAccessible(page);
    expect(await client.find('@type:Framework')).toEqual([]);
    await page.getByRole('button', { name: 'Import everything' }).click();
    await page.getByText(/^The last import is done: \d+ versions stored, 0 were there already\./).waitFor();
    await page.getByText('1 version was refused:').waitFor();
    await page.getByText(/with other contents/).waitFor();
    await expectAccessible(page);
    expect(await client.find('@type:Framework')).toHaveLength(1);
    expect((await client.call(`/api/data/${md5(conflicting)}`)).json()).toMatchObject({ name: 'here' });
    await preview(page, other.api);
    await page.getByText(/: 0 new, 0 changed, \d+ the same here\./).waitFor();
  });

  it('sees the error of an address or a secret beside its field', async () => {
    const page = await openAsAdmin({ width: 390 });
    const address = page.getByLabel('Address of the other server');
    for (const [text, fault] of [
      ['skills', /is not an http or https address/],
      ['http://127.0.0.1:9/', /does not fetch this address/],
      [`${other.url}nothing`, /There is no repository/],
      [server.url, /address of this service/],
    ] as const) {
      await preview(page, text);
      await page.getByText(fault).waitFor();
      expect(await address.getAttribute('aria-invalid'), text).toBe('true');
    }
    await page.getByLabel('Secret of the other server').fill('wrong');
    await preview(page, other.url);
    await page.getByText('This secret cannot be used.').waitFor();
    await page.getByText(/does not accept this secret/).waitFor();
    expect(await address.inputValue()).toBe(other.url);
    await expectAccessible(page);
  });

  it('sees an import that is running, also after a reload of the page, and cancels it', async () => {
    const page = await openAsAdmin();
    await preview(page, stallingAddress);
    await page.getByText(/^1 object is there: 1 new/).waitFor();
    await page.getByRole('button', { name: 'Import everything' }).click();
    await page.getByText('Importing from the other server').waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText('Importing from the other server').waitFor();
    await page.getByRole('button', { name: 'Cancel the import' }).click();
    await page.getByText(/^The last import was cancelled: 0 versions stored/).waitFor();
    await expectAccessible(page);
  });

  it('sees which record stores are polled, and the last failure', async () => {
    const page = await openAsAdmin();
    const store = page.getByRole('article', { name: 'school' });
    await store.getByText('http://127.0.0.1:9/xapi/').waitFor();
    await store.getByText(/: The server at http:\/\/127\.0\.0\.1:9 does not answer/).waitFor();
    await expectAccessible(page);
  });
});
