import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { useService } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person who edits an outline by pointer', () => {
  const { server } = useService();
  const editors = useEditors(server, path);

  const OUTLINE = ['Bread', '  Knead', '  Proof', 'Cakes', 'Tins'];

  async function outline(name: string): Promise<Page> {
    const page = await newFramework(editors, name);
    await page.getByRole('button', { name: 'Paste a list…' }).click();
    await page.getByLabel('List or table').fill('Bread\n\tKnead\n\tProof\nCakes\nTins');
    await page.getByRole('button', { name: 'Add 5 competencies' }).click();
    await page.getByRole('treeitem', { name: 'Tins' }).waitFor();
    expect(await outlineOf(page)).toEqual(OUTLINE);
    return page;
  }

  const focusedRow = (page: Page, name: string) =>
    page.getByRole('treeitem', { name }).and(page.locator(':focus')).waitFor();

  it('opens a menu at the pointer by the right button, for the row or for all chosen ones, and moves them elsewhere', async () => {
    const page = await outline('By menu');
    await page.getByRole('treeitem', { name: 'Cakes' }).click({ button: 'right' });
    await page.getByRole('menu', { name: 'More for Cakes' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await focusedRow(page, 'Cakes');
    await page.getByRole('treeitem', { name: 'Tins' }).click({ modifiers: ['Shift'] });
    await page.getByRole('treeitem', { name: 'Tins' }).click({ button: 'right' });
    await page.getByRole('menu', { name: '2 selected' }).getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByRole('dialog', { name: 'Move 2 competencies below' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Competency' }).fill('knea');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await outlineOf(page)).toEqual(['Bread', '  Knead', '    Cakes', '    Tins', '  Proof']);
    await focusedRow(page, 'Cakes');
    await page.keyboard.press('Control+z');
    expect(await outlineOf(page)).toEqual(OUTLINE);
    await untilSaved(page);
  });

  it.each([
    { width: 375, height: 800 },
    { width: 320, height: 256 }, // 1280 by 1024 at 400 %
  ])('has most of a window of $width by $height for rows, if need be by scrolling the page', async (size) => {
    const page = await outline(`On ${size.width} px`);
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: 'Hide the details' }).first().click();
    await page.setViewportSize(size);
    await page.getByRole('treeitem', { name: 'Tins' }).click();
    const seen = await page
      .getByRole('tree')
      .evaluate((tree) => (tree.parentElement ?? tree).getBoundingClientRect().height / window.innerHeight);
    expect(seen).toBeGreaterThan(0.6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Add a competency' }).click();
    await page.keyboard.type('Whisks');
    await page.keyboard.press('Escape');
    expect(await outlineOf(page)).toEqual([...OUTLINE, 'Whisks']);
    await expectAccessible(page);
    await untilSaved(page);
  });

  it('indents, copies and deletes several chosen rows by the buttons below the outline', async () => {
    const page = await outline('By buttons');
    await page.getByRole('treeitem', { name: 'Cakes' }).click();
    expect(await page.getByRole('toolbar', { name: 'Selected competencies' }).isVisible()).toBe(false);
    await page.getByRole('treeitem', { name: 'Tins' }).click({ modifiers: ['Control'] });
    await page.getByRole('treeitem', { name: 'Cakes' }).click({ modifiers: ['Control'] });
    const bar = page.getByRole('toolbar', { name: 'Selected competencies' });
    await bar.getByText('2 selected').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Indent' }).click();
    expect(await outlineOf(page)).toEqual(['Bread', '  Knead', '  Proof', '  Cakes', '  Tins']);
    await bar.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('treeitem', { name: 'Bread' }).click();
    await page.keyboard.press('Control+v');
    expect(await outlineOf(page)).toEqual(['Bread', '  Knead', '  Proof', '  Cakes', '  Tins', 'Cakes', 'Tins']);
    await page
      .getByRole('treeitem', { name: 'Tins' })
      .last()
      .click({ modifiers: ['Shift'] });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 competencies deleted').waitFor();
    expect(await outlineOf(page)).toEqual(['Bread', '  Knead', '  Proof', '  Cakes', '  Tins']);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    expect(await outlineOf(page)).toHaveLength(7);
    await untilSaved(page);
  });

  it('numbers by place, is told when the numbers no longer follow the places, and numbers again', async () => {
    const page = await outline('By number');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Number by place' }).click();
    const numbered = ['1 Bread', '  1.1 Knead', '  1.2 Proof', '2 Cakes', '3 Tins'];
    await expect.poll(() => outlineOf(page)).toEqual(numbered);
    const notice = page.getByText('The numbers no longer follow the places.');
    expect(await notice.count()).toBe(0);
    await page.getByRole('treeitem', { name: 'Tins' }).click();
    await page.keyboard.press('Alt+ArrowUp');
    await notice.waitFor();
    expect(await outlineOf(page)).toEqual([...numbered.slice(0, 3), '3 Tins', '2 Cakes']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Number again' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await outlineOf(page)).toEqual([...numbered.slice(0, 3), '2 Tins', '3 Cakes']);
    await untilSaved(page);
  });

  it('sees while dragging what is carried, and below which competency it will be', async () => {
    const page = await outline('By dragging');
    const from = await page.getByRole('treeitem', { name: 'Tins' }).locator('.outline-handle').boundingBox();
    const to = await page.getByRole('treeitem', { name: 'Proof' }).boundingBox();
    if (from === null || to === null) throw new Error('The rows are not shown.');
    await page.mouse.move(from.x + 5, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + to.height - 4, { steps: 5 });
    await page.locator('.outline-dragged').getByText('Tins').waitFor();
    await page.locator('[data-drop-parent]').getByText('Proof').waitFor();
    await page.mouse.move(to.x + 30, to.y + to.height - 4, { steps: 3 });
    await page.locator('[data-drop-parent]').getByText('Bread').waitFor();
    await page.mouse.up();
    expect(await outlineOf(page)).toEqual(['Bread', '  Knead', '  Proof', '  Tins', 'Cakes']);
    await page.locator('.outline-dragged').waitFor({ state: 'detached' });
    await untilSaved(page);
  });
});
