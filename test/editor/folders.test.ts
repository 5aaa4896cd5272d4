import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('folders of frameworks', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  it('are created within each other, renamed, filled by keyboard, and deleted', async () => {
    await namedFrameworks(server, client).save('Elsewhere', ['One']);
    const page = await newFramework(editors, 'Carving');
    await untilSaved(page);
    const outline = page.url();
    await page.goto(new URL('svc-editor/', server.url).href);
    await page.getByRole('button', { name: 'New folder…' }).click();
    await page.getByLabel('Name of the folder').fill('Wood');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const folders = page.getByRole('list', { name: 'Folders' });
    await folders.getByRole('link', { name: 'Wood' }).click();
    await page.getByText('This folder is empty.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'New folder…' }).click();
    await page.getByLabel('Name of the folder').fill('Soft wod');
    await page.keyboard.press('Enter');
    await folders.getByRole('link', { name: 'Soft wod' }).click();
    await page.getByRole('button', { name: 'Rename the folder' }).click();
    await page.getByLabel('Name of the folder').fill('Softwood');
    await page.keyboard.press('Enter');
    const way = page.getByRole('navigation', { name: 'Way to this folder' });
    await way.getByText('Softwood').waitFor();
    expect(await way.getByRole('listitem').allTextContents()).toEqual(['All frameworks', 'Wood', 'Softwood']);
    const inside = page.url();

    await page.goto(outline);
    await page.getByRole('button', { name: 'More', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Move to');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move to a folder' });
    await dialog.getByRole('button', { name: /Folder/ }).focus();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Wood / S');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Moved to “Wood / Softwood”').waitFor();
    await untilSaved(page);

    await page.goto(inside);
    await page.getByRole('table').getByRole('link', { name: 'Carving' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete the folder…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('table').getByRole('link', { name: 'Elsewhere' }).waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Carving' }).waitFor();
    await folders.getByRole('link', { name: 'Wood' }).waitFor();
  });
});
