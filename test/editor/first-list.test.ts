import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const CONTEXT = 'https://schema.cassproject.org/0.4';

/** Loads the page again, and holds back the script of the editor. @returns a function that lets it pass */
async function reloadWithoutScript(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isPassing = false;
  await page.route(/assets\/(?:main|first|common)-[^/]*\.js$/, async (route) => {
    if (isPassing) await route.continue();
    else held.push(route);
  });
  await page.reload({ waitUntil: 'commit' });
  return async () => {
    isPassing = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** The positions and texts of all parts of the list. */
function partsOf(page: Page): Promise<readonly string[]> {
  const parts = page.locator(
    'h1, .page-head a, .start-tools > .field, table.framework-table :is(th, td, a, .framework-description)',
  );
  return parts.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const text = element.closest('.start-tools') === null ? element.textContent : '';
      return [text, element.getAttribute('href'), left, top, width, height].join(' ');
    }),
  );
}

describe.skipIf(path === null)('the list of frameworks, before the editor is loaded', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  /** Saves a framework with everything that the list shows. */
  async function framework(name: string, members: Record<string, unknown> = {}): Promise<void> {
    const guid = name.toLowerCase().replaceAll(' ', '-');
    const id = `${server.api}data/schema.cassproject.org.0.4.Framework/${guid}/1760000000000`;
    const competency = [1, 2, 3].map((n) => `${server.api}data/schema.cassproject.org.0.4.Competency/${guid}-${n}`);
    const object = { '@context': CONTEXT, '@type': 'Framework', '@id': id, name, competency, ...members };
    expect((await client.call('/api/sky/repo/multiPut', { json: [object] })).status).toBe(200);
  }

  it.each([
    ['English', 1280],
    ['العربية', 390],
  ])('is the same as the list of the editor, in the same place: in %s, %i px wide', async (language, width) => {
    await framework('Carpentry', { description: 'From the tree to the table. '.repeat(9), publisher: 'Guild' });
    await framework('Plumbing', { name: { en: 'Plumbing', de: 'Klempnerei' } });
    const page = await editors.open('', { width });
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByRole('menuitemradio', { name: language }).click();
    const pass = await reloadWithoutScript(page);
    await page.getByRole('row', { name: /Carpentry/ }).waitFor();
    await expectAccessible(page);
    const before = await partsOf(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      const search = `${request.url()} ${request.postData() ?? ''}`;
      if (/repo\/search/.test(search) && !search.includes('*directory')) asked.push(search); // folders are read after the list
    });
    await page.getByRole('link', { name: 'Plumbing' }).focus();
    await pass();
    await page.getByRole('combobox').or(page.locator('.select-button')).first().waitFor();
    expect(await partsOf(page)).toEqual(before);
    expect(await page.getByRole('link', { name: 'Plumbing' }).evaluate((link) => link === document.activeElement)).toBe(
      true,
    );
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
  });

  it('opens a framework without leaving the page, which may be opening the storage of the browser', async () => {
    await framework('Masonry');
    const page = await editors.open();
    await page.getByRole('row', { name: /Masonry/ }).waitFor();
    const pass = await reloadWithoutScript(page);
    await page.evaluate(() => document.documentElement.setAttribute('data-page', 'first'));
    await page.getByRole('link', { name: 'Masonry' }).click();
    await page.waitForURL(/masonry/);
    await pass();
    await page.getByRole('heading', { name: 'Masonry' }).waitFor();
    expect(await page.locator('html').getAttribute('data-page')).toBe('first');
  });

  it('has the public frameworks, and then those that the keys of the person open', async () => {
    await framework('Roofing');
    const page = await newFramework(editors, 'Only for me');
    await untilSaved(page);
    await page.goto(`${page.url()}/sharing`);
    await page.getByRole('button', { name: 'Who may read it?' }).click();
    await page.getByRole('option', { name: 'Only the people below' }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Access is changed.').waitFor();
    await page.goto(server.url);
    const pass = await reloadWithoutScript(page);
    await page.getByRole('row', { name: /Roofing/ }).waitFor();
    expect(await page.getByRole('row', { name: /Only for me/ }).count()).toBe(0);
    await pass();
    await page.getByRole('row', { name: /Only for me.*Me/ }).waitFor();
  });

  it('is continued by the editor', async () => {
    for (let n = 0; n < 25; n++) await framework(`Welding ${n}`);
    const page = await editors.open();
    const welding = page.getByRole('row', { name: /^Welding/ });
    await welding.nth(24).waitFor();
    const pass = await reloadWithoutScript(page);
    const rows = page.locator('.framework-row');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(20);
    await pass();
    await welding.nth(24).waitFor();
  });

  it('is not requested by the pages of other views', async () => {
    const page = await editors.open();
    await page.waitForLoadState('networkidle'); // its requests are not those of the next page
    const asked: string[] = [];
    page.on('request', (request) => asked.push(...(/repo\/search.*framework/.exec(request.url()) ?? [])));
    await page.goto(new URL('svc-editor/identity', server.url).href);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
  });
});
