import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const SKOS = 'https://schema.cassproject.org/0.4/skos';

describe.skipIf(path === null)('a person with a vocabulary', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  async function newScheme(name: string): Promise<Page> {
    const page = await editors.open();
    await page.getByRole('link', { name: 'Vocabularies' }).click();
    await page.getByRole('heading', { level: 1, name: 'Vocabularies' }).waitFor();
    await page.getByLabel('New vocabulary').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    return page;
  }

  /** Presses keys; what is in quotes is typed. */
  async function type(page: Page, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const text = /^"(.*)"$/.exec(key)?.[1];
      await (text === undefined ? page.keyboard.press(key) : page.keyboard.type(text));
    }
  }

  /** The objects of a scheme, as its export in CTDL-ASN has them: the root first. */
  async function exported(page: Page): Promise<readonly Record<string, unknown>[]> {
    const id = decodeURIComponent(decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? ''));
    return (await client.call(`/api/ctdlasn/x?${new URLSearchParams({ id })}`)).json()['@graph'];
  }

  it('writes, nests, moves and deletes terms by keyboard, with undo, as concepts of SKOS', async () => {
    const page = await newScheme('Kinds of skills');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a term' }).click();
    await type(page, '"Hand"', 'Enter', '"Knots"', 'Tab', 'Enter', '"Splices"', 'Enter', 'Escape');
    expect(await outlineOf(page)).toEqual(['Hand', '  Knots', '  Splices']);
    await type(page, 'Enter', '"Head"', 'Escape', 'Alt+ArrowLeft', 'Alt+ArrowUp');
    expect(await outlineOf(page)).toEqual(['Head', 'Hand', '  Knots', '  Splices']);
    await type(page, 'F2', 'Control+a', '"Thought"', 'Escape', 'F2', 'Control+a', '"Mind"', 'Enter', 'Escape');
    await type(page, 'ArrowDown', 'Delete');
    await expect.poll(() => outlineOf(page)).toEqual(['Mind']);
    await expect.poll(() => page.getByRole('treeitem', { name: 'Mind' }).evaluate(isFocused)).toBe(true);
    const message = page.getByRole('alertdialog').filter({ hasText: 'is deleted, with what is below it: 3 terms' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => outlineOf(page)).toEqual(['Mind', 'Hand', '  Knots', '  Splices']);
    await page.getByRole('treeitem', { name: 'Knots' }).click();
    const details = page.getByRole('region', { name: 'Term', exact: true });
    await details.getByLabel('Definition').fill('Ropes that hold.');
    await details.getByLabel('Coded notation').fill('H1');
    await page.getByRole('treeitem', { name: 'Hand' }).click();
    await expectAccessible(page);
    await untilSaved(page);
    const [scheme, ...concepts] = await exported(page);
    expect(scheme).toMatchObject({ '@type': 'skos:ConceptScheme', 'ceasn:name': { en: 'Kinds of skills' } });
    const [mind, hand, knots] = concepts;
    expect(scheme?.['skos:hasTopConcept']).toEqual([mind?.['@id'], hand?.['@id']]);
    expect(knots).toMatchObject({
      'skos:prefLabel': { en: 'Knots' },
      'skos:definition': { en: 'Ropes that hold.' },
      'skos:notation': 'H1',
      'skos:broader': [hand?.['@id']],
    });
    await page.reload();
    await expect.poll(() => outlineOf(page)).toEqual(['Mind', 'Hand', '  H1 Knots', '  Splices']);
  });

  it('pastes levels, makes them a progression model, and has competencies pick from vocabularies', async () => {
    const page = await newScheme('Grades of apprentices');
    await page.getByRole('button', { name: 'Paste a list…' }).click();
    await page.getByLabel('List or table').fill('1. Beginner\n2. Journeyman\n3. Master');
    await page.getByRole('button', { name: 'Add 3 terms' }).click();
    await page.getByRole('button', { name: 'Show the vocabulary' }).click();
    await page.getByText('The order is an order of levels').click();
    await page.getByText('Level 2', { exact: true }).waitFor();
    await expectAccessible(page);
    await untilSaved(page);
    const [model, beginner, journeyman] = await exported(page);
    expect(model).toMatchObject({ '@type': 'asn:ProgressionModel' });
    expect(beginner).toMatchObject({ '@type': 'asn:ProgressionLevel', 'ceasn:inProgressionModel': model?.['@id'] });

    await page.goto(`${server.url}svc-editor/new`);
    await page.getByLabel('What is it called?').fill('Carpentry');
    await page.keyboard.press('Enter');
    await page.getByLabel('Type the first competency').fill('Can join wood');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const details = page.getByRole('complementary', { name: 'Details' });
    const box = (name: string) => details.getByRole('combobox', { name, exact: true });
    await details.getByRole('radio', { name: 'Framework', exact: true }).click();
    await details.getByRole('tab', { name: 'More' }).click();
    await details.getByRole('button', { name: 'Vocabularies' }).click();
    for (const name of ['Vocabulary of education levels', 'Vocabulary of categories']) {
      await box(name).click(); // a list closes when the page is scrolled
      await box(name).fill('appren');
      await page.getByRole('option', { name: 'Grades of apprentices' }).click();
    }
    await page.getByRole('treeitem', { name: 'Can join wood' }).click();
    await details.getByRole('tab', { name: 'More' }).click();
    await box('Education levels: add').fill('journey');
    await page.getByRole('option', { name: 'Journeyman' }).click();
    await details.getByRole('button', { name: 'Remove “Journeyman”' }).waitFor();
    await box('Category').fill('mas');
    await page.getByRole('option', { name: 'Master' }).click();
    await untilSaved(page);
    const [, competency] = await exported(page);
    expect(competency).toMatchObject({ 'ceasn:educationLevelType': [journeyman?.['@id']] });
    expect(competency).toMatchObject({ 'ceasn:competencyCategory': expect.anything() });
  });

  it('sees what others add, and decides what both have changed', async () => {
    const id = (type: string, name: string) => `${server.api}data/schema.cassproject.org.0.4.skos.${type}/${name}`;
    const inScheme = { '@context': SKOS, '@type': 'Concept', 'skos:inScheme': id('ConceptScheme', 'tools') };
    const json = [
      {
        '@context': SKOS,
        '@type': 'ConceptScheme',
        '@id': id('ConceptScheme', 'tools'),
        'dcterms:title': 'Tools',
        'skos:hasTopConcept': [id('Concept', 'saw')],
      },
      { ...inScheme, '@id': id('Concept', 'saw'), 'skos:prefLabel': 'Saw' },
    ];
    await client.call('/api/sky/repo/multiPut', { json });
    const page = await editors.open(`svc-editor/schemes/${encodeURIComponent(id('ConceptScheme', 'tools'))}`);
    await page.getByRole('treeitem', { name: 'Saw' }).click();
    await page.getByLabel('Definition').fill('It cuts.');
    const theirs = {
      ...inScheme,
      '@id': id('Concept', 'saw'),
      'skos:prefLabel': 'Saw',
      'skos:definition': 'For wood.',
    };
    const added = { ...inScheme, '@id': id('Concept', 'plane'), 'skos:prefLabel': 'Plane' };
    const root = { ...json[0], 'skos:hasTopConcept': [id('Concept', 'saw'), id('Concept', 'plane')] };
    await client.call('/api/sky/repo/multiPut', { json: [theirs, added, root] });
    await page.getByRole('treeitem', { name: 'Plane' }).waitFor();
    await page.getByLabel('Coded notation').focus();
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Changed in “Saw”: skos:definition').waitFor();
    await dialog.getByRole('button', { name: 'Keep this: Yours' }).click();
    await untilSaved(page);
    const stored = (await client.call(id('Concept', 'saw'))).json();
    expect(stored['skos:definition']).toMatchObject({ '@value': 'It cuts.' });
    expect(await outlineOf(page)).toEqual(['Saw', 'Plane']);
  });

  it('is shared: private ones are encrypted with all terms, also new ones, for those who may read them', async () => {
    const name = `Grace ${crypto.randomUUID().slice(0, 8)}`;
    const reader = await editors.open('svc-editor/identity');
    await reader.getByRole('button', { name: 'New identity' }).click();
    await reader.getByLabel('Name').fill(name);
    await reader.getByRole('button', { name: 'Make a key' }).click();
    await reader.getByText('Let others find me by name').click();
    const published = async () => (await client.call('/api/sky/repo/search?q=Grace*')).text.includes(name);
    await expect.poll(published).toBe(true);

    const page = await newScheme('Secret levels');
    await page.getByRole('button', { name: 'Add a term' }).click();
    await type(page, '"Apprentice"', 'Enter', '"Journeyman"', 'Enter', 'Escape');
    await untilSaved(page);
    await page.getByRole('link', { name: 'Public' }).waitFor();
    const address = page.url();
    await page.getByRole('link', { name: 'Sharing' }).click();
    await page.getByRole('heading', { name: 'Who may read and change “Secret levels”' }).waitFor();
    await page.getByRole('button', { name: /Who may read it/ }).click();
    await page.getByRole('option', { name: 'Only the people below' }).click();
    const person = page.getByRole('combobox', { name: 'Add a person or group' });
    await person.click();
    await person.fill(name);
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByText('This applies to the vocabulary and its 2 terms.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Access is changed.').waitFor();
    await page.getByRole('link', { name: 'Back to “Secret levels”' }).click();
    await page.getByRole('link', { name: 'Shared with 1 other' }).waitFor();
    await page.getByRole('button', { name: 'Add a term' }).click();
    await type(page, '"Virtuoso"', 'Enter', 'Escape');
    await untilSaved(page);
    await expectAccessible(page);
    expect((await client.call('/api/sky/repo/search?q=*&index_hint=*concept*')).text).not.toMatch(
      /Apprentice|Virtuoso|Secret levels/,
    );

    await reader.goto(address);
    await expect.poll(() => outlineOf(reader)).toEqual(['Apprentice', 'Journeyman', 'Virtuoso']);
    await page.getByRole('treeitem', { name: 'Virtuoso' }).focus();
    await type(page, 'Enter', '"Doctor"', 'Escape');
    await reader.getByRole('treeitem', { name: 'Doctor' }).waitFor();

    const [download] = await Promise.all([
      reader.waitForEvent('download'),
      reader.getByRole('button', { name: 'Download as SKOS' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(text)['@graph'].map((node: object) => Object.values(node).includes('skos:Concept'))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    await page.goto(`${server.url}svc-editor/import`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'levels.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await page.getByText('It is here already, and private.', { exact: false }).waitFor();
    await page.getByRole('button', { name: /What is here already/ }).click();
    await page.getByRole('option', { name: 'Import as a new one' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the vocabulary' }).click();
    await expect.poll(() => outlineOf(page)).toEqual(['Apprentice', 'Journeyman', 'Virtuoso', 'Doctor']);
    await page.getByRole('link', { name: 'Public' }).waitFor();
    await reader.goto(`${server.url}svc-editor/schemes`);
    await reader.getByRole('row', { name: /Secret levels Private/ }).waitFor();
    await expectAccessible(reader);
    const stranger = await editors.open(new URL(address).pathname.slice(1));
    await stranger.getByText('Secret levels').waitFor({ state: 'detached' });
    await stranger.getByRole('heading', { level: 1 }).waitFor();
    expect(await stranger.getByText('Apprentice').count()).toBe(0);
  });

  it('has a history: what was renamed, moved and deleted, named versions, and its restoration', async () => {
    const page = await newScheme('Kinds of knots');
    await page.getByRole('button', { name: 'Add a term' }).click();
    await type(page, '"Bend"', 'Enter', '"Hitch"', 'Enter', '"Loop"', 'Enter', 'Escape');
    await untilSaved(page);
    const address = page.url();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History of “Kinds of knots”' }).waitFor();
    await page.getByRole('button', { name: 'Name this version…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('First edition');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'First edition' }).waitFor();
    await page.getByRole('link', { name: 'Back to “Kinds of knots”' }).click();
    await page.getByRole('treeitem', { name: 'Hitch' }).click();
    await type(page, 'F2', 'End', '"es"', 'Enter', 'Escape', 'Alt+ArrowRight', 'ArrowDown', 'Delete');
    await expect.poll(() => outlineOf(page)).toEqual(['Bend', '  Hitches']);
    await untilSaved(page);
    await page.goto(`${address}/history`);
    const moved = page.getByRole('listitem').filter({ hasText: 'Moved under “Bend”' });
    await moved.waitFor();
    await page.getByText('Terms below it arranged differently').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByText('1 removed · 1 moved · 1 text changed').waitFor();
    expect(await page.getByRole('main').locator('strong').allTextContents()).toEqual(['Hitches', 'Hitches', 'Loop']);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All changes' }).click();
    await page.getByRole('link', { name: 'First edition' }).click();
    await page.getByRole('region', { name: 'Kinds of knots' }).getByText('Loop').waitFor();
    await page.getByRole('button', { name: 'Restore all of it' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Restored, as a new version').first().waitFor();
    await page.goto(address);
    await expect.poll(() => outlineOf(page)).toEqual(['Bend', 'Hitch', 'Loop']);
  });

  it('opens by the address of one of its terms, also in the views of frameworks', async () => {
    const id = (type: string, name: string) => `${server.api}data/schema.cassproject.org.0.4.skos.${type}/${name}`;
    const json = [
      { '@context': SKOS, '@type': 'ConceptScheme', '@id': id('ConceptScheme', 'a'), 'skos:prefLabel': 'Colours' },
      {
        '@context': SKOS,
        '@type': 'Concept',
        '@id': id('Concept', 'red'),
        'skos:prefLabel': 'Red',
        'skos:inScheme': id('ConceptScheme', 'a'),
      },
    ];
    await client.call('/api/sky/repo/multiPut', { json });
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(id('Concept', 'red'))}/graph`);
    await page.getByRole('heading', { level: 1, name: 'Colours' }).waitFor();
    await page.getByRole('treeitem', { name: 'Red', selected: true }).waitFor();
  });
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}
