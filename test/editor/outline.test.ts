import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person at the editor', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  /** Makes a framework of one's own. */
  async function newFramework(name: string): Promise<Page> {
    const page = await editors.open();
    await page.getByRole('link', { name: 'New framework' }).first().click();
    await page.getByLabel('What is it called?').fill(name);
    await page.keyboard.press('Enter');
    await page.getByLabel('Type the first competency').waitFor();
    return page;
  }

  /** Types a list into an empty framework, with keys alone. */
  async function typeOutline(page: Page): Promise<void> {
    await page.getByLabel('Type the first competency').fill('Bread');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Bread' }).focus();
    await page.keyboard.press('Enter');
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

  it('begins without an account: a repository without frameworks offers three ways, and nobody else can change what is made', async () => {
    const page = await newFramework('Baking');
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
    const page = await newFramework('Baking by keys');
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
    await page.keyboard.press('Delete');
    expect(await outlineOf(page)).toEqual(['Cakes']);
    await page.keyboard.press('Control+z');
    expect(await outlineOf(page)).toEqual(BAKING);
    await expectAccessible(page);
  });

  it('pastes cells of a spreadsheet and lists with bullets, and moves what was cut', async () => {
    const page = await newFramework('Pasted');
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

  it('keeps what was typed without a connection, over a reload, and sends it later', async () => {
    const page = await newFramework('Far away');
    await page.getByLabel('Type the first competency').fill('Sail');
    await page.keyboard.press('Enter');
    await untilSaved(page);
    await page.context().route('**/api/**', (route) => route.abort());
    await page.getByRole('treeitem', { name: 'Sail' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Row');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.keyboard.type('Row a boat');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await page.getByText(/Offline: \d+ changes? (?:is|are) kept here/).waitFor();
    await page.context().unroute('**/api/**');
    await page.reload();
    await page.getByRole('treeitem', { name: 'Row a boat' }).waitFor();
    await untilSaved(page);
    expect((await client.call('/api/sky/repo/search?q=%22Row%20a%20boat%22')).json()).toHaveLength(1);
  });
});

describe.skipIf(path === null)('two people at the editor', () => {
  const { server } = useServer();
  const editors = useEditors(server, path);

  it('lose nothing in one framework, and decide what both have changed', async () => {
    const ada = await editors.open();
    await ada.getByRole('button', { name: 'Look around in an example' }).click();
    await ada.getByRole('treeitem', { name: 'True a wheel' }).waitFor();
    const bob = await editors.open(new URL(ada.url()).pathname.slice(1));
    await bob.getByRole('treeitem', { name: 'True a wheel' }).waitFor();
    await ada.getByRole('treeitem', { name: 'True a wheel' }).focus();
    await ada.keyboard.press('Enter');
    await ada.keyboard.type('Lace a wheel');
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('F2');
    await ada.keyboard.type('Lace a wheel');
    await ada.keyboard.press('ArrowUp');
    await ada.keyboard.press('Escape');
    await bob.getByRole('treeitem', { name: 'Adjust rim brakes' }).focus();
    await bob.keyboard.press('Enter');
    await bob.keyboard.type('Bleed brakes');
    await bob.keyboard.press('ArrowUp');
    await bob.keyboard.press('Escape');
    for (const page of [ada, bob]) {
      await page.getByRole('treeitem', { name: 'Lace a wheel' }).waitFor();
      await page.getByRole('treeitem', { name: 'Bleed brakes' }).waitFor();
    }
    await expectAccessible(bob);

    await ada.context().route('**/api/data/**', (route) => route.abort());
    await rename(ada, 'True a wheel', 'True a front wheel');
    await rename(bob, 'True a wheel', 'True a rear wheel');
    await untilSaved(bob);
    await ada.context().unroute('**/api/data/**');
    await ada.getByRole('button', { name: 'Try again' }).click();
    await ada.getByRole('button', { name: 'Decide' }).click();
    await ada.getByText('True a rear wheel').waitFor();
    await expectAccessible(ada);
    await ada.getByRole('button', { name: 'Keep this: Theirs' }).click();
    await ada.getByRole('treeitem', { name: 'True a rear wheel' }).waitFor();
    await untilSaved(ada);
  });

  async function rename(page: Page, from: string, to: string): Promise<void> {
    await page.getByRole('treeitem', { name: from, exact: true }).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type(to);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
  }
});
