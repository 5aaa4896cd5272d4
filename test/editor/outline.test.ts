import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person at the editor', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  it('keeps what they typed without a connection over a reload, and sends it later', async () => {
    const page = await newFramework(editors, 'Far away');
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
    await page.reload();
    await page.getByRole('heading', { name: 'This cannot be shown now' }).waitFor();
    await page.context().unroute('**/api/**');
    await page.goto(server.url);
    const unsent = page.getByRole('alert').filter({ hasText: 'Changes in 1 framework are not sent yet.' });
    await unsent.waitFor();
    await expectAccessible(page);
    await unsent.getByRole('link', { name: 'Far away' }).click();
    await page.getByRole('treeitem', { name: 'Row a boat' }).waitFor();
    await untilSaved(page);
    await page.goto(server.url);
    await page.getByRole('row', { name: /Far away/ }).waitFor();
    expect(await unsent.count()).toBe(0);
    expect((await client.call('/api/sky/repo/search?q=%22Row%20a%20boat%22')).json()).toHaveLength(1);
  });

  it('sees the first match of what they type into the search of a long framework, and goes on by Enter', async () => {
    const frameworks = namedFrameworks(server, client);
    const names = Array.from({ length: 200 }, (_, index) => `Competency ${index + 1}`);
    await frameworks.save('Long', [...names, 'Tie a bowline', 'Tie a hitch']);
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(frameworks.framework('Long'))}`);
    await page.getByRole('treeitem', { name: 'Competency 1', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Find in this framework' }).fill('tie a');
    await page.getByText('2 matches').waitFor();
    await page.getByRole('treeitem', { name: 'Tie a bowline', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Tie a hitch', selected: true }).waitFor();
    await page.locator('input:focus').waitFor();
  });

  it('removes missing parts from a framework, after a question, and undoes that', async () => {
    const [kept, gone] = ['kept', 'gone'].map(
      (name) => `${server.api}data/schema.cassproject.org.0.4.Competency/${name}`,
    );
    const context = { '@context': 'https://schema.cassproject.org/0.4' };
    const id = `${server.api}data/schema.cassproject.org.0.4.Framework/rowing`;
    const objects = [
      { ...context, '@type': 'Competency', '@id': kept, name: 'Row' },
      { ...context, '@type': 'Framework', '@id': id, name: 'Rowing', competency: [gone, kept] },
    ];
    expect((await client.call('/api/sky/repo/multiPut', { json: objects })).status).toBe(200);
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(id)}`);
    await page.getByText('1 part of this framework is hidden from you, deleted, or kept elsewhere.').waitFor();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('1 part of this framework is hidden').waitFor({ state: 'detached' });
    const listed = async () => (await client.call(new URL(id).pathname)).json().competency;
    await expect.poll(listed).toEqual([kept]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(listed).toEqual([gone, kept]);
  });

  it('waits for a busy service, which then receives what they wrote meanwhile', async () => {
    const page = await newFramework(editors, 'Climbing');
    await page.getByLabel('Type the first competency').fill('Belay');
    await page.keyboard.press('Enter');
    await untilSaved(page);
    const busy = { type: 'urn:problem:rate-limited', status: 429 };
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 429, json: busy }),
    );
    await page.getByRole('treeitem', { name: 'Belay' }).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Belay a partner');
    await page.keyboard.press('ArrowUp');
    await page.getByText('The service is busy: 1 change is kept here').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/**');
    await untilSaved(page);
  });
});

describe.skipIf(path === null)('two people at the editor', () => {
  const { server } = useServer();
  const editors = useEditors(server, path);

  it('lose nothing in one framework, and decide conflicts between them', async () => {
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
