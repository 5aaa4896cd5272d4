import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { SOON } from '../support/subscriber.ts';
import { useServer } from '../support/use-server.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('webhooks in the editor', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.stop());
  const { server } = useServer(() => ({ FETCH_ALLOW_LIST: `${receiver.url}*` }));
  const editors = useEditors(server, path);

  /** Opens the view as a new person, by the links that lead to it. */
  async function opened(options?: { readonly width?: number }): Promise<Page> {
    const page = await editors.open('svc-editor/identity', options);
    await page.getByRole('button', { name: 'New identity' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Developer');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByRole('link', { name: 'Open webhooks' }).click();
    await expect.poll(() => focusedText(page), SOON).toBe('Webhooks');
    return page;
  }

  async function add(page: Page, url: string): Promise<void> {
    await page.getByRole('button', { name: 'Add a webhook…' }).click();
    await page.getByLabel('Address that is called').fill(url);
    await page.getByLabel('What it is for').fill('Search index');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  }

  it('a person adds one, tests, pauses, replays and removes it', async () => {
    const page = await opened();
    await page.getByText('You have no webhooks yet.').waitFor();
    await expectAccessible(page);

    await add(page, 'http://127.0.0.1:9/');
    await page.getByText('The service does not fetch anything from this address.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Address that is called').fill(`${receiver.url}hook`);
    await page.keyboard.press('Enter');
    const secret = await page.getByRole('textbox', { name: 'The secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();

    const card = page.getByRole('article', { name: 'Search index' });
    await card.getByText('active', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText('The receiver has accepted the test.').waitFor();
    const [post] = receiver.accepted('/hook');
    expect(post && verified(secret, post)).toMatchObject({ type: 'webhook.test' });
    await card.getByRole('button', { name: 'Last attempts' }).click();
    await card.getByText('accepted', { exact: true }).waitFor();
    await expectAccessible(page);

    await card.getByRole('button', { name: 'Pause' }).click();
    await card.getByText('paused', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Resume' }).click();
    await card.getByText('active', { exact: true }).waitFor();

    await card.getByRole('button', { name: 'Deliver again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deliver', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('You have no webhooks yet.').waitFor();
    expect(await focusedText(page)).not.toBe('');
  });

  it('a receiver that fails is shown, on a narrow screen and from right to left too', async () => {
    const page = await opened({ width: 375 });
    receiver.answer = ({ path: at }, response) => at === '/failing' && Boolean(response.writeHead(500).end());
    await add(page, `${receiver.url}failing`);
    await page.getByRole('button', { name: 'Close' }).click();
    const card = page.getByRole('article', { name: 'Search index' });
    await card.getByRole('button', { name: 'Send a test' }).click();
    await card.getByText('The receiver has not accepted the test.').waitFor();
    await card.getByRole('button', { name: 'Last attempts' }).click();
    await card.getByText('The receiver answers with status 500.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await expectAccessible(page);
  });

  it('a person without a key is asked to sign in', async () => {
    const page = await editors.open('svc-editor/webhooks');
    await page.getByText('Sign in to be called when something changes.').waitFor();
    await page.getByRole('link', { name: 'Sign in…' }).waitFor();
    await expectAccessible(page);
  });
});

/** The text of the element with the focus; empty: the page has it. */
function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === document.body ? '' : (activeElement?.textContent ?? '');
  });
}
