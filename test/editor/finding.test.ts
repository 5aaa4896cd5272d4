import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { SOON } from '../support/subscriber.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const CONTEXT = 'https://schema.cassproject.org/0.4';

/** The names in the list, from the top. */
function names(page: Page): Promise<readonly string[]> {
  return page.locator('.framework-name').allTextContents();
}

describe.skipIf(path === null)('the list of frameworks', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  /** Saves frameworks without owners. @param sizes the number of competencies of each */
  async function frameworks(sizes: Readonly<Record<string, number>>): Promise<void> {
    const objects = Object.entries(sizes).map(([name, size]) => ({
      '@context': CONTEXT,
      '@type': 'Framework',
      '@id': `${server.api}data/schema.cassproject.org.0.4.Framework/${encodeURIComponent(name).replaceAll('%', '')}`,
      name,
      competency: Array.from({ length: size }, (_, at) => `urn:test:${at}`),
    }));
    expect((await client.call('/api/sky/repo/multiPut', { json: objects })).status).toBe(200);
  }

  it('is sorted by name, number and last change, by mouse and keyboard, and stays so', async () => {
    await frameworks({ 'Zinc work': 2 });
    await frameworks({ 'baking 10': 30, 'Baking 9': 1, Ährenlese: 4 });
    await frameworks({ 'Zinc work': 3 });
    const page = await editors.open();
    await page.getByRole('row', { name: /Zinc work/ }).waitFor();
    const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(Date.now());
    expect((await page.getByRole('row', { name: /Zinc work/ }).textContent())?.endsWith(today)).toBe(true);
    expect((await names(page))[0]).toBe('Zinc work');
    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(() => names(page), SOON).toEqual(['Ährenlese', 'Baking 9', 'baking 10', 'Zinc work']);
    const head = page.getByRole('columnheader', { name: 'Name' });
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page), SOON).toEqual(['Zinc work', 'baking 10', 'Baking 9', 'Ährenlese']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Competencies' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => names(page), SOON).toEqual(['baking 10', 'Ährenlese', 'Zinc work', 'Baking 9']);
    await page.reload();
    await page.getByRole('row', { name: /Zinc work/ }).waitFor();
    expect(await names(page)).toEqual(['baking 10', 'Ährenlese', 'Zinc work', 'Baking 9']);
    expect(await page.getByRole('columnheader', { name: 'Competencies' }).getAttribute('aria-sort')).toBe('descending');
    for (let times = 0; times < 2; times++) await page.getByRole('button', { name: 'Competencies' }).click();
    await expect.poll(async () => (await names(page))[0], SOON).toBe('Zinc work');
    expect(await page.getByRole('columnheader', { name: 'Last change' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('has all of many: how many there are, and the first by name, which was changed long before the newest', async () => {
    await frameworks({ 'AAA the first': 1 });
    await frameworks(Object.fromEntries(Array.from({ length: 220 }, (_, at) => [`Many ${at}`, at % 7])));
    const page = await editors.open();
    await page.getByText(/^120 of 2\d\d frameworks$/).waitFor();
    expect(await names(page)).not.toContain('AAA the first');
    await page.getByRole('button', { name: 'Name' }).click();
    await expect.poll(async () => (await names(page))[0], SOON).toBe('AAA the first');
    await page.getByText(/^100 of 2\d\d frameworks$/).waitFor();
    for (let times = 0; times < 2; times++) await page.getByRole('button', { name: 'Show more' }).click();
    await page
      .getByText(/^2\d\d frameworks$/)
      .first()
      .waitFor();
    expect((await names(page)).length).toBeGreaterThan(220);
    expect((await names(page)).indexOf('Many 10')).toBeGreaterThan((await names(page)).indexOf('Many 9'));
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('finds beginnings and forms of words, and pasted text with brackets', async () => {
    await frameworks({ 'Glassblowing (advanced) ZX.1': 1 });
    const page = await editors.open();
    const field = page.getByRole('searchbox', { name: 'Find a framework' });
    for (const text of [
      'glassbl',
      'advanced glassblowing',
      'Glassblowing (adv',
      'ZX.1',
      'glassblowings',
      'glasblowing',
    ]) {
      await field.fill(text);
      await expect.poll(() => names(page), { ...SOON, message: text }).toEqual(['Glassblowing (advanced) ZX.1']);
    }
    await page.getByText('Nothing has exactly these words. Similar ones:').waitFor();
    await expectAccessible(page);
  });

  it('leads to the frameworks that this browser opened last', async () => {
    const frameworks = namedFrameworks(server, client);
    await frameworks.save('Opened once', ['One']);
    const page = await editors.open();
    expect(await page.getByRole('navigation', { name: 'Opened last' }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Find a framework' }).fill('opened once');
    await page.getByRole('link', { name: 'Opened once' }).click();
    await page.getByRole('treeitem', { name: 'One' }).waitFor();
    await page.goto(server.url);
    const recent = page.getByRole('navigation', { name: 'Opened last' });
    await recent.getByRole('link', { name: 'Opened once' }).waitFor();
    await expectAccessible(page);
    await recent.getByRole('link').click();
    await page.getByRole('treeitem', { name: 'One' }).waitFor();
  });

  it('finds what others have shared with one, private or not, and private ones by their words', async () => {
    const name = `Omar ${crypto.randomUUID().slice(0, 8)}`;
    const other = await editors.open('svc-editor/identity');
    await other.getByRole('button', { name: 'New identity' }).click();
    await other.getByLabel('Name').fill(name);
    await other.getByRole('button', { name: 'Make a key' }).click();
    await other.getByText('Let others find me by name').click();
    await expect.poll(() => other.getByRole('switch').isChecked(), SOON).toBe(true);
    const page = await newFramework(editors, 'Falconry for two');
    await untilSaved(page);
    await page.goto(`${page.url()}/sharing`);
    await page.getByRole('button', { name: 'Who may read it?' }).click();
    await page.getByRole('option', { name: 'Only the people below' }).click();
    await page.getByLabel('Add a person or group').pressSequentially(name.toLowerCase());
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Access is changed.').waitFor();

    const choose = async (window: Page, option: string) => {
      await window.goto(server.url);
      await window.getByRole('button', { name: /Owner/ }).click();
      await window.getByRole('option', { name: option, exact: true }).click();
    };
    await choose(other, 'Shared with me');
    await expect.poll(() => names(other), SOON).toEqual(['Falconry for two']);
    await other.getByText('1 framework', { exact: true }).first().waitFor();
    await choose(other, 'Me');
    await other.getByText('No framework fits').waitFor();
    await choose(page, 'Me');
    await expect.poll(() => names(page), SOON).toEqual(['Falconry for two']);
    await choose(page, 'Shared with me');
    await page.getByText('No framework fits').waitFor();
    await other.goto(server.url);
    await other.getByRole('searchbox', { name: 'Find a framework' }).fill('falc two');
    await expect.poll(() => names(other), SOON).toEqual(['Falconry for two']);
  });
});
