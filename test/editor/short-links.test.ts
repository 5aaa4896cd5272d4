import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('short links', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  it('lead to a framework and to a competency in it, for everyone, and stay after a reload and Back', async () => {
    const page = await newFramework(editors, 'Sundials');
    for (const name of ['Find north', 'Draw the hours']) await page.keyboard.type(`${name}\n`);
    await page.keyboard.press('Escape');
    await untilSaved(page);
    const long = page.url();
    await page.getByRole('treeitem', { name: 'Draw the hours' }).click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy the link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const short = new RegExp(`^${server.url}svc-editor/f/[0-9a-f-]{36}/[0-9a-f-]{36}$`);
    expect(link).toMatch(short);
    await page.goto(`${long}/export`);
    const shared = await page.getByRole('textbox', { name: 'A link for others' }).inputValue();
    expect(link.startsWith(`${shared}/`)).toBe(true);

    const reader = await editors.open(link.slice(server.url.length));
    await reader.getByRole('treeitem', { name: 'Draw the hours', selected: true }).waitFor();
    expect(reader.url()).toBe(link);
    await expectAccessible(reader);
    await reader.reload();
    await reader.getByRole('treeitem', { name: 'Draw the hours', selected: true }).waitFor();
    await reader.getByRole('treeitem', { name: 'Find north' }).click({ button: 'right' });
    expect(await reader.getByRole('menuitem').allTextContents()).toEqual(['CopyCtrl C', 'Copy the link']);
    await reader.keyboard.press('Escape');
    await reader.getByRole('treeitem', { name: 'Draw the hours' }).click(); // a page that the browser keeps comes back as it was
    await reader.goto(shared);
    await reader.getByRole('treeitem', { name: 'Find north', selected: true }).waitFor();
    await reader.goBack({ waitUntil: 'commit' }); // and does not load
    await reader.getByRole('treeitem', { name: 'Draw the hours', selected: true }).waitFor();
    await reader.goto(long);
    await reader.getByRole('treeitem', { name: 'Find north' }).waitFor();
  });

  it('lead to what other services made, and say when there is nothing', async () => {
    const id = 'https://elsewhere.example/frameworks/tides';
    const json = [{ '@context': 'https://schema.cassproject.org/0.4', '@type': 'Framework', '@id': id, name: 'Tides' }];
    expect((await client.call('/api/sky/repo/multiPut', { json })).status).toBe(200);
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(encodeURIComponent(id))}/export`);
    const link = await page.getByRole('textbox', { name: 'A link for others' }).inputValue();
    expect(link).toMatch(/\/svc-editor\/f\/[0-9a-f]{32}$/);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Tides' }).waitFor();
    await page.goto(`${server.url}svc-editor/f/nothing`);
    await page.getByText('There is nothing at this address').waitFor();
    await expectAccessible(page);
  });
});
