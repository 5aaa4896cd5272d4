import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { loadClient, managerOf, newIdentity, useSession } from '../interop/client.ts';
import { chromiumPath } from '../support/chromium.ts';
import { createClient } from '../support/client.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';
import { askForProfile } from '../support/profile-client.ts';
import { type Person, person } from '../support/signer.ts';

const path = await chromiumPath();
const client = loadClient();

/** The rows of the tree as text: indented by two blanks for each level. */
function rowsOf(page: Page): Promise<readonly string[]> {
  return page.getByRole('treeitem').evaluateAll((rows) =>
    rows
      .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
      .map((row) => {
        const texts = [...row.querySelectorAll('span')].map(({ textContent }) => textContent);
        return '  '.repeat(Number(row.getAttribute('aria-level')) - 1) + texts.join(' ');
      }),
  );
}

describe.skipIf(path === null)('learners in the editor', () => {
  const session = useSession(client, { BADGE_EMAIL: 'badges@example.org' });
  const editors = useEditors(() => session().server, path);

  /** Makes a framework with two competencies. @returns its id */
  async function framework(page: Page, name: string): Promise<string> {
    await page.getByLabel('What is it called?').fill(name);
    await page.getByRole('button', { name: 'Create' }).click();
    const first = page.getByLabel('Type the first competency');
    await first.fill('Weld');
    await first.press('Enter');
    await page.getByRole('treeitem', { name: 'Weld' }).waitFor();
    await untilSaved(page);
    const address = page.url();
    return decodeURIComponent(decodeURIComponent(address.slice(address.lastIndexOf('/') + 1)));
  }

  async function chooseFramework(page: Page, name: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Framework' }).pressSequentially(name);
    await page.getByRole('option', { name }).click();
  }

  async function addContact(page: Page, name: string, pem: string): Promise<void> {
    await page.getByRole('button', { name: 'Add a contact' }).click();
    await page.getByLabel('Contact file, link or public key').fill(pem);
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /** The page of a learner of the person at it, for whom one achievement is recorded. */
  async function recorded(name: string, frameworkName: string): Promise<Page> {
    const teacher = await editors.open('svc-editor/new');
    await framework(teacher, frameworkName);
    await teacher.goto(new URL('svc-editor/learners', session().server.url).href);
    await teacher.getByRole('button', { name: 'Add a learner' }).click();
    await teacher.getByRole('dialog').getByLabel('Name').fill(name);
    await teacher.getByRole('dialog').getByRole('button', { name: 'Add a learner' }).click();
    await teacher.getByRole('heading', { name }).waitFor();
    await chooseFramework(teacher, frameworkName);
    await teacher.getByRole('button', { name: 'Record', exact: true }).click();
    await teacher.getByLabel('Evidence').fill('Seen at the harbour');
    await teacher.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await teacher.getByRole('dialog').waitFor({ state: 'detached' });
    return teacher;
  }

  it('an achievement is recorded with evidence, appears in the profile, is read with the client library, and is withdrawn', async () => {
    const learner = await newIdentity(client, 'Learner');
    const page = await editors.open('svc-editor/new');
    const id = await framework(page, 'Metal work');
    await page.goto(new URL('svc-editor/identity', session().server.url).href);
    await addContact(page, 'Ada', learner.ppk.toPk().toPem());
    await page.goto(new URL('svc-editor/learners', session().server.url).href);
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ada' }).click();
    await chooseFramework(page, 'Metal work');
    await page.getByText('0 of 1 competencies achieved').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByLabel('Evidence').fill('Grüße aus der Werkstatt');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 of 1 competencies achieved').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Timeline' }).getByText('Grüße aus der Werkstatt').waitFor();
    await expectAccessible(page);

    const { server, repo } = session();
    const sheet = await managerOf(client, learner).signatureSheet(60_000, repo.selectedServer, null, null, 'SHA-256');
    const { children } = await askForProfile(createClient(server), id, learner.ppk.toPk().toPem(), sheet);
    expect(children[0]?.state.latestEvidenceIsPositive).toBe(true);

    await page.getByRole('button', { name: 'Withdraw “Weld”' }).click();
    await page.getByRole('button', { name: 'Withdraw it' }).click();
    await page.getByText('0 of 1 competencies achieved').waitFor();
  });

  it('a record becomes a badge if the learner has an address; otherwise the editor says why not', async () => {
    const { server, repo } = session();
    const [named, nameless] = [await newIdentity(client, 'Cy'), await newIdentity(client, 'Di')];
    const key = named.ppk.toPk();
    const sheet = await managerOf(client, named).signatureSheet(60_000, repo.selectedServer, null, null, 'SHA-256');
    const person = {
      '@context': 'https://schema.org/',
      '@type': 'Person',
      name: 'Cy',
      email: 'cy@example.org',
      '@id': `${server.api}data/schema.org.Person/${key.fingerprint()}`,
      '@owner': [key.toPem()],
    };
    await createClient(server).save(person, sheet);
    const page = await editors.open('svc-editor/new');
    await framework(page, 'Badge work');
    await page.goto(new URL('svc-editor/identity', server.url).href);
    await page.getByText('Let others find me by name').click();
    await expect.poll(() => createClient(server).find('@type:Person AND name:Me')).toHaveLength(1);

    async function recordFor(name: string, pem: string): Promise<void> {
      await page.goto(new URL('svc-editor/identity', server.url).href);
      await addContact(page, name, pem);
      await page.goto(new URL('svc-editor/learners', server.url).href);
      await page.getByRole('link', { name, exact: true }).click();
      await chooseFramework(page, 'Badge work');
      await page.getByRole('button', { name: 'Record', exact: true }).click();
      await page.getByText('Also publish it as a badge').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    }

    await recordFor('Cy', key.toPem());
    await page.getByText('Recorded.', { exact: true }).waitFor();
    const address = await page.getByRole('link', { name: 'Badge', exact: true }).getAttribute('href');
    expect(await (await fetch(address ?? '')).json()).toMatchObject({
      type: 'Assertion',
      recipient: { type: 'email' },
    });

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Download…' }).click();
    await page.getByText('1 of 1 records is a badge.').waitFor();
    await expectAccessible(page);
    async function saved(button: string): Promise<string> {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      return readFile(await (await download).path(), 'utf8');
    }
    const [, claims = ''] = (await saved('Learner record (CLR 2.0)')).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      type: expect.arrayContaining(['ClrCredential']),
    });
    expect(JSON.parse(await saved('Badges (Open Badges 3.0)'))).toMatchObject({
      type: expect.arrayContaining(['OpenBadgeCredential']),
      proof: expect.anything(),
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await recordFor('Di', nameless.ppk.toPk().toPem());
    await page.getByText(/^Recorded, but there is no badge\./).waitFor();
  });

  it('a learner is added, gets a goal, and sees what achieving it would change, without anything stored', async () => {
    const page = await editors.open('svc-editor/new');
    await framework(page, 'Goal work');
    await page.goto(new URL('svc-editor/learners', session().server.url).href);
    await page.getByRole('button', { name: 'Add a learner' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Bob');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a learner' }).click();
    await page.getByRole('heading', { name: 'Bob' }).waitFor();
    await chooseFramework(page, 'Goal work');
    await page.getByRole('button', { name: 'Make it a goal' }).click();
    await page.getByRole('button', { name: 'No goal any more' }).waitFor();
    await page.getByText('What the goals need:').waitFor();
    await page.getByText('What if', { exact: true }).click();
    await page.getByText('1 of 1 competencies achieved').waitFor();
    await page.getByRole('button', { name: 'Show how it is' }).click();
    await page.getByText('0 of 1 competencies achieved').waitFor();
  });

  it('competencies are a tree that is walked by keyboard, filtered and searched; what is recorded is first sought in the framework', async () => {
    const page = await editors.open('svc-editor/new');
    await framework(page, 'Tree work');
    await page.getByRole('treeitem', { name: 'Weld' }).focus();
    for (const name of ['Weld pipes', 'Cut metal']) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(name);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: 'Weld pipes' }).focus();
    await page.keyboard.press('Alt+ArrowRight');
    await untilSaved(page);
    await page.goto(new URL('svc-editor/learners', session().server.url).href);
    await page.getByRole('link', { name: 'Me' }).click();
    await chooseFramework(page, 'Tree work');
    await page.getByText('0 of 3 competencies achieved').waitFor();
    const tree = page.getByRole('tree', { name: 'Competencies' });
    await expect
      .poll(() => rowsOf(page))
      .toEqual(['Weld Nothing recorded', '  Weld pipes Nothing recorded', 'Cut metal Nothing recorded']);
    await expectAccessible(page);

    await tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rowsOf(page)).toEqual(['Weld Nothing recorded', 'Cut metal Nothing recorded']);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 of 3 competencies achieved').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem');

    await page.getByRole('button', { name: 'All Show' }).click();
    await page.getByRole('option', { name: 'Not achieved' }).click();
    await expect.poll(() => rowsOf(page)).toEqual(['Weld Begun', 'Cut metal Nothing recorded']);
    await page.getByRole('searchbox', { name: 'Find a competency' }).fill('METAL cut');
    await expect.poll(() => rowsOf(page)).toEqual(['Cut metal Nothing recorded']);

    await page.getByRole('button', { name: 'Record an achievement' }).click();
    await page.getByRole('combobox', { name: 'Competency' }).pressSequentially('weld');
    await page.getByRole('option').first().waitFor();
    const offered = await page.getByRole('option').allInnerTexts();
    expect(offered.every((text) => text.includes('Tree work'))).toBe(true);
    await page.getByRole('option').first().click();
    await expectAccessible(page);
  });

  it('my own page tells my claims from what others confirm, and can leave claims out', async () => {
    const { server } = session();
    const learner = await editors.open('svc-editor/learners/me');
    await learner.getByRole('button', { name: 'Make a key' }).click();
    await learner.getByText('This is your own page').waitFor();
    await expectAccessible(learner);
    const teacher = await editors.open('svc-editor/new');
    await framework(teacher, 'Claim work');
    await learner.goto(new URL('svc-editor/', server.url).href);
    await learner.getByRole('button', { name: 'You are: Me' }).click();
    await learner.getByRole('menuitem', { name: 'My profile' }).click();
    await chooseFramework(learner, 'Claim work');
    await learner.getByRole('button', { name: 'Record', exact: true }).click();
    await learner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await learner.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(learner)).toEqual(['Weld Achieved Own claim']);
    await learner.getByText(/^This competency itself was recorded as achieved: .*, own claim\.$/).waitFor();
    await learner.getByText('Only what others have confirmed').click();
    await expect.poll(() => rowsOf(learner)).toEqual(['Weld Nothing recorded']);
    await learner.getByText('0 of 1 competencies achieved').waitFor();

    await learner.goto(new URL('svc-editor/identity', server.url).href);
    await learner.getByRole('button', { name: 'Copy my contact link' }).click();
    const link = await learner.evaluate(() => navigator.clipboard.readText());
    await teacher.goto(new URL('svc-editor/identity', server.url).href);
    await addContact(teacher, 'Eva', link);
    await teacher.goto(new URL('svc-editor/learners', server.url).href);
    await teacher.getByRole('link', { name: 'Eva', exact: true }).click();
    await teacher.getByText('Eva has their own key.').waitFor();
    await chooseFramework(teacher, 'Claim work');
    await teacher.getByRole('button', { name: 'Record', exact: true }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await teacher.getByRole('dialog').waitFor({ state: 'detached' });

    await learner.goto(new URL('svc-editor/learners/me', server.url).href);
    await chooseFramework(learner, 'Claim work');
    await expect.poll(() => rowsOf(learner)).toEqual(['Weld Achieved Confirmed']);
    const timeline = learner.getByRole('region', { name: 'Timeline' });
    await expect.poll(() => timeline.getByRole('listitem').count()).toBe(2);
    await timeline.getByText('Own claim').waitFor();
    await learner.getByText('Only what others have confirmed').click();
    await learner.getByText('1 of 1 competencies achieved').waitFor();
    await expect.poll(() => timeline.getByRole('listitem').count()).toBe(1);
    await expectAccessible(learner);
  });

  it('a record is shared by a link, which shows it until it is ended', async () => {
    const { server } = session();
    const teacher = await recorded('Gus', 'Share work');
    await teacher.getByRole('button', { name: 'Share “Weld”' }).click();
    await teacher.getByText('1 record is yours to share.').waitFor();
    await teacher.getByLabel('What is the link for?').fill('Application');
    await expectAccessible(teacher);
    await teacher.getByRole('button', { name: 'Make a link' }).click();
    const link = await teacher.getByLabel(/^Everyone who has this link/).inputValue();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    const employer = await editors.open(link.slice(server.url.length));
    await employer.getByRole('heading', { name: 'Gus' }).waitFor();
    await employer.getByText('Seen at the harbour').waitFor();
    await employer.getByText('Confirmed', { exact: true }).waitFor();
    expect(await employer.getByRole('button', { name: 'Withdraw “Weld”' }).count()).toBe(0);
    await expectAccessible(employer);

    await teacher.getByText('1 record, until').waitFor();
    await expectAccessible(teacher);
    await teacher.getByRole('button', { name: 'End the link “Application”' }).click();
    await teacher.getByText('The link “Application” has ended.').waitFor();
    await employer.reload();
    await employer.getByText('This link has ended').waitFor();
  });

  it('a record is shared with a person until it no longer is; a link that is over has ended', async () => {
    const { server } = session();
    const teacher = await recorded('Uma', 'Show work');
    const other = await newIdentity(client, 'Parent');
    await teacher.getByRole('button', { name: 'Share…' }).click();
    await teacher.getByRole('combobox', { name: 'Add a person or group' }).fill(other.ppk.toPk().toPem());
    const share = teacher.getByRole('button', { name: /^Share with Somebody/ });
    await expect.poll(() => share.evaluate((button) => button === document.activeElement)).toBe(true);
    await share.press('Enter');
    await teacher.getByRole('list', { name: 'Who can read it' }).getByText('Somebody with the key').waitFor();
    const readable = async (): Promise<number> => {
      const sheet = await managerOf(client, other).signatureSheet(60_000, server.api, null, null, 'SHA-256');
      return (await createClient(server).find('@type:Assertion', sheet)).length;
    };
    expect(await readable()).toBe(1);
    await teacher.getByRole('button', { name: /may no longer read it$/ }).click();
    await expect.poll(readable).toBe(0);

    await teacher.getByLabel('What is the link for?').fill('Trial');
    await teacher.getByRole('button', { name: 'Make a link' }).click();
    await teacher.getByLabel(/^Everyone who has this link/).waitFor();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await teacher.clock.setSystemTime(Date.now() + 40 * 86_400_000);
    await teacher.reload();
    await teacher.getByText('The link “Trial” has ended.').waitFor();
  });

  it('a group is a matrix in which several cells are chosen by keyboard and recorded at once', async () => {
    const { server } = session();
    const page = await editors.open('svc-editor/new');
    await framework(page, 'Group work');
    await page.goto(new URL('svc-editor/identity', server.url).href);
    for (const name of ['Hal', 'Ida']) {
      await addContact(page, name, (await newIdentity(client, name)).ppk.toPk().toPem());
    }
    await page.goto(new URL('svc-editor/learners', server.url).href);
    await page.getByRole('link', { name: 'A group at a glance' }).click();
    await page.getByText(/^Learners: /).click();
    await page.getByRole('checkbox', { name: 'Me' }).setChecked(false, { force: true });
    await chooseFramework(page, 'Group work');
    const cells = page.getByRole('gridcell');
    await expect.poll(() => cells.allTextContents()).toEqual(['Nothing recorded', 'Nothing recorded']);
    await expectAccessible(page);

    await cells.first().focus();
    await page.keyboard.press('Shift+ArrowRight');
    expect(await page.locator('[role="gridcell"][aria-selected="true"]').count()).toBe(2);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Record for 2 chosen cells' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await cells.allTextContents()).map((text) => text.slice(1)))
      .toEqual(['Achieved', 'Achieved']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toBe('\uFEFF,Weld\r\nHal,yes\r\nIda,yes');
    await expectAccessible(page);
  });

  it('learners of older records are found while the list reads on, and their pages open', async () => {
    const { server } = session();
    const [old, recent] = [await person(), await person()];
    const type = `${server.api}data/schema.cassproject.org.0.4`;
    const record = (name: string, { pem }: Person) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Assertion',
      '@id': `${type}.Assertion/${name}`,
      competency: `${type}.Competency/reading-on`,
      subject: pem,
      agent: pem,
    });
    await createClient(server).save(record('oldest', old));
    const later = Array.from({ length: 500 }, (_, index) => record(`later-${index}`, recent));
    const headers = { 'content-type': 'application/json' };
    const saved = await fetch(`${server.api}sky/repo/multiPut`, {
      method: 'POST',
      headers,
      body: JSON.stringify(later),
    });
    expect(saved.status).toBe(200);
    const page = await editors.open('svc-editor/identity');
    await page.getByRole('button', { name: 'New identity' }).click();
    await page.getByLabel('Name').fill('Jo');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByText('You act as this').waitFor();
    const nameOf = ({ pem }: Person): string => parsePublicKey(pem).fingerprint.slice(0, 8);
    const [first, last] = [nameOf(recent), nameOf(old)];
    await page.goto(new URL('svc-editor/learners', server.url).href);
    await page.getByRole('link', { name: first, exact: true }).waitFor();
    await page.getByRole('link', { name: last, exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: last, exact: true }).click();
    await page.reload();
    await page.getByRole('heading', { name: last }).waitFor();
  });

  it('the key of a learner is handed over in a file with no other key, and then removed here', async () => {
    const { server } = session();
    const teacher = await editors.open('svc-editor/learners');
    await teacher.getByRole('button', { name: 'Add a learner' }).click();
    await teacher.getByRole('dialog').getByLabel('Name').fill('Finn');
    await teacher.getByRole('dialog').getByRole('button', { name: 'Add a learner' }).click();
    await teacher.getByText('This browser has the key of Finn').waitFor();
    await teacher.getByRole('button', { name: 'Hand the key over…' }).click();
    await teacher.getByLabel('Passphrase', { exact: true }).fill('a long passphrase');
    await teacher.getByLabel('Passphrase again').fill('a long passphrase');
    await expectAccessible(teacher);
    const saved = teacher.waitForEvent('download');
    await teacher.getByRole('button', { name: 'Save the file' }).click();
    const file = await (await saved).path();
    await teacher.getByRole('button', { name: 'Remove the key here' }).click();
    await teacher.getByText('Finn has their own key.').waitFor();

    const learner = await editors.open('svc-editor/identity?sign-in');
    await learner.getByText('Recovery file', { exact: true }).first().click();
    const chosen = learner.waitForEvent('filechooser');
    await learner.getByRole('button', { name: 'Choose a recovery file' }).click();
    await (await chosen).setFiles(file);
    await learner.getByLabel('Passphrase', { exact: true }).fill('a long passphrase');
    await learner.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await learner.getByText('1 identity is here again').waitFor();
    await learner.goto(new URL('svc-editor/learners/me', server.url).href);
    await learner.getByRole('heading', { name: 'Finn' }).waitFor();
  });

  it('the reasons for an achieved competency are shown in German', async () => {
    const page = await editors.open('svc-editor/new');
    await framework(page, 'Reason work');
    await page.goto(new URL('svc-editor/learners', session().server.url).href);
    await page.getByRole('link', { name: 'Me' }).click();
    await chooseFramework(page, 'Reason work');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 of 1 competencies achieved').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Warum?' }).waitFor();
    expect(await page.locator('.standing-panel li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Der jüngste Eintrag \(Me, [\d.]+, eigene Angabe\) sagt: erreicht\.$/),
      expect.stringMatching(/^Diese Kompetenz selbst wurde als erreicht erfasst: Me, [\d.]+, eigene Angabe\.$/),
    ]);
    await expectAccessible(page);
  });

  it('a table of marks is recorded, and unknown names are reported', async () => {
    const page = await editors.open('svc-editor/new');
    await framework(page, 'Table work');
    await page.goto(new URL('svc-editor/learners/table', session().server.url).href);
    await chooseFramework(page, 'Table work');
    await page.getByRole('textbox', { name: 'Table' }).fill('Name\tWeld\tSolder\nMe\t+\t+\nZoe\t-\t');
    await page.getByText('1 record is ready.').waitFor();
    await page.getByText(/learners are unknown.*Zoe/).waitFor();
    await page.getByText(/no competencies of the framework.*Solder/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Record them' }).click();
    await page.getByText('1 record was saved.').waitFor();
  });

  it('a text that is not a badge is not verified', async () => {
    const page = await editors.open('svc-editor/learners/badge');
    await page.getByLabel('Address or text of the badge').fill('{"type":"Nothing"}');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('The badge could not be verified.').waitFor();
    await expectAccessible(page);
  });
});
