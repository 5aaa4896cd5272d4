import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person at the history of a framework', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  it('sees what was reworded and by whom, restores it, and sees the earlier framework', async () => {
    const page = await editors.open();
    await page.getByRole('link', { name: 'New framework' }).first().click();
    await page.getByLabel('What is it called?').fill('Gardening');
    await page.keyboard.press('Enter');
    await page.getByLabel('Type the first competency').fill('Prune roses');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Prune roses' }).waitFor();
    await untilSaved(page);
    await page.getByRole('treeitem', { name: 'Prune roses' }).click();
    await page.getByLabel('Name (English)').fill('Prune apple trees');
    await page.getByLabel('Scope').focus();
    await untilSaved(page);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History of “Gardening”' }).waitFor();
    const reworded = page.getByRole('listitem').filter({ hasText: 'Reworded (name)' }).first();
    await reworded.waitFor();
    expect(await reworded.getByRole('deletion').allTextContents()).toContain('roses');
    expect(await reworded.getByRole('insertion').allTextContents()).toContain('apple trees');
    await page.getByRole('main').getByText('1 competency added').waitFor();
    await page.getByRole('heading', { name: /· Me · 4 changes$/ }).waitFor();
    await expectAccessible(page);

    const created = page.getByRole('listitem').filter({ hasText: 'Prune' }).filter({ hasText: 'Created' });
    await created.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored, as a new version').first().waitFor();
    const found = async () => (await client.call('/api/sky/repo/search?q=Prune')).json()[0]?.name['@value'];
    await expect.poll(found).toBe('Prune roses');

    await reworded
      .getByRole('link', { name: /^As it was then/ })
      .last()
      .click();
    await page.getByRole('region', { name: 'Gardening' }).getByText('Prune', { exact: false }).waitFor();
    await expectAccessible(page);
  });

  it('sees parts that were created together as one line, which opens', async () => {
    const frameworks = namedFrameworks(server, client);
    await frameworks.save('Orchard', ['Apple', 'Pear', 'Plum', 'Cherry', 'Quince']);
    const page = await editors.open(
      `svc-editor/frameworks/${encodeURIComponent(frameworks.framework('Orchard'))}/history`,
    );
    const created = page.getByText('6 parts created');
    await created.waitFor();
    expect(await page.getByText('Quince').isVisible()).toBe(false);
    await created.click();
    await page.getByText('Quince').waitFor();
    await expectAccessible(page);
  });

  it('names versions, compares them with marked words, and downloads the differences', async () => {
    const page = await newFramework(editors, 'Joinery');
    await page.keyboard.type('Saw boards');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Plane boards');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    const history = `${page.url()}/history`;
    await page.goto(history);
    await page.getByRole('button', { name: 'Name this version…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name this version' });
    await dialog.getByLabel('Name').fill('2024 edition');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const names = page.getByRole('region', { name: 'Named versions' });
    await names.getByRole('link', { name: '2024 edition' }).waitFor();

    await page.getByRole('link', { name: 'Back to “Joinery”' }).click();
    await page.getByRole('treeitem', { name: 'Saw boards' }).click();
    await page.keyboard.press('F2');
    await page.keyboard.press('End');
    await page.keyboard.type(' by hand');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Glue joints');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: 'Plane boards' }).click();
    await page.keyboard.press('Delete');
    await untilSaved(page);

    await page.goto(history);
    await names.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Changes: 2024 edition → Now' }).waitFor();
    await page.getByText('1 added · 1 removed · 1 text changed').waitFor();
    const rows = page.getByRole('main').getByRole('listitem');
    expect(await rows.locator('strong').allTextContents()).toEqual([
      'Saw boards by hand',
      'Glue joints',
      'Plane boards',
    ]);
    expect(await rows.getByRole('insertion').allTextContents()).toEqual([' by hand']);
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download (CSV)' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.split(/\r?\n/).map((line) => line.split(',').slice(0, 6).join(','))).toEqual([
      expect.stringMatching(/Change,Coded notation,Name,Property,Before,After$/),
      'Changed,,Saw boards by hand,Name,Saw boards,Saw boards by hand',
      'Added,,Glue joints,,,',
      'Removed,,Plane boards,,,',
    ]);

    await page.goBack();
    await names.getByRole('link', { name: '2024 edition' }).click();
    await page.getByRole('region', { name: 'Joinery' }).getByText('Plane boards').waitFor();
    await page.goBack();
    await names.getByRole('button', { name: 'Remove the name “2024 edition”' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await names.getByText('No version has a name yet.').waitFor();
    const naming = names.getByRole('button', { name: 'Name this version…' });
    await expect.poll(() => naming.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});
