import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const PASSPHRASE = 'correct horse battery';

describe.skipIf(path === null)('identities in the editor', () => {
  const { server } = useServer();
  const editors = useEditors(server, path);

  /** Makes a framework, and thereby a key. */
  async function begin(page: Page, name: string): Promise<string> {
    await page.goto(`${server.url}svc-editor/new`);
    await page.getByLabel('What is it called?').fill(name);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add a competency' }).waitFor();
    return page.url();
  }

  async function typeTwice(page: Page, label: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(PASSPHRASE);
    await page.getByLabel(`${label} again`).fill(PASSPHRASE);
  }

  /** Expects that the person may change a framework here. */
  async function expectOwner(page: Page, address: string): Promise<void> {
    await page.goto(address);
    await page.getByRole('button', { name: 'Add a competency' }).waitFor();
  }

  it('a person starts without an account, saves a recovery file, and returns with it in another browser', async () => {
    const page = await editors.open();
    const address = await begin(page, 'Bicycle repair');
    await page.getByText('The key to what you make is only in this browser.').waitFor();
    await page.getByRole('link', { name: 'Back it up' }).click();
    await page.getByRole('button', { name: 'Save a file…' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save a file…' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('At least 10 characters.', { exact: true }).waitFor();
    await expectAccessible(page);
    await typeTwice(page, 'Passphrase');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const file = await readFile(await (await download).path());
    await page.getByText('You have kept your key.').waitFor();

    const other = await editors.open();
    await other.getByRole('button', { name: 'You are: Not signed in' }).click();
    await other.getByRole('menuitem', { name: 'Sign in…' }).click();
    await other.getByRole('tab', { name: 'Name and password', selected: true }).waitFor();
    await other.getByRole('tab', { name: 'Recovery file' }).click();
    await other.getByLabel('Passphrase').fill('wrong');
    const choosing = other.waitForEvent('filechooser');
    await other.getByRole('button', { name: 'Choose a recovery file' }).click();
    await (await choosing).setFiles({ name: 'recovery.json', mimeType: 'application/json', buffer: file });
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('The passphrase is wrong, or the file was changed.').waitFor();
    await expectAccessible(other);
    await other.getByLabel('Passphrase').fill(PASSPHRASE);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('You act as this').waitFor();
    await expectOwner(other, address);
  });

  it('keys made after a person has an account are in the account, or the person is asked for its password', async () => {
    const page = await editors.open('svc-editor/identity');
    const makeKey = async (place: Page, name: string): Promise<void> => {
      await place.getByRole('button', { name: 'New identity' }).click();
      await place.getByLabel('Name', { exact: true }).fill(name);
      await place.getByRole('button', { name: 'Make a key' }).click();
      await place.getByRole('button', { name: `Rename ${name}` }).waitFor();
    };
    await makeKey(page, 'At work');
    await page.getByRole('button', { name: 'Make an account…' }).click();
    await page.getByLabel('User name').fill('keeper');
    await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Password again').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('You have kept your keys in the account “keeper”.').waitFor();
    await makeKey(page, 'At home');
    await page.getByText('You have kept your keys in the account “keeper”.').waitFor();
    await page.reload();
    await makeKey(page, 'Of a learner');
    await page.getByText('Your account “keeper” does not have your newest key yet.').waitFor();
    await expectAccessible(page);
    await page.goto(`${server.url}svc-editor/`);
    await page.getByRole('link', { name: 'Save it there…' }).click();
    expect(await page.getByLabel('User name').inputValue()).toBe('keeper');
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('You have kept your keys in the account “keeper”.').waitFor();

    const other = await editors.open('svc-editor/identity?sign-in');
    await other.getByLabel('User name').fill('keeper');
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSPHRASE);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    for (const name of ['At work', 'At home', 'Of a learner']) {
      await other.getByRole('button', { name: `Rename ${name}` }).waitFor();
    }
  });

  it('a person returns with a photo of the recovery sheet', async () => {
    const page = await editors.open();
    const address = await begin(page, 'Carpentry');
    await page.goto(`${server.url}svc-editor/identity`);
    await page.getByRole('button', { name: 'Print a sheet…' }).click();
    await typeTwice(page, 'Passphrase');
    await page.getByRole('button', { name: 'Show the sheet' }).click();
    const photo = await page.getByRole('img', { name: 'Code of Me' }).screenshot();
    await expectAccessible(page);

    const other = await editors.open('svc-editor/identity');
    await other.getByRole('button', { name: 'Sign in…' }).click();
    await other.getByRole('tab', { name: 'Recovery sheet' }).click();
    const choosing = other.waitForEvent('filechooser');
    await other.getByRole('button', { name: 'Take or choose a photo' }).click();
    await (await choosing).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo });
    await expect.poll(() => other.getByLabel('Or the code as text').inputValue()).toContain('COMPETENCY-KEY-1:');
    await other.getByLabel('Passphrase').fill(PASSPHRASE);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('You act as this').waitFor();
    await expectOwner(other, address);
  });

  it('signing out leaves nothing in the browser, even if another page is in the middle of a word', async () => {
    const page = await editors.open();
    await begin(page, 'Plumbing');
    const typing = await page.context().newPage();
    await typing.goto(page.url());
    await typing.getByLabel('Type the first competency').waitFor();
    await typing.route('**/api/**', (route) => route.abort());
    await typing.getByLabel('Type the first competency').fill('Solder a');
    await typing.keyboard.press('Enter');
    await typing.getByText(/Offline/).waitFor();
    await typing.keyboard.press('Escape');
    await typing.getByRole('treeitem').press('F2');
    await typing.keyboard.type('Solder a pi');
    const second = await page.context().newPage();
    await second.goto(`${server.url}svc-editor/identity`);
    await second.getByText('You act as this').waitFor();
    await page.getByRole('button', { name: 'You are: Me' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You have not kept your key anywhere else.', { exact: false }).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'You are: Not signed in' }).waitFor();
    for (const other of [second, typing]) await other.getByRole('button', { name: 'You are: Not signed in' }).waitFor();
    expect(await storedTexts(page)).toEqual([]);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });

  it('a clock that is a day late does not keep people from changing their own frameworks', async () => {
    const page = await editors.open();
    await page.clock.setFixedTime(Date.now() - 86_400_000);
    const address = await begin(page, 'Welding');
    await page.getByLabel('Type the first competency').fill('Strike an arc');
    await page.getByLabel('Type the first competency').press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expectOwner(page, address);
  });
});

/** All texts that the origin has stored, besides the preferences. */
async function storedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const texts = Object.values(localStorage).filter((text) => !text.startsWith('{"language"'));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        texts.push(...all.map((value) => JSON.stringify(value)));
      }
      database.close();
    }
    return texts;
  });
}
