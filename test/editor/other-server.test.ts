import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { createClient } from '../support/client.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person who brings frameworks from another server', () => {
  const { server: other, client } = useServer();
  const { server } = useServer(() => ({ FETCH_ALLOW_LIST: `${new URL(other.url).origin}/*` }));
  const editors = useEditors(server, path);

  beforeAll(async () => {
    const welding = readFileSync(new URL('../../examples/welding.case.json', import.meta.url), 'utf8');
    expect((await client.call('/api/ims/case/import', { json: welding })).status).toBe(200);
  });

  it('enters the address of its pages, chooses one of its frameworks, and imports it after a preview', async () => {
    const page = await editors.open('svc-editor/import');
    await page.getByLabel(/the address of a CASE package/).fill(other.url);
    await page.getByRole('button', { name: 'List the frameworks there' }).click();
    await page.getByText('1 framework on that server').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Show what is in it: / }).click();
    await page.getByText('This will happen').waitFor();
    expect(await createClient(server).find('@type:Framework')).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('heading', { name: 'Welding for shipyards' }).waitFor();
    await page.getByRole('treeitem').first().waitFor();
    expect(await page.getByText('Only its owners may change it.').count()).toBe(0);
    await page.getByRole('button', { name: 'Add a competency' }).waitFor();
  });

  it('is told why a server cannot be read', async () => {
    const page = await editors.open('svc-editor/import');
    await page.getByLabel(/the address of a CASE package/).fill('http://127.0.0.1:9/');
    await page.getByRole('button', { name: 'List the frameworks there' }).click();
    await page.getByText('The service does not fetch anything from this address.').waitFor();
  });
});
