import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { loadClient, managerOf, newIdentity, useSession } from '../interop/client.ts';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';

const path = await chromiumPath();
const client = loadClient();

describe.skipIf(path === null)('sharing in the editor', () => {
  const session = useSession(client);
  const editors = useEditors(() => session().server, path);

  /** Makes a framework with one competency, and opens its sharing view. */
  async function framework(page: Page, name: string, competency: string): Promise<string> {
    await page.getByLabel('What is it called?').fill(name);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('Type the first competency').fill(competency);
    await page.getByLabel('Type the first competency').press('Enter');
    await page.getByRole('treeitem', { name: competency }).waitFor();
    await untilSaved(page);
    const address = page.url();
    await page.goto(`${address}/sharing`);
    await page.getByRole('heading', { name: `Who may read and change “${name}”` }).waitFor();
    return address;
  }

  /** The id of the framework at an address of the editor. */
  const idOf = (address: string): string =>
    decodeURIComponent(decodeURIComponent(address.slice(address.lastIndexOf('/') + 1)));

  async function choose(page: Page, label: string, option: string): Promise<void> {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  async function apply(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Save…' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Access is changed.').waitFor();
  }

  it('a private framework is read by the person it is shared with, with the client library, and by nobody else', async () => {
    const { repo, nobody } = session();
    const { EcEncryptedValue, EcRepository } = client;
    const [reader, stranger] = [await newIdentity(client, 'Reader'), await newIdentity(client, 'Stranger')];
    const page = await editors.open('svc-editor/new');
    const address = await framework(page, 'Secret recipes', 'Bake Zwetschgendatschi');
    await expectAccessible(page);
    await choose(page, 'Who may read it?', 'Only the people below');
    await page.getByLabel('Add a person or group').fill(reader.ppk.toPk().toPem());
    await page.getByRole('button', { name: /Read Access of Somebody with the key/ }).waitFor();
    await apply(page);

    const eim = managerOf(client, reader);
    const found = await EcRepository.get(idOf(address), null, null, repo, eim);
    const plain = await EcEncryptedValue.fromEncryptedValue(found, null, null, eim);
    expect(plain.getName()).toBe('Secret recipes');
    const [id = ''] = plain['competency'] as string[];
    const part = await EcRepository.get(id, null, null, repo, eim);
    expect((await EcEncryptedValue.fromEncryptedValue(part, null, null, eim)).getName()).toBe('Bake Zwetschgendatschi');
    for (const other of [nobody, managerOf(client, stranger)]) {
      for (const hidden of [idOf(address), id]) {
        expect(await EcRepository.get(hidden, null, null, repo, other)).toBeNull();
      }
    }

    await page.goto(session().server.url);
    await page.getByRole('row', { name: /Secret recipes Private/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('zwetschgen');
    await page.getByRole('option', { name: 'Bake Zwetschgendatschi' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Bake Zwetschgendatschi', selected: true }).waitFor();
    for (const words of ['baking', 'zwetsch']) {
      await page.goto(`${session().server.url}svc-editor/search?q=${words}`);
      await page.getByRole('region', { name: 'In what is private' }).getByText('Bake Zwetschgendatschi').waitFor();
    }
    await page.getByText('In Secret recipes').waitFor();
    await expectAccessible(page);
    await page.goto(address);
    await page.getByRole('treeitem', { name: 'Bake Zwetschgendatschi' }).waitFor();
    await page.getByRole('link', { name: 'Shared with 1 other' }).waitFor();
    await expectAccessible(page);
    const elsewhere = await page.context().newPage(); // of the same person
    await elsewhere.goto(address);
    await elsewhere.getByRole('treeitem', { name: 'Bake Zwetschgendatschi' }).waitFor();
    await page.getByRole('treeitem', { name: 'Bake Zwetschgendatschi' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Whip cream');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F2');
    await page.keyboard.type('Whip cream');
    await page.keyboard.press('ArrowUp');
    await elsewhere.getByRole('treeitem', { name: 'Whip cream' }).waitFor();
    await elsewhere.close();
    await page.goto(`${address}/sharing`);
    await choose(page, 'Who may read it?', 'Anyone');
    await apply(page);
    const shown = await EcRepository.get(idOf(address), null, null, repo, nobody);
    expect(shown.getName()).toBe('Secret recipes');
  });

  it('changes from another window while a framework becomes private stay, and become private too', async () => {
    const page = await editors.open('svc-editor/new');
    const address = await framework(page, 'Bread', 'Knead');
    const elsewhere = await page.context().newPage(); // of the same person
    await elsewhere.goto(address);
    await elsewhere.getByRole('treeitem', { name: 'Knead' }).focus();
    let changed: Promise<void> | null = null;
    const changeElsewhere = async (): Promise<void> => {
      await elsewhere.keyboard.press('F2');
      await elsewhere.keyboard.type('Knead by hand');
      await elsewhere.keyboard.press('ArrowUp');
      await elsewhere.getByRole('treeitem', { name: 'Knead by hand' }).waitFor();
      await untilSaved(elsewhere);
    };
    await page.route(/\/api\//, async (route) => {
      const isOfPart = route.request().postData()?.includes('EncryptedValue') ?? false;
      if (isOfPart) changed ??= changeElsewhere();
      if (isOfPart) await changed; // between the read and the write
      await route.continue();
    });
    await choose(page, 'Who may read it?', 'Only the people below');
    await apply(page);
    expect(changed).not.toBeNull();
    await elsewhere.close();

    await page.goto(address);
    await page.getByRole('treeitem', { name: 'Knead by hand' }).waitFor();
    const { repo, nobody } = session();
    expect(await client.EcRepository.get(idOf(address), null, null, repo, nobody)).toBeNull();
    const response = await fetch(`${session().server.api}sky/repo/search?q=Knead`);
    expect(await response.json()).toEqual([]);
  });

  it('a part that others keep changing is reported, and changed by the next attempt', async () => {
    const page = await editors.open('svc-editor/new');
    const address = await framework(page, 'Cakes', 'Whisk');
    await page.route(/Competency|multiPut/, async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      const problem = { type: 'urn:problem:precondition-failed', status: 412 };
      if (!request.url().endsWith('multiPut')) return route.fulfill({ status: 412, json: problem });
      const failed = request.postDataJSON().data.map((object: object) => ({ '@id': null, ...object, ...problem }));
      return route.fulfill({ json: { stored: 0, failed } });
    });
    await choose(page, 'Who may read it?', 'Only the people below');
    await apply(page);
    await page.getByText('1 part could not be changed:').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Whisk Others kept changing it.' }).waitFor();
    await expectAccessible(page);
    await page.unroute(/Competency|multiPut/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('1 part could not be changed:').waitFor({ state: 'hidden' });
    await page.goto(address);
    await page.getByRole('treeitem', { name: 'Whisk' }).waitFor();
    const response = await fetch(`${session().server.api}sky/repo/search?q=Whisk`);
    expect(await response.json()).toEqual([]);
  });

  it('an interrupted change shows after a reload how many parts are left, and continues', async () => {
    const page = await editors.open('svc-editor/new');
    const address = await framework(page, 'Pastry', 'Roll out');
    await page.route(/multiPut/, (route) => route.abort());
    await choose(page, 'Who may read it?', 'Only the people below');
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const left = page.getByText('A change of access is not complete: 2 parts are as they were.');
    await left.waitFor();
    await page.unroute(/multiPut/);
    await page.reload();
    await left.waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Access is changed.').waitFor();
    await left.waitFor({ state: 'hidden' });
    await page.goto(address);
    await page.getByRole('treeitem', { name: 'Roll out' }).waitFor();
    const response = await fetch(`${session().server.api}sky/repo/search?q=Pastry OR Roll`);
    expect(await response.json()).toEqual([]);
  });

  it('a framework is handed over to a person who is found by name', async () => {
    const other = await editors.open('svc-editor/identity');
    await other.getByRole('button', { name: 'New identity' }).click();
    await other.getByLabel('Name').fill('Grace Hopper');
    await other.getByRole('button', { name: 'Make a key' }).click();
    await other.getByText('Let others find me by name').click();
    await expect.poll(() => other.getByRole('switch').isChecked()).toBe(true);

    const page = await editors.open('svc-editor/new');
    const address = await framework(page, 'Compilers', 'Parse');
    await page.getByLabel('Add a person or group').pressSequentially('grace');
    await page.getByRole('option', { name: 'Grace Hopper' }).click();
    await page.getByRole('button', { name: 'Remove Me' }).click();
    await apply(page);
    await page.getByText('Only its owners can change access.').waitFor();

    await other.goto(address);
    await other.getByRole('treeitem', { name: 'Parse' }).waitFor();
    await other.getByRole('button', { name: 'Add a competency' }).waitFor();
  });

  it('an owner sees which of the others has just changed a row', async () => {
    const name = `Ida ${crypto.randomUUID().slice(0, 8)}`;
    const other = await editors.open('svc-editor/identity');
    await other.getByRole('button', { name: 'New identity' }).click();
    await other.getByLabel('Name').fill(name);
    await other.getByRole('button', { name: 'Make a key' }).click();
    await other.getByText('Let others find me by name').click();
    const page = await editors.open('svc-editor/new');
    const address = await framework(page, 'Interpreters', 'Parse');
    await page.getByLabel('Add a person or group').pressSequentially(name);
    await page.getByRole('option', { name }).click();
    await apply(page);
    for (const one of [page, other]) {
      await one.goto(address);
      await one.getByRole('treeitem', { name: 'Parse' }).waitFor();
    }
    await other.getByRole('treeitem', { name: 'Parse' }).focus();
    await other.keyboard.press('F2');
    await other.keyboard.press('End');
    await other.keyboard.type(' text');
    await other.keyboard.press('Escape');
    await other.keyboard.press('F2');
    await other.keyboard.press('End');
    await other.keyboard.type(' text');
    await other.keyboard.press('ArrowUp');
    const row = page.getByRole('treeitem', { name: 'Parse text' });
    await row.getByText(`Changed by ${name} just now`).waitFor({ state: 'attached' });
    await expectAccessible(page);
  });

  it('an account of name and password opens with the client library, and accounts of the library open in the editor', async () => {
    const page = await editors.open('svc-editor/new');
    await framework(page, 'Accounts', 'Sign in');
    await page.getByRole('link', { name: 'Back it up' }).click();
    await page.getByRole('button', { name: 'Make an account…' }).click();
    const [username, password] = [`ada-${crypto.randomUUID()}`, 'correct horse battery'];
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Password again').fill(password);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('You have kept your keys in the account').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save my contact file' }).click();
    const card = JSON.parse(await readFile(await (await download).path(), 'utf8'));

    const remote = new client.EcRemoteIdentityManager();
    remote.server = session().server.api;
    await remote.configureFromServer(null, null);
    remote.startLogin(username, password);
    const manager = await remote.fetch();
    expect(manager.ids.map((identity) => identity.ppk.toPk().toPem())).toEqual([card.publicKey]);

    const other = await editors.open('svc-editor/identity');
    await other.getByRole('button', { name: 'Sign in…' }).click();
    await other.getByRole('tab', { name: 'Name and password' }).click();
    await other.getByLabel('User name').fill(username);
    await other.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('The user name or the password is wrong.').waitFor();
    await other.getByRole('textbox', { name: 'Password' }).fill(password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByText('You act as this').waitFor();
  });
});
