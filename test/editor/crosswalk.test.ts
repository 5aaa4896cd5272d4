import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';
import { lazily } from '../support/lazily.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('alignments of two frameworks in the editor', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  const frameworks = lazily(() => namedFrameworks(server, client));
  const addressOf = (first: string, second?: string) => {
    const other = second === undefined ? '' : `?with=${encodeURIComponent(frameworks.framework(second))}`;
    return `svc-editor/frameworks/${encodeURIComponent(frameworks.framework(first))}/crosswalk${other}`;
  };

  beforeAll(async () => {
    await frameworks.save('Baking', ['Bread', 'Knead', 'Proof', 'Cakes'], [['Knead', 'narrows', 'Bread']]);
    await frameworks.save('Pastry', ['Dough', 'Work dough', 'Let rise'], [['Work dough', 'narrows', 'Dough']]);
  });

  it('are made by keyboard, changed, undone and removed, and are in the API', async () => {
    const page = await editors.open(addressOf('Baking'));
    await page.getByRole('combobox', { name: 'Other framework' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Other framework' }).fill('Pastry');
    await page.getByRole('option', { name: 'Pastry' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('0 of 4 aligned').waitFor();

    await page.getByRole('tree', { name: 'Baking' }).getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowDown'); // Knead
    await page.getByRole('tree', { name: 'Pastry' }).getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowDown'); // Work dough
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[role=option]:focus').waitFor();
    const kinds = await page.getByRole('option').allInnerTexts();
    for (let down = 0; down < kinds.indexOf('is part of'); down++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Align', exact: true }).press('Enter');
    await page.getByText('1 of 4 aligned').waitFor();
    await page.getByRole('treeitem', { name: 'Knead, aligned' }).waitFor();
    await untilSaved(page);
    const [made] = (await frameworks.relationsOf('Baking')).slice(-1);
    expect(made).toMatchObject({
      '@type': 'Relation',
      source: frameworks.competency('Baking', 'Knead'),
      target: frameworks.competency('Pastry', 'Work dough'),
      relationType: 'narrows',
    });
    await expectAccessible(page);

    await page.getByRole('combobox', { name: 'Relation between Knead and Work dough' }).selectOption('contains');
    await untilSaved(page);
    expect((await frameworks.relationsOf('Baking')).at(-1)).toMatchObject({
      source: frameworks.competency('Pastry', 'Work dough'),
      'schema:dateCreated': made?.['schema:dateCreated'], // the same relation, with all its members
    });
    await page.getByRole('button', { name: 'Remove: Knead contains Work dough' }).press('Enter');
    await page.getByText('0 of 4 aligned').waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('1 of 4 aligned').waitFor();
    await page.getByRole('switch', { name: 'Only what is not aligned yet' }).press('Space');
    await page.getByRole('treeitem', { name: 'Knead, aligned' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('leave the focus where Tab took it right after an arrow key', async () => {
    const page = await editors.open(addressOf('Baking', 'Pastry'));
    await page.getByRole('tree', { name: 'Pastry' }).getByRole('treeitem').first().focus();
    await page.evaluate(() => {
      const nextFrame = requestAnimationFrame;
      globalThis.requestAnimationFrame = (callback) => nextFrame(() => setTimeout(callback, 200)); // later than the keys
    });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.waitForTimeout(400);
    await page.getByRole('button', { name: 'Relation' }).and(page.locator(':focus')).waitFor();
  });

  it('are made by dragging, in the framework that is chosen, and saved as a table', async () => {
    await frameworks.save('Cooking', ['Boil']);
    await frameworks.save('Kitchen', ['Heat water']);
    const page = await editors.open(addressOf('Cooking', 'Kitchen'));
    await page.getByRole('button', { name: /Save in/ }).click();
    await page.getByRole('option', { name: 'Kitchen' }).click();
    await page.getByRole('treeitem', { name: 'Boil' }).hover();
    await page.mouse.down();
    await page.getByRole('treeitem', { name: 'Heat water' }).hover();
    await page.mouse.up();
    await page.getByRole('treeitem', { name: 'Boil, aligned' }).waitFor();
    await untilSaved(page);
    expect(await frameworks.relationsOf('Kitchen')).toMatchObject([
      { source: frameworks.competency('Cooking', 'Boil'), relationType: 'isEquivalentTo' },
    ]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const table = await readFile(await (await saved).path(), 'utf8');
    expect(table).toContain(`,Boil,${frameworks.competency('Cooking', 'Boil')},is the same as,,Heat water,`);
  });
});
