import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';
import { lazily } from '../support/lazily.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { person, sheet } from '../support/signer.ts';
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
    await page.getByRole('switch', { name: 'Only what is still to be done' }).press('Space');
    await page.getByRole('treeitem', { name: 'Knead, aligned' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('show whole statements to those who may only read both frameworks', async () => {
    const statement = `Weighs flour ${'and then water '.repeat(12)}and salt`;
    const owner = await person();
    const headers = { signatureSheet: await sheet(server.api, [owner]) };
    for (const name of ['Mill', 'Bakery']) {
      await frameworks.save(name, [statement]);
      const { '@id': _version, ...framework } = (await client.call(frameworks.framework(name))).json();
      const owned = { ...framework, '@id': frameworks.framework(name), '@owner': [owner.pem] };
      expect((await client.call('/api/sky/repo/multiPut', { json: [owned], headers })).json()).toMatchObject({
        failed: [],
      });
    }
    const page = await editors.open(addressOf('Mill', 'Bakery'));
    await page.getByText('You can read both frameworks.').waitFor();
    await page.getByRole('tree', { name: 'Mill' }).getByRole('treeitem', { name: statement }).click();
    const shown = page.locator('.crosswalk-chosen').getByText(statement);
    expect(await shown.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
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
    const table = await download(page, 'As a table (CSV)');
    expect(table).toContain(`,Boil,${frameworks.competency('Cooking', 'Boil')},is the same as,,Heat water,`);
  });

  it('take one key each: Enter for what is suggested first, a digit for another suggestion, 0 for nothing', async () => {
    await frameworks.save('Garage', ['Test brakes', 'Repairs a wheel', 'Sing', 'Change oil', 'Change tyres']);
    await frameworks.save('Workshop', ['Oil change', 'Changing of tyres', 'Brake test', 'Repair of wheels']);
    const page = await editors.open(addressOf('Garage', 'Workshop'));
    await page.getByRole('tree', { name: 'Garage' }).getByRole('treeitem').first().focus();
    const chosen = (name: string) => page.getByRole('treeitem', { name, exact: true, selected: true }).waitFor();
    await chosen('Brake test');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page
      .locator(':focus')
      .and(page.getByRole('treeitem', { name: 'Repairs a wheel' }))
      .waitFor();
    await chosen('Repair of wheels');
    await page.keyboard.press('Enter');
    await chosen('Sing');
    await page.getByText('Nothing is chosen in Workshop').waitFor();
    await page.keyboard.press('0');
    await page.getByRole('treeitem', { name: 'Sing, without a counterpart' }).waitFor();
    await chosen('Change oil');
    await page.keyboard.press('1');
    await chosen('Changing of tyres');
    await page.keyboard.press('Enter');
    await page.getByText('4 of 5 aligned 1 without a counterpart').waitFor();
    await untilSaved(page);
    await expectAccessible(page);

    const pairs = [
      ['Test brakes', 'Brake test'],
      ['Repairs a wheel', 'Repair of wheels'],
      ['Change oil', 'Oil change'],
      ['Change tyres', 'Changing of tyres'],
    ] as const;
    expect(await frameworks.relationsOf('Garage')).toMatchObject(
      pairs.map(([source, target]) => ({
        source: frameworks.competency('Garage', source),
        target: frameworks.competency('Workshop', target),
        relationType: 'isEquivalentTo',
      })),
    );
    const sing = await client.call(frameworks.competency('Garage', 'Sing'));
    expect(sing.json()).toMatchObject({ noCounterpartIn: [frameworks.framework('Workshop')] });

    const associations = JSON.parse(await download(page, 'As CASE associations'));
    expect(associations.CFAssociations).toHaveLength(4);
    expect(associations.CFAssociations[0]).toMatchObject({
      associationType: 'exactMatchOf',
      originNodeURI: { title: 'Test brakes' },
    });
    const graph = JSON.parse(await download(page, 'As CTDL-ASN'))['@graph'];
    const node = graph.find(
      (one: Record<string, unknown>) => one['@id'] === frameworks.competency('Garage', 'Change oil'),
    );
    expect(node['ceasn:exactAlignment']).toEqual([frameworks.competency('Workshop', 'Oil change')]);
    expect(node).not.toHaveProperty('ceasn:competencyText');

    await page.reload();
    await page.getByRole('treeitem', { name: 'Sing, without a counterpart' }).focus();
    await page.keyboard.press('0');
    await page.getByRole('treeitem', { name: 'Sing', exact: true }).waitFor();
  });

  it('are made for several competencies at once, and for all that have the same name', async () => {
    await frameworks.save('School', ['Read', 'Write', 'Count', 'Sum', 'Divide']);
    await frameworks.save('Course', ['read', 'WRITE', 'Arithmetic']);
    const page = await editors.open(addressOf('School', 'Course'));
    await page.getByRole('button', { name: 'Align 2 pairs with the same name' }).click();
    await page.getByText('2 of 5 aligned').waitFor();
    await page.getByRole('treeitem', { name: 'Count' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.getByText('and 1 more').waitFor();
    await page.getByRole('searchbox', { name: 'Search in Course' }).fill('arith');
    const course = page.getByRole('tree', { name: 'Course' });
    await course.getByRole('treeitem', { name: 'read' }).waitFor({ state: 'detached' });
    await course.getByRole('treeitem', { name: 'Arithmetic' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('4 of 5 aligned').waitFor();
    await page
      .locator(':focus')
      .and(page.getByRole('treeitem', { name: 'Divide' }))
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('2 of 5 aligned').waitFor();
  });
});

/** The text of a file of alignments. */
async function download(page: Page, format: string): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download alignments' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await saved).path(), 'utf8');
}
