import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { textIn } from '../../editor/src/words/text-of.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

/** Matches a text without a letter in a request body. */
const NAMELESS = /"(?:@value|name)":"\s*"/;

describe.skipIf(path === null)('a person who adds competencies by keys', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
  const field = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus'));

  /** Types the first names of a framework, one after the other; the last Enter has started another row. */
  async function typed(page: Page, ...names: readonly string[]): Promise<void> {
    await page.getByLabel('Type the first competency').and(page.locator(':focus')).waitFor();
    for (const name of names) {
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await field(page).waitFor();
    }
  }

  /** The bodies of all requests of a page that save something. */
  function savesOf(page: Page): readonly string[] {
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/api/')) bodies.push(request.postData() ?? '');
    });
    return bodies;
  }

  /** The names of the competencies that the framework of a page lists in the service. */
  async function storedNames(page: Page): Promise<readonly string[]> {
    const segment = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const id = decodeURIComponent(decodeURIComponent(segment));
    const framework = (await client.call(new URL(id).pathname)).json();
    const listed: readonly JsonObject[] = (
      await client.call('/api/sky/repo/multiGet', { json: framework.competency })
    ).json();
    return listed.map((object) => textIn(object, 'name', 'en') ?? '');
  }

  it('types one name after the other into a new framework, and finds all of them', async () => {
    const page = await newFramework(editors, 'Three names');
    const saves = savesOf(page);
    await typed(page, 'Alpha', 'Beta', 'Gamma');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.locator('[role="treeitem"]:focus').waitFor();
    expect(await outlineOf(page)).toEqual(['Alpha', 'Beta', 'Gamma']);
    await untilSaved(page);
    expect(await storedNames(page)).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(saves.filter((body) => NAMELESS.test(body))).toEqual([]);
    await page.reload();
    await row(page, 'Gamma').waitFor();
    expect(await outlineOf(page)).toEqual(['Alpha', 'Beta', 'Gamma']);
  });

  it('shows the empty outline and the details beside each other, over the whole width', async () => {
    const page = await newFramework(editors, 'Empty');
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const field = await page.getByLabel('Type the first competency').boundingBox();
      const details = await page.getByRole('complementary', { name: 'Details' }).boundingBox();
      const [left, right] = [details?.x ?? 0, (details?.x ?? 0) + (details?.width ?? 0)];
      expect(right).toBeGreaterThan(width - 40);
      expect(left).toBeGreaterThan(width / 2);
      expect((field?.x ?? width) + (field?.width ?? 0)).toBeLessThan(left);
    }
  });

  it('types letters on a chosen row, which lead to another one and change no name', async () => {
    const page = await newFramework(editors, 'Letters');
    await typed(page, 'Alpha', 'Beta', 'Blend it');
    await page.keyboard.press('Escape');
    await row(page, 'Alpha').focus();
    await page.keyboard.type('b');
    await row(page, 'Beta').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('lend i');
    await row(page, 'Blend it').and(page.locator(':focus')).waitFor();
    await row(page, 'Alpha').click();
    expect(await outlineOf(page)).toEqual(['Alpha', 'Beta', 'Blend it']);
    await untilSaved(page);
    expect(await storedNames(page)).toEqual(['Alpha', 'Beta', 'Blend it']);
  });

  it.each([
    ['by Escape', (page: Page) => page.keyboard.press('Escape')],
    ['by Enter', (page: Page) => page.keyboard.press('Enter')],
    ['by Backspace', (page: Page) => page.keyboard.press('Backspace')],
    ['by an arrow', (page: Page) => page.keyboard.press('ArrowUp')],
    ['by a press on another row', (page: Page) => row(page, 'Alpha').click()],
    ['by a press beside the outline', (page: Page) => page.getByRole('heading', { name: 'Left' }).click()],
    ['with blanks in it', (page: Page) => page.keyboard.type('  ').then(() => page.keyboard.press('Enter'))],
  ])('leaves a new row without a name %s, and it is gone', async (_, leave) => {
    const page = await newFramework(editors, 'Left');
    const saves = savesOf(page);
    await typed(page, 'Alpha', 'Beta');
    await leave(page);
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha', 'Beta']);
    await untilSaved(page);
    expect(await storedNames(page)).toEqual(['Alpha', 'Beta']);
    expect(saves.filter((body) => NAMELESS.test(body))).toEqual([]);
  });

  it('closes the page in a new row: without a name it is gone, with one it is saved', async () => {
    const page = await newFramework(editors, 'Closed');
    await typed(page, 'Alpha');
    await page.reload();
    await row(page, 'Alpha').waitFor();
    expect(await outlineOf(page)).toEqual(['Alpha']);
    await row(page, 'Alpha').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Bet');
    await page.reload();
    await row(page, 'Bet').waitFor();
    expect(await outlineOf(page)).toEqual(['Alpha', 'Bet']);
    await untilSaved(page);
    expect(await storedNames(page)).toEqual(['Alpha', 'Bet']);
  });

  it('keeps the very first name when the page is closed before Enter', async () => {
    const page = await newFramework(editors, 'First word');
    await page.getByLabel('Type the first competency').fill('Alpha');
    await page.reload();
    await row(page, 'Alpha').waitFor();
  });

  it('ends with Escape: a new name is kept, an existing one does not change, even if it was emptied', async () => {
    const page = await newFramework(editors, 'Escaped');
    await typed(page, 'Alpha');
    await page.keyboard.type('A long statement');
    await page.keyboard.press('Escape');
    await row(page, 'A long statement').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('F2');
    await page.keyboard.type('Oops');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    expect(await outlineOf(page)).toEqual(['Alpha', 'A long statement']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha']);
  });

  it('indents and moves a row before it has a name', async () => {
    const page = await newFramework(editors, 'Indented first');
    await typed(page, 'Alpha', 'Beta');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Below beta');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Gamma');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.type('Before gamma');
    await page.keyboard.press('Escape');
    expect(await outlineOf(page)).toEqual(['Alpha', 'Beta', '  Below beta', 'Before gamma', 'Gamma']);
    await untilSaved(page);
    await page.reload();
    await row(page, 'Gamma').waitFor();
    expect(await outlineOf(page)).toEqual(['Alpha', 'Beta', '  Below beta', 'Before gamma', 'Gamma']);
  });

  it('selects what comes back by undo and redo, and the row before what goes', async () => {
    const page = await newFramework(editors, 'Back again');
    await typed(page, 'Alpha', 'Beta', 'Gamma', 'Delta');
    await page.keyboard.press('Escape');
    const chosen = () =>
      page
        .getByRole('treeitem', { selected: true })
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
    await row(page, 'Beta').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Delete');
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha', 'Delta']);
    await expect.poll(chosen).toEqual(['Alpha']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
    await expect.poll(chosen).toEqual(['Beta', 'Gamma']);
    await row(page, 'Beta').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha', 'Delta']);
    await expect.poll(chosen).toEqual(['Alpha']);
    await row(page, 'Alpha').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(chosen).toEqual(['Beta', 'Gamma']);
  });

  it('undoes a deletion and a removed place by its message, also after another command', async () => {
    const page = await newFramework(editors, 'Taken back');
    await typed(page, 'Alpha', 'Beta');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Below beta');
    await page.keyboard.press('Escape');
    await row(page, 'Beta').focus();
    await page.keyboard.press('Delete');
    const message = (text: string) => page.getByRole('alertdialog').filter({ hasText: text });
    await message('2 competencies deleted').hover(); // it stays as long as the pointer is on it
    await expectAccessible(page);
    await row(page, 'Alpha').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Omega');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await message('2 competencies deleted').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => outlineOf(page)).toEqual(['Omega', 'Beta', '  Below beta']);
    await page.getByRole('treeitem', { name: 'Beta', exact: true, selected: true }).waitFor();

    await row(page, 'Below beta').click();
    await page.getByRole('tab', { name: 'Relations' }).click();
    await page.getByRole('button', { name: 'Remove the relation to Beta' }).click();
    await expect.poll(() => outlineOf(page)).toEqual(['Omega', 'Beta', 'Below beta']);
    await message('it is not below “Beta” any more').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => outlineOf(page)).toEqual(['Omega', 'Beta', '  Below beta']);
    await untilSaved(page);
    expect(await storedNames(page)).toEqual(['Omega', 'Beta', 'Below beta']);
  });
});
