import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { useOidc } from '../support/oidc-mode.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('sign-on in the editor', () => {
  const { server, client } = useOidc();
  const editors = useEditors(server, path);

  /** Fills in the forms of the provider, and consents. */
  async function signIn(page: Page, user: string): Promise<void> {
    await page.getByRole('button', { name: 'You are: Not signed in' }).click();
    await page.getByRole('menuitem', { name: 'Sign in with your organization' }).click();
    await page.fill('input[name=login]', user);
    await page.fill('input[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.click('button[type=submit]');
  }

  it('a person signs in with an account of the organization, owns what they make, and signs out', async () => {
    const page = await editors.open('svc-editor/identity');
    await page.getByText('You can sign in with an account of your organization.').waitFor();
    await expectAccessible(page);
    await signIn(page, 'team-ada');
    await page.getByRole('button', { name: 'You are: Account of your organization' }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page);
    const key = await page.evaluate(async () => (await (await fetch('/api/ping')).json()).ssoPublicKey);

    await page.goto(`${server.url}svc-editor/new`);
    await page.getByLabel('What is it called?').fill('Of the account');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add a competency' }).waitFor();
    const found = await client.call('/api/sky/repo/search?q=%22Of%20the%20account%22');
    expect(JSON.parse(found.text)[0]['@owner']).toEqual([key]);

    await page.getByRole('button', { name: /^You are/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.click('button[value=yes]');
    await page.getByRole('button', { name: 'You are: Not signed in' }).waitFor();
    expect(await page.evaluate(async () => (await (await fetch('/api/ping')).json()).ssoPublicKey)).toBeFalsy();
  });
});
