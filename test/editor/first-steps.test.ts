import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { useService } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person who starts with the editor', () => {
  const { server, client } = useService();
  const editors = useEditors(server, path);

  /** Types a list into an empty framework, with keys alone. */
  async function typeOutline(page: Page): Promise<void> {
    await page.getByLabel('Type the first competency').fill('Bread');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Knead');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Proof the dough');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Cakes');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Escape');
  }

  const BAKING = ['Bread', '  Knead', '  Proof the dough', 'Cakes'];

  it('starts without an account: an empty repository offers three ways, and nobody else can change the result', async () => {
    const page = await newFramework(editors, 'Baking');
    await expectAccessible(page);
    await typeOutline(page);
    expect(await outlineOf(page)).toEqual(BAKING);
    await untilSaved(page);
    const [framework] = (await client.call('/api/sky/repo/search?q=Baking')).json();
    expect(framework['@owner']).toHaveLength(1);
    const changed = { ...framework, name: 'Mine now', '@id': framework['@id'].replace(/\d+$/, '') };
    expect((await client.call(framework['@id'], { json: changed })).status).toBe(401);
    const stranger = await editors.open(`svc-editor/frameworks/${encodeURIComponent(framework['@id'])}`);
    await stranger.getByText('You can read this framework.').waitFor();
    await expectAccessible(stranger);
    await stranger.getByRole('button', { name: 'Make a copy' }).click();
    await stranger.getByRole('heading', { name: 'Copy of Baking' }).waitFor();
    expect(await outlineOf(stranger)).toEqual(BAKING);
  });

  it('writes an outline with keys alone, moves and undoes, and finds it after a reload', async () => {
    const page = await newFramework(editors, 'Baking by keys');
    await typeOutline(page);
    await page.keyboard.press('Alt+ArrowUp');
    expect(await outlineOf(page)).toEqual(['Cakes', 'Bread', '  Knead', '  Proof the dough']);
    await page.keyboard.press('Control+z');
    expect(await outlineOf(page)).toEqual(BAKING);
    await page.keyboard.press('Control+Shift+z');
    await untilSaved(page);
    await page.reload();
    await page.getByRole('treeitem', { name: 'Knead' }).waitFor();
    expect(await outlineOf(page)).toEqual(['Cakes', 'Bread', '  Knead', '  Proof the dough']);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await outlineOf(page)).toEqual(BAKING);
    await page.getByRole('treeitem', { name: 'Bread' }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Also place under another…' }).waitFor();
    await page.locator('[role="menu"]:is(:focus, :focus-within)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: 'Bread' }).and(page.locator(':focus')).waitFor(); // the menu returned the focus
    await page.keyboard.press('Delete');
    expect(await outlineOf(page)).toEqual(['Cakes']);
    await page.keyboard.press('Control+z');
    expect(await outlineOf(page)).toEqual(BAKING);
    await expectAccessible(page);
  });

  it('pastes cells of a spreadsheet and lists with bullets, and moves what was cut', async () => {
    const page = await newFramework(editors, 'Pasted');
    await page.getByRole('button', { name: 'Paste a list…' }).click();
    await page.getByLabel('List or table').fill('Bread\n\tKnead\tBy hand\n\tProof\nCakes');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add 4 competencies' }).click();
    await page.getByRole('treeitem', { name: 'Cakes' }).waitFor();
    expect(await outlineOf(page)).toEqual(['Bread', '  Knead', '  Proof', 'Cakes']);
    await page.getByRole('treeitem', { name: 'Knead' }).click();
    await page.keyboard.press('Control+x');
    await page.getByRole('treeitem', { name: 'Cakes' }).click();
    await page.keyboard.press('Control+v');
    expect(await outlineOf(page)).toEqual(['Bread', '  Proof', 'Cakes', 'Knead']);
    await page.evaluate(() => navigator.clipboard.writeText('- Ovens\n  - Heat\n- Tins'));
    await page.keyboard.press('Control+v');
    await page.getByRole('treeitem', { name: 'Tins' }).waitFor();
    expect(await outlineOf(page)).toEqual(['Bread', '  Proof', 'Cakes', 'Knead', 'Ovens', '  Heat', 'Tins']);
    await untilSaved(page);
    const found = (await client.call('/api/sky/repo/search?q=%22By%20hand%22')).json();
    expect(found).toHaveLength(1);
  });

  it('shows a reader what its owner changes, while it happens', async () => {
    const page = await newFramework(editors, 'Watched');
    const reader = await newFramework(editors, 'Of the reader'); // the channel receives a proof of the reader's key
    await reader.goto(page.url());
    await reader.getByText('You can read this framework.').waitFor();
    await page.getByLabel('Type the first competency').fill('Bread');
    await page.keyboard.press('Enter');
    await untilSaved(page);
    await reader.getByRole('treeitem', { name: 'Bread' }).waitFor();
  });
});
