import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { newPrefix } from '../support/instances.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { freePort } from '../support/server.ts';
import { type RunningWorker, startWorker, workerSecrets } from '../support/worker.ts';

const [path, engine] = await Promise.all([chromiumPath(), openSearchForTests()]);

describe.skipIf(path === null || engine === null)('the editor on Cloudflare Workers', () => {
  const prefix = newPrefix();
  let worker: RunningWorker;

  beforeAll(async () => {
    const port = await freePort();
    worker = await startWorker(port, {
      ...workerSecrets(),
      SEARCH_ENDPOINT: engine?.endpoint ?? '',
      SEARCH_PREFIX: prefix,
      SEARCH_REPLICAS: '0',
      LOG_LEVEL: 'warn',
      SVC_LOOPBACK: `http://127.0.0.1:${port}/api/`,
    });
  });
  afterAll(async () => {
    await worker?.stop();
    await removeIndices(engine?.endpoint ?? '', prefix);
  });
  const editors = useEditors(() => worker, path);

  it('saves a framework that is typed without an account, and opens it after a reload and at its old address', async () => {
    const page = await newFramework(editors, 'Carpentry');
    await page.getByLabel('Type the first competency').fill('Saw along a line');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Follow the mark');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    const written = ['Saw along a line', '  Follow the mark'];
    expect(await outlineOf(page)).toEqual(written);
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('treeitem', { name: 'Follow the mark' }).waitFor();
    expect(await outlineOf(page)).toEqual(written);
    const id = decodeURIComponent(decodeURIComponent(page.url().slice(page.url().lastIndexOf('/') + 1)));
    await page.goto(`${worker.url}?frameworkId=${encodeURIComponent(id)}`);
    await page.getByRole('treeitem', { name: 'Follow the mark' }).waitFor();
    await page.goto(worker.url);
    await page.getByRole('row', { name: /Carpentry/ }).waitFor();
  });

  it('shows two people in one framework what the other writes', async () => {
    const page = await newFramework(editors, 'Plumbing');
    await page.getByLabel('Type the first competency').fill('Solder a joint');
    await page.keyboard.press('Enter');
    await untilSaved(page);
    const elsewhere = await page.context().newPage(); // with the key of the same person
    await elsewhere.goto(page.url());
    await elsewhere.getByRole('treeitem', { name: 'Solder a joint' }).focus();
    await elsewhere.keyboard.press('F2');
    await elsewhere.keyboard.type('Solder a pipe');
    await elsewhere.keyboard.press('ArrowUp');
    await page.getByRole('treeitem', { name: 'Solder a pipe' }).waitFor();
    await page.getByRole('treeitem', { name: 'Solder a pipe' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Bend a pipe');
    await page.keyboard.press('ArrowUp');
    await elsewhere.getByRole('treeitem', { name: 'Bend a pipe' }).waitFor();
  });

  it('has the usual caching of its files: the page by its tag, hashed files for a year, with a strict policy', async () => {
    const page = await fetch(`${worker.url}svc-editor/`);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(?!.*unsafe-inline)/);
    const etag = page.headers.get('etag') ?? '';
    expect((await fetch(page.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    const [answer, plain] = await Promise.all(
      ['br', 'identity'].map((coding) => fetch(new URL(script, page.url), { headers: { 'accept-encoding': coding } })),
    );
    expect(await answer?.text()).toBe(await plain?.text());
    expect(answer?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});
