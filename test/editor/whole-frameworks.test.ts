import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person with a framework of their own', () => {
  const { server } = useServer();
  const editors = useEditors(server, path);

  async function choose(page: Page, entry: string): Promise<void> {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  }

  async function withTwoCompetencies(name: string): Promise<Page> {
    const page = await newFramework(editors, name);
    await page.keyboard.type('Alpha');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Beta');
    await page.keyboard.press('Escape');
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha', '  Beta']);
    await untilSaved(page);
    return page;
  }

  it('duplicates it, and changes the copy alone', async () => {
    const page = await withTwoCompetencies('Pumps');
    const original = page.url();
    await choose(page, 'Duplicate');
    await page.getByRole('heading', { name: 'Copy of Pumps' }).waitFor();
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha', '  Beta']);
    await page.getByRole('treeitem', { name: 'Beta' }).click();
    await page.keyboard.press('Delete');
    await untilSaved(page);
    await page.goto(original);
    await page.getByRole('treeitem', { name: 'Beta' }).waitFor();
  });

  it('deletes it after a question that says how much is deleted, and takes that back', async () => {
    const page = await withTwoCompetencies('Valves');
    await choose(page, 'Delete this framework…');
    const question = page.getByRole('alertdialog', { name: 'Delete “Valves”?' });
    await question.getByText('With it, 3 parts are deleted').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await outlineOf(page)).toEqual(['Alpha', '  Beta']);
    await choose(page, 'Delete this framework…');
    await question.getByRole('button', { name: 'Delete' }).click();
    const message = page.getByRole('alertdialog').filter({ hasText: '“Valves” is deleted' });
    await message.waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Valves' }).count()).toBe(0);
    await expectAccessible(page);
    await message.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Valves' }).waitFor();
    await expect.poll(() => outlineOf(page)).toEqual(['Alpha', '  Beta']);
  });
});
