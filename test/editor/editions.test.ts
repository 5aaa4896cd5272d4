import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('the state of a framework, and its editions', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  it('the state is chosen in the header and the details, and seen in the list and in exports', async () => {
    const page = await newFramework(editors, 'Glazing');
    await page.keyboard.type('Cut glass');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'State: No state' }).click();
    await page.getByRole('menuitemradio', { name: 'Published' }).click();
    const button = page.getByRole('button', { name: 'State: Published' });
    await button.waitFor();
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    await untilSaved(page);
    await expectAccessible(page);

    const id = decodeURIComponent(decodeURIComponent(page.url().split('/frameworks/')[1] ?? ''));
    const asCase = await client.call(`/api/ims/case/v1p1/CFDocuments/${id.split('/').at(-1)}`);
    expect(asCase.json()).toMatchObject({ adoptionStatus: 'Adopted' });
    const exported = await client.call(`/api/ctdlasn/${encodeURIComponent(id)}`);
    expect(exported.text).toContain('publicationStatus/Published');

    await page.getByText('Framework', { exact: true }).click();
    await page.getByRole('button', { name: /^Published State/ }).click();
    await page.getByRole('option', { name: 'Deprecated' }).click();
    await page.getByRole('button', { name: 'State: Deprecated' }).waitFor();
    await untilSaved(page);
    await page.getByRole('link', { name: 'Competencies' }).first().click();
    await page
      .getByRole('row', { name: /Glazing/ })
      .getByText('Deprecated')
      .waitFor();
    await expectAccessible(page);
  });

  it('a new edition is a draft that refers to the published one, which is deprecated from there', async () => {
    const page = await newFramework(editors, 'Tiling');
    await page.keyboard.type('Lay tiles');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'State: No state' }).click();
    await page.getByRole('menuitemradio', { name: 'Published' }).click();
    await untilSaved(page);
    const notice = page.getByRole('status').filter({ hasText: 'others see each change at once' });
    expect(await notice.count()).toBe(0);
    await page.getByRole('treeitem', { name: 'Lay tiles' }).click();
    await page.keyboard.press('F2');
    await notice.waitFor();
    await page.keyboard.press('Escape');
    await notice.getByRole('button', { name: 'New edition…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New edition of “Tiling”' });
    await expectAccessible(page);
    await dialog.getByLabel('Name of the new edition').fill('Tiling 2026');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Tiling 2026' }).waitFor();
    await page.getByRole('treeitem', { name: 'Lay tiles' }).waitFor();
    const before = page.getByRole('status').filter({ hasText: 'New edition of Tiling' });
    await before.waitFor();
    expect(await before.getByRole('button').count()).toBe(0);
    await page.getByRole('button', { name: 'State: Draft' }).click();
    await page.getByRole('menuitemradio', { name: 'Published' }).click();
    await before.getByRole('button', { name: 'Mark that one as deprecated' }).click();
    await before.getByRole('button').waitFor({ state: 'detached' });
    await untilSaved(page);
    await expectAccessible(page);

    await before.getByRole('link', { name: 'Tiling' }).click();
    await page.getByRole('button', { name: 'State: Deprecated' }).waitFor();
    await page.getByRole('link', { name: 'Tiling 2026' }).waitFor();
    await page.getByText('Replaced by Tiling 2026').waitFor();
  });
});
