import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

/** Expects that nothing is wider than the window. */
async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

const CONTEXT = 'https://schema.cassproject.org/0.4';

describe.skipIf(path === null)('the start of the editor', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  /** Saves a framework without owners, with one competency. */
  async function framework(name: string, competency: string, members: Record<string, unknown> = {}): Promise<void> {
    const guid = name.toLowerCase().replaceAll(' ', '-');
    const id = `${server.api}data/schema.cassproject.org.0.4.Competency/${guid}-c`;
    const objects = [
      { '@context': CONTEXT, '@type': 'Competency', '@id': id, name: { '@language': 'en', '@value': competency } },
      {
        '@context': CONTEXT,
        '@type': 'Framework',
        name: { '@language': 'en', '@value': name },
        '@id': `${server.api}data/schema.cassproject.org.0.4.Framework/${guid}`,
        competency: [id],
        ...members,
      },
    ];
    const saved = await client.call('/api/sky/repo/multiPut', { json: objects });
    expect(saved.status).toBe(200);
  }

  it('lists frameworks, finds them by words and filters, and opens them', async () => {
    await framework('Carpentry', 'Saw along a line', { publisher: 'Guild of Joiners' });
    await framework('Plumbing', 'Solder a joint');
    const page = await editors.open();
    await page.getByRole('row', { name: /Carpentry/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Find a framework' }).fill('plumbing');
    await page.getByRole('row', { name: /Carpentry/ }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: 'Find a framework' }).fill('nothing like this');
    await page.getByText('No framework fits').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('button', { name: /Publisher/ }).click();
    await page.getByRole('option', { name: 'Guild of Joiners' }).click();
    await page.getByRole('row', { name: /Plumbing/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Carpentry/ }).click();
    await page.getByRole('treeitem', { name: 'Saw along a line' }).waitFor();
  });

  it('finds all objects by their words, and shows the framework of each', async () => {
    await framework('Masonry', 'Point a wall');
    const page = await editors.open();
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('point');
    await page.keyboard.press('Enter');
    await page.getByText('in Masonry').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Point a wall' }).click();
    await page.getByRole('treeitem', { name: 'Point a wall' }).waitFor();
  });

  it('shows what is found as one types, by keyboard from everywhere: Ctrl+K, arrow keys, Enter', async () => {
    await framework('Surveying', 'Level a theodolite');
    const page = await editors.open();
    await page.getByRole('searchbox', { name: 'Search everything' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('theod');
    await page.getByRole('option', { name: /Level a theodolite/ }).waitFor();
    expect(await page.locator('mark').allInnerTexts()).toEqual(['theodolite']);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Level a theodolite', selected: true }).waitFor();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  });

  it('finds other forms of words, words with an error, and pasted text with brackets', async () => {
    await framework('Laboratory', 'Calibrate a balance (up to 10 g)');
    await framework('Apply for a post', 'Write a résumé');
    const page = await editors.open();
    const search = async (text: string, found = 'Calibrate a balance (up to 10 g)') => {
      await page.getByRole('searchbox', { name: 'Search everything' }).fill(text);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: `Search: ${text}` }).waitFor();
      await page.getByRole('link', { name: found }).waitFor();
    };
    await search('calib bal');
    await page.getByText('1 match').waitFor();
    await search('calibrating');
    await page.getByText('1 match').waitFor();
    await search('balanse');
    await page.getByText('Nothing has exactly these words. Similar ones:').waitFor();
    await search('resume', 'Write a résumé');
    await search('Calibrate a balance (up to 10 g');
    await page.getByText('Nothing has exactly these words').waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('opens the framework that a link of an existing installation names', async () => {
    await framework('Roofing', 'Lay tiles');
    const id = `${server.api}data/schema.cassproject.org.0.4.Framework/roofing`;
    const page = await editors.open(`cass-editor/index.html?frameworkId=${encodeURIComponent(id)}`);
    await page.getByRole('treeitem', { name: 'Lay tiles' }).waitFor();
    const missing = await editors.open(`?frameworkId=${encodeURIComponent(`${id}-not`)}`);
    await missing.getByText('There is nothing at this address').waitFor();
    await expectAccessible(missing);
  });

  it('is skipped by the first link of a page, which leads to the content of the same page', async () => {
    const page = await editors.open('svc-editor/search');
    await page.getByRole('searchbox').first().waitFor();
    const address = page.url();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await page.locator('main:focus').waitFor();
    expect(page.url().replace('#content', '')).toBe(address);
  });

  it('is in the chosen language and its direction, also after a reload and on a small screen', async () => {
    const page = await editors.open('', { width: 390 });
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await page.locator('html[dir=rtl][lang^=ar]').waitFor();
    const words: string[] = [];
    page.on('request', (request) => words.push(...(/assets\/(?:en|de|es|fr|ar)-/.exec(request.url()) ?? [])));
    await page.reload();
    await page.locator('html[dir=rtl]').waitFor();
    await page.getByRole('heading', { name: 'الأُطر' }).waitFor();
    expect(words).toEqual(['assets/ar-']);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.goto(new URL('svc-editor/learners', server.url).href);
    await page.getByRole('heading', { name: 'المتعلمون', exact: true }).waitFor();
    await page.getByRole('button', { name: 'إضافة متعلم' }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await expectAccessible(page);
    await expectNoOverflow(page);
  });

  it('shows the selection in the colours of the system if these are forced', async () => {
    await framework('Glazing', 'Cut a pane');
    const page = await editors.open();
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('row', { name: /Glazing/ }).click();
    await page.getByRole('treeitem', { name: 'Cut a pane' }).click();
    const colours = await page.evaluate(() => {
      const row = document.querySelector('.outline-row[data-selected]');
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.cssText = 'background: Highlight; color: HighlightText; forced-color-adjust: none';
      return [row, probe].map((element) => {
        const { backgroundColor, color } =
          element === null ? { backgroundColor: '', color: '' } : getComputedStyle(element);
        return [backgroundColor, color];
      });
    });
    expect(colours[0]).toEqual(colours[1]);
    const inside = page.locator('.outline-row[data-selected] *').evaluateAll((parts) => {
      return parts.map((part) => getComputedStyle(part).color);
    });
    expect(new Set(await inside)).toEqual(new Set([colours[1]?.[1]]));
    await expectAccessible(page);
  });
});
