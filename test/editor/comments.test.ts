import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, newFramework, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('comments on a competency', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  async function send(page: Page, label: string, text: string): Promise<void> {
    await page.getByLabel(label).fill(text);
    await page.getByRole('button', { name: 'Send' }).first().click();
  }

  async function openComments(page: Page, competency: string): Promise<void> {
    await page.getByRole('treeitem', { name: competency }).click();
    await page.getByRole('tab', { name: 'Comments' }).click();
  }

  it('are written, answered by others, resolved, and changed by their writers alone', async () => {
    const ada = await newFramework(editors, 'Roofing');
    await ada.keyboard.type('Lay slates');
    await ada.keyboard.press('Enter');
    await ada.keyboard.press('Escape');
    await untilSaved(ada);
    await openComments(ada, 'Lay slates');
    await ada.getByText('No open comments.').waitFor();
    await send(ada, 'New comment', 'Too broad?');
    const thread = ada.getByRole('article', { name: 'Comment' });
    await thread.getByText('Too broad?').waitFor();
    await ada.getByRole('treeitem', { name: 'Lay slates 1 open comment' }).waitFor();
    await expectAccessible(ada);

    const bob = await editors.open(new URL(ada.url()).pathname.slice(1));
    await openComments(bob, 'Lay slates');
    const seen = bob.getByRole('article', { name: 'Comment' });
    await seen.getByText('Too broad?').waitFor();
    expect(await seen.getByRole('button').allTextContents()).toEqual(['Reply']);
    await seen.getByRole('button', { name: 'Reply' }).click();
    await bob.keyboard.type('Split it');
    await seen.getByRole('button', { name: 'Send' }).click();
    await seen.getByText('Split it').waitFor();
    const reply = seen.getByRole('button', { name: 'Reply' });
    await expect.poll(() => reply.evaluate((one) => one === document.activeElement)).toBe(true);

    await thread.getByText('Split it').waitFor();
    await thread.getByRole('button', { name: /^More for the comment/ }).click();
    await ada.getByRole('menuitem', { name: 'Edit the comment' }).click();
    await ada.getByRole('dialog').getByLabel('Comment').fill('Much too broad?');
    await ada.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await seen.getByText('Much too broad?').waitFor();
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await thread.waitFor({ state: 'detached' });
    expect(await ada.getByLabel('New comment').evaluate((one) => one === document.activeElement)).toBe(true);
    await seen.waitFor({ state: 'detached' });
    await ada.getByText('Show 1 resolved').click();
    await thread.getByText('Resolved', { exact: true }).waitFor();
    await expectAccessible(ada);
  });

  it('on a private framework are encrypted for its owners and readers', async () => {
    const page = await newFramework(editors, 'Slating');
    await page.keyboard.type('Cut slates');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    const outline = page.url();
    await page.goto(`${outline}/sharing`);
    await page.getByRole('button', { name: /Who may read/ }).click();
    await page.getByRole('option', { name: 'Only the people below', exact: true }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Access is changed.').waitFor();
    await page.goto(outline);
    await openComments(page, 'Cut slates');
    await send(page, 'New comment', 'Secret remark');
    await page.getByRole('article', { name: 'Comment' }).getByText('Secret remark').waitFor();
    const found = await client.call('/api/sky/repo/search?q=*&index_hint=*comment');
    expect(found.text).not.toContain('Secret remark');
    await page.getByRole('button', { name: /^More for the comment/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No open comments.').waitFor();
    const field = page.getByLabel('New comment');
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await send(page, 'New comment', 'Secret remark');
    await page.getByRole('article', { name: 'Comment' }).waitFor();
    await page.reload();
    await openComments(page, 'Cut slates');
    await page.getByRole('article', { name: 'Comment' }).getByText('Secret remark').waitFor();
  });
});
