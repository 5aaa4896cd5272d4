import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

/** A page of another site around a frame, as docs/use/editor.md shows it: it keeps the messages of the frame. */
function pageAround(code: string): string {
  return `<!doctype html><html lang="en"><title>A course</title><main><h1>A course</h1>${code}</main>
    <script>
      const frame = document.querySelector('iframe');
      const origin = new URL(frame.src).origin;
      window.messages = [];
      window.addEventListener('message', ({ data, source, origin: sender }) => {
        if (source === frame.contentWindow && sender === origin) window.messages.push(data);
      });
      frame.addEventListener('load', () => frame.contentWindow.postMessage({ type: 'listen' }, origin));
      window.show = (competencyId) => frame.contentWindow.postMessage({ type: 'show', competencyId }, origin);
    </script>`;
}

/** Another site, which shows one page. */
async function startSite(page: () => string): Promise<Server> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page());
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return site;
}

const messagesIn = (page: Page): Promise<readonly Record<string, unknown>[]> => page.evaluate('window.messages');

async function untilMessage(page: Page, type: string): Promise<Record<string, unknown>> {
  await page.waitForFunction((wanted) => globalThis.messages.some((message) => message['type'] === wanted), type);
  return (await messagesIn(page)).findLast((message) => message['type'] === type) ?? {};
}

declare global {
  var messages: readonly Record<string, unknown>[];
}

describe.skipIf(path === null)('a framework on a page of another site', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  let framework = '';
  let competency = '';
  let code = '';
  let site: Server;

  beforeAll(async () => {
    const example = readFileSync(new URL('../../examples/bicycle-repair.json', import.meta.url), 'utf8');
    const objects = JSON.parse(example.replaceAll('http://localhost:8080/api/', server.api));
    framework = objects[0]['@id'];
    competency = objects.find((object: { name?: unknown }) =>
      JSON.stringify(object.name)?.includes('Mend a punctured'),
    )['@id'];
    expect((await client.call('/api/sky/repo/multiPut', { json: objects })).json().stored).toBe(objects.length);
    site = await startSite(() => pageAround(code));
  });
  afterAll(() => site.close());

  const openSite = (): Promise<Page> => editors.open(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);

  it('is shown by the code of the export, and tells the embedding page what it shows', async () => {
    const editor = await editors.open(`svc-editor/frameworks/${encodeURIComponent(framework)}/export`);
    code = await editor.getByLabel('Code for the page').inputValue();
    const page = await openSite();
    const frame = page.frameLocator('iframe[title="Bicycle repair"]');
    await frame.getByRole('heading', { name: 'Bicycle repair' }).waitFor();
    expect(await untilMessage(page, 'ready')).toMatchObject({
      source: 'competency-service',
      framework: { id: framework, name: 'Bicycle repair' },
    });
    expect((await untilMessage(page, 'resize'))['height']).toBeGreaterThan(100);

    const name = frame.getByRole('button', { name: 'Mend a punctured inner tube' });
    await name.click();
    expect(await name.getAttribute('aria-expanded')).toBe('true');
    expect(await untilMessage(page, 'select')).toMatchObject({
      competency: { id: competency, name: 'Mend a punctured inner tube' },
    });
    await expectAccessible(page);
  });

  it('opens the path to a competency that the embedding page asks for', async () => {
    const page = await openSite();
    const frame = page.frameLocator('iframe');
    const toggle = frame.getByRole('button', { name: 'What is below Keep a bicycle on the road' });
    await toggle.click();
    const name = frame.getByRole('button', { name: 'Mend a punctured inner tube' });
    await name.waitFor({ state: 'detached' });
    await page.evaluate((id) => (globalThis as unknown as { show: (id: string) => void }).show(id), competency);
    await name.waitFor();
    expect(await name.getAttribute('aria-expanded')).toBe('true');
  });

  it('has the language and the colours of its address', async () => {
    const page = await editors.open(
      `svc-editor/embed?${new URLSearchParams({ frameworkId: framework, language: 'ar', theme: 'dark' })}`,
    );
    await page.getByRole('heading', { name: 'Bicycle repair' }).waitFor();
    expect(
      await page.evaluate(() => [document.documentElement.dir, document.documentElement.dataset['theme']]),
    ).toEqual(['rtl', 'dark']);
    await expectAccessible(page);
  });

  it('is replaced by a message if not everyone may read it', async () => {
    code = `<iframe src="${server.url}svc-editor/embed?frameworkId=nothing"></iframe>`;
    const page = await openSite();
    await page.frameLocator('iframe').getByRole('alert').waitFor();
    expect(await untilMessage(page, 'failed')).toMatchObject({ reason: 'not-found' });
  });
});
