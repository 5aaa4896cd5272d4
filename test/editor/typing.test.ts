import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { frameworkOfItems } from '../../editor/src/outline/create-framework.ts';
import { chromiumPath } from '../support/chromium.ts';
import { newFramework, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const PATIENT = { timeout: 20_000 };

describe.skipIf(path === null)('text that a person is typing', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

  /** Two people with a framework that anyone may change. */
  async function adaAndBob(): Promise<readonly [Page, Page]> {
    const items = ['Mend a tube', 'True a wheel', 'Adjust brakes'].map((name) => ({ fields: { name }, children: [] }));
    const { frameworkId, objects } = frameworkOfItems(server.api, items, {
      name: 'Bicycles',
      language: 'en',
      owner: '',
    });
    const everybodys = [...objects.values()].map(({ '@owner': _, ...object }) => object);
    expect((await client.call('/api/sky/repo/multiPut', { json: everybodys })).json()).toMatchObject({ failed: [] });
    const address = `svc-editor/frameworks/${encodeURIComponent(frameworkId)}`;
    const [ada, bob] = [await editors.open(address), await editors.open(address)];
    for (const page of [ada, bob]) await row(page, 'True a wheel').waitFor();
    return [ada, bob];
  }

  it('is kept when the page is reloaded, or left by the keys of the browser, in the middle of a word', async () => {
    const page = await newFramework(editors, 'Interrupted');
    await page.getByLabel('Type the first competency').fill('Sail');
    await page.keyboard.press('Enter');
    await untilSaved(page);
    await row(page, 'Sail').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Row a bo');
    await page.reload();
    await row(page, 'Row a bo').waitFor();
    await page.getByRole('button', { name: 'Name of the framework' }).click();
    await page.keyboard.type('Boats');
    await page.reload();
    await page.getByRole('heading', { name: 'Boats' }).waitFor();
    await row(page, 'Sail').focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Sail close to the wi');
    await page.goBack();
    await page.goForward();
    await row(page, 'Sail close to the wi').waitFor();
  });

  it('goes into the row that a menu has just added', async () => {
    const page = await newFramework(editors, 'By menu');
    await page.getByLabel('Type the first competency').fill('Sail');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More for Sail' }).click();
    await page.getByRole('menuitem', { name: 'Add inside' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Tack');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => outlineOf(page)).toEqual(['Sail', '  Tack']);
  });

  it('continues in its row when another person moves the row', async () => {
    const [ada, bob] = await adaAndBob();
    const before = await outlineOf(bob);
    await row(bob, 'True a wheel').focus();
    await bob.keyboard.press('F2');
    await bob.keyboard.type('True a fr');
    await row(ada, 'True a wheel').focus();
    await ada.keyboard.press('Alt+ArrowRight');
    await expect
      .poll(() => outlineOf(bob), PATIENT)
      .toEqual([before[0], expect.stringMatching(/^ {2}True/), before[2]]);
    await bob.keyboard.type('ont wheel');
    await bob.keyboard.press('ArrowDown');
    await bob.keyboard.press('Escape');
    await untilSaved(bob);
    const names = (list: readonly string[]): readonly string[] => list.map((line) => line.trim()).sort();
    expect(names(await outlineOf(bob))).toEqual(
      names(before.map((line) => line.replace('True a wheel', 'True a front wheel'))),
    );
  });

  it('is not lost when another person deletes its competency', async () => {
    const [ada, bob] = await adaAndBob();
    await row(bob, 'True a wheel').focus();
    await bob.keyboard.press('F2');
    await bob.keyboard.type('True a front wheel');
    await row(ada, 'True a wheel').focus();
    await ada.keyboard.press('Delete');
    await bob.getByRole('button', { name: 'Decide' }).waitFor();
    await bob.keyboard.type('xyz');
    await bob.getByRole('button', { name: 'Decide' }).click();
    await bob.getByText('True a front wheel', { exact: true }).waitFor();
    await bob.getByRole('button', { name: 'Keep this: Yours' }).click();
    await row(ada, 'True a front wheel').waitFor();
    expect((await outlineOf(ada)).join()).not.toContain('xyz');
  });

  it('does not replace what another person wrote in the same field meanwhile', async () => {
    const [ada, bob] = await adaAndBob();
    for (const page of [ada, bob]) await row(page, 'True a wheel').click();
    const description = (page: Page) => page.getByRole('textbox', { name: /^Description/ }).first();
    await description(bob).fill('With a stand');
    await description(ada).fill('Without a stand');
    await row(ada, 'True a wheel').focus();
    await untilSaved(ada);
    await row(bob, 'True a wheel').getByText('Changed by somebody else just now').waitFor({ state: 'attached' });
    await row(bob, 'True a wheel').focus();
    await bob.getByRole('button', { name: 'Decide' }).click();
    await bob.getByRole('dialog').getByText('Without a stand').waitFor();
    await bob.getByRole('button', { name: 'Keep this: Yours' }).click();
    await expect.poll(() => description(ada).inputValue(), PATIENT).toBe('With a stand');
  });
});

describe.skipIf(path === null)('a selection', () => {
  const { server } = useServer();
  const editors = useEditors(server, path);

  it('includes everything below it once when it is moved or copied', async () => {
    const page = await newFramework(editors, 'Trees');
    await page.getByLabel('Type the first competency').fill('A');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: 'A' }).focus();
    for (const name of ['B', 'C', 'D']) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(name);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Escape');
      await page.getByRole('treeitem', { name }).focus();
    }
    const choose = async (): Promise<void> => {
      await page.getByRole('treeitem', { name: 'B' }).first().click();
      await page.keyboard.press('Shift+ArrowDown');
    };
    await page.getByRole('treeitem', { name: 'C' }).click();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => outlineOf(page)).toEqual(['A', 'B', '  C', 'D']);
    await choose();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => outlineOf(page)).toEqual(['A', '  B', '    C', 'D']);
    await choose();
    await page.keyboard.press('Control+C');
    await page.getByRole('treeitem', { name: 'D' }).click();
    await page.keyboard.press('Control+V');
    await expect.poll(() => outlineOf(page)).toEqual(['A', '  B', '    C', 'D', 'B', '  C']);
  });
});
