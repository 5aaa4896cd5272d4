import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a framework on paper', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  let framework = '';

  beforeAll(async () => {
    const example = readFileSync(new URL('../../examples/bicycle-repair.json', import.meta.url), 'utf8');
    const objects = JSON.parse(example.replaceAll('http://localhost:8080/api/', server.api));
    const [first] = objects;
    framework = first['@id'];
    first.publisher = 'Guild of mechanics';
    first.competency.push(`${server.api}data/schema.cassproject.org.0.4.Competency/gone`);
    expect((await client.call('/api/sky/repo/multiPut', { json: objects })).json().stored).toBe(objects.length);
  });

  it('is printed completely from the export view, without the header, and names what is missing', async () => {
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(framework)}/export`);
    await page.getByRole('link', { name: 'Printable page' }).click();
    await page.getByRole('heading', { name: 'Bicycle repair', level: 1 }).waitFor();
    await page.getByText('Guild of mechanics').waitFor();
    await page.getByText('None: anyone may change it').waitFor();
    await page.getByText('1 part of this framework is hidden from you, deleted, or kept elsewhere.').waitFor();
    await page.getByRole('heading', { name: 'Keep a bicycle on the road', level: 2 }).waitFor();
    const lists = page.getByRole('list').filter({ hasText: 'Mend a puncture' });
    expect(await lists.count()).toBe(2); // one below the wheels, which are in one below the whole
    await expectAccessible(page);

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.locator('body[data-printed]').count()).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('banner').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' });
    expect(await page.getByRole('heading', { name: 'Keep a bicycle on the road' }).isVisible()).toBe(true);
  });

  it('does not seem to be without a name while it is loaded', async () => {
    const page = await editors.open();
    const headings: string[] = [];
    await page.route('**/api/**', async (route) => {
      headings.push(...(await page.getByRole('heading', { level: 1 }).allInnerTexts()));
      await route.continue();
    });
    await page.goto(`${server.url}svc-editor/frameworks/${encodeURIComponent(framework)}/print`);
    await page.getByRole('heading', { name: 'Bicycle repair', level: 1 }).waitFor();
    expect(headings).toContain('Printable page');
    expect(headings).not.toContain('Without a name');
  });
});
