import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';
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
      .getByRole('link', { name: /^The framework at this time/ })
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
});
