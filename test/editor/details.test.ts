import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, untilSaved, useEditors } from '../support/editor.ts';
import { SOON } from '../support/subscriber.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person at the details of a competency', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  const idOf = (type: string, name: string): string =>
    new URL(`/api/data/schema.cassproject.org.0.4.${type}/${name}`, server.url).href;

  /** Saves a framework that anyone may change, whose competencies are named as their ids. */
  async function framework(name: string, competencies: readonly string[]): Promise<string> {
    const common = { '@context': 'https://schema.cassproject.org/0.4' };
    const objects = [
      {
        ...common,
        '@type': 'Framework',
        '@id': idOf('Framework', name),
        name: { '@language': 'en', '@value': name },
        competency: competencies.map((each) => idOf('Competency', each)),
      },
      ...competencies.map((each) => ({
        ...common,
        '@type': 'Competency',
        '@id': idOf('Competency', each),
        name: { '@language': 'en', '@value': each },
      })),
    ];
    await client.call('/api/sky/repo/multiPut', { json: objects });
    return idOf('Framework', name);
  }

  async function openDetails(frameworkId: string, competency: string): Promise<Page> {
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(frameworkId)}`);
    await page.getByRole('treeitem', { name: competency }).click();
    await page.getByRole('complementary', { name: 'Details' }).getByRole('tab').first().waitFor();
    return page;
  }

  async function stored(type: string, name: string): Promise<Record<string, unknown>> {
    return (await client.call(idOf(type, name))).json();
  }

  it('translates it, is told that a name is needed, and undoes', async () => {
    const page = await openDetails(await framework('Weaving', ['Warp', 'Weft']), 'Warp');
    await page.getByRole('button', { name: 'Name in another language' }).click();
    await page.getByRole('combobox', { name: 'Language' }).fill('Fren');
    await page.getByRole('option', { name: 'French', exact: true }).click();
    await page.getByLabel('Name (French)').fill('Chaîne');
    await page.getByLabel('Coded notation').fill('W.1');
    await page.getByLabel('Scope').focus();
    await untilSaved(page);
    expect(await stored('Competency', 'Warp')).toMatchObject({
      name: [
        { '@language': 'en', '@value': 'Warp' },
        { '@language': 'fr', '@value': 'Chaîne' },
      ],
      'ceasn:codedNotation': 'W.1',
    });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Name (French)').waitFor({ state: 'detached' });
    await page.getByLabel('Name (English)').fill('');
    await page.getByLabel('Scope').focus();
    await page.getByText('This needs a name in some language.').waitFor();
  });

  it('finds the focus where the work goes on after each action, and chooses by Enter what the typed letters find', async () => {
    const page = await openDetails(await framework('Basketry', ['Split', 'Weave', 'Trim']), 'Split');
    const focused = page.locator(':focus');
    await page.getByRole('button', { name: 'Name in another language' }).press('Enter');
    await page.getByRole('combobox', { name: 'Language' }).and(focused).waitFor();
    await page.keyboard.type('Germ');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name (German)').and(focused).waitFor();
    await page.getByRole('tab', { name: 'Levels' }).click();
    await page.getByRole('button', { name: 'Add a level' }).press('Enter');
    await page.getByLabel('Title of the level').and(focused).waitFor();
    await page.keyboard.type('Novice');
    await page.getByRole('button', { name: 'Remove this level' }).press('Enter');
    await page.getByRole('button', { name: 'Add a level' }).and(focused).waitFor();
    await page.getByRole('tab', { name: 'Relations' }).click();
    const field = page.getByRole('combobox', { name: 'Which competency' });
    const expectEmptied = async (): Promise<void> => {
      await field.and(focused).waitFor();
      await expect.poll(() => field.inputValue(), SOON).toBe('');
      expect(await field.getAttribute('aria-expanded')).toBe('false');
    };
    for (const name of ['Weav', 'Tri']) {
      await page.getByRole('combobox', { name: 'Which competency' }).fill(name);
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Relation added').first().waitFor();
      await expectEmptied();
    }
    await page.keyboard.type('Tri');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.getByText('This relation is there already.').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the relation to Weave' }).press('Enter');
    await page.getByRole('button', { name: 'Remove the relation to Trim' }).and(focused).waitFor();
    await untilSaved(page);
  });

  it.each(['Deutsch', 'Español', 'Français', 'العربية'])(
    'has its tabs in one line, each in sight when it has the focus: %s',
    async (language) => {
      const page = await openDetails(await framework('Dyeing', ['Indigo']), 'Indigo');
      await page.getByRole('button', { name: 'Language', exact: true }).click();
      await page.getByRole('menuitemradio', { name: language }).click();
      const tabs = page.getByRole('tablist').getByRole('tab');
      for (const width of [1440, 768, 375]) {
        await page.setViewportSize({ width, height: 900 });
        const places = () => tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
        await expect.poll(async () => new Set(await places()).size).toBe(1);
        expect(await tabs.count()).toBe(5);
        const list = page.getByRole('tablist');
        const hidden = () => list.evaluate((one) => one.scrollWidth - one.clientWidth);
        if (width !== 375) await expect.poll(hidden).toBe(0);
        await tabs.first().focus();
        await page.keyboard.press('End');
        await expect.poll(() => isInSight(tabs.last(), list)).toBe(true);
      }
    },
  );

  it('adds a level, and a relation to a competency of another framework that it finds by its text', async () => {
    await framework('Dyeing', ['Indigo']);
    const page = await openDetails(await framework('Spinning', ['Yarn', 'Wheel']), 'Yarn');
    await page.getByRole('tab', { name: 'Levels' }).click();
    await page.getByRole('button', { name: 'Add a level' }).click();
    await page.getByLabel('Title of the level').fill('Expert');
    await page.getByLabel('What people do at this level').fill('Spins silk.');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Relations' }).click();
    await page.getByRole('combobox', { name: 'Which competency' }).fill('indi');
    await page.getByRole('option', { name: 'Indigo' }).click();
    await page.getByRole('region', { name: 'To other frameworks' }).getByText('Dyeing').waitFor();
    expect(await page.getByLabel('Valid from').count()).toBe(0);
    await page.getByRole('button', { name: 'Limit to a period' }).click();
    await page.getByLabel('Valid from').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('02302026');
    await page.getByRole('combobox', { name: 'Which competency' }).focus();
    await page.getByText('This has to be a day.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Valid from').fill('2026-03-01');
    await page.getByLabel('Valid through').fill('2026-02-01');
    await page.getByRole('combobox', { name: 'Which competency' }).focus();
    await page.getByText('The last day is before the first one.').waitFor();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await page.getByLabel('Valid through').fill('2026-04-01');
    await page.getByRole('tab', { name: 'Relations' }).focus();
    await untilSaved(page);
    const { level = [], relation = [] } = (await stored('Framework', 'Spinning')) as Record<string, string[]>;
    expect((await client.call(String(level[0]))).json()).toMatchObject({
      title: 'Expert',
      performance: 'Spins silk.',
      competency: idOf('Competency', 'Yarn'),
    });
    expect((await client.call(String(relation[0]))).json()).toMatchObject({
      relationType: 'requires',
      source: idOf('Competency', 'Yarn'),
      target: idOf('Competency', 'Indigo'),
      validFrom: '2026-03-01',
      validThrough: '2026-04-01',
    });
  });

  it('writes a property as JSON-LD, sees the place of a mistake, and corrects it without losing anything', async () => {
    const page = await openDetails(await framework('Sewing', ['Hem', 'Seam']), 'Hem');
    await page.getByRole('tab', { name: 'More' }).click();
    const json = page.getByRole('textbox', { name: 'All properties, as JSON-LD' });
    await page.getByRole('button', { name: 'All properties, as JSON-LD' }).click();
    await json.fill('{\n  "name": "Hem",\n  "ex:stitches": 12,\n}');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(/^Line 4, column 1:/).waitFor();
    await expectAccessible(page);
    await page.getByRole('treeitem', { name: 'Seam' }).click();
    await page.getByRole('treeitem', { name: 'Hem' }).click();
    await page.getByRole('tab', { name: 'More' }).click();
    expect(await json.inputValue()).toContain('ex:stitches');
    await json.fill('{ "name": "Hem", "@owner": [] }');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('“@owner” cannot be changed here.').waitFor();
    await json.fill('{ "name": "<img src=x onerror=alert(1)>", "ex:stitches": 12 }');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('treeitem', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    await untilSaved(page);
    expect(await stored('Competency', 'Hem')).toMatchObject({ 'ex:stitches': 12 });
  });

  it('finds fields in groups, which say how many are filled in and stay open over a reload', async () => {
    const page = await openDetails(await framework('Pottery', ['Throw', 'Glaze']), 'Throw');
    await page.getByRole('tab', { name: 'More' }).click();
    const group = (name: string | RegExp) => page.getByRole('button', { name });
    await page.getByRole('textbox', { name: 'Keywords' }).waitFor();
    const holder = page.getByRole('textbox', { name: 'Rights holder' });
    await holder.waitFor({ state: 'hidden' });
    await group('Rights').focus();
    await page.keyboard.press('Enter');
    await group('Classification').click();
    await page.getByText('The person or organization that holds the rights.').waitFor();
    await holder.fill('Guild of Potters');
    const rights = page.getByRole('textbox', { name: 'Rights', exact: true });
    const before = (await rights.boundingBox())?.height ?? 0;
    await rights.fill('All that\nmay be\nread here\nis free.');
    expect((await rights.boundingBox())?.height).toBeGreaterThan(before);
    await expectAccessible(page);
    await holder.focus();
    await group(/^Rights.*2 filled in/).waitFor();
    await untilSaved(page);
    await page.reload();
    await page.getByRole('treeitem', { name: 'Throw' }).click();
    await page.getByRole('tab', { name: 'More' }).click();
    await expect.poll(() => holder.inputValue()).toBe('Guild of Potters');
    await page.getByRole('textbox', { name: 'Keywords' }).waitFor({ state: 'hidden' });
  });

  it('chooses licences, languages and levels by their names; the formats get their own values', async () => {
    const page = await openDetails(await framework('Masonry', ['Wall', 'Arch']), 'Wall');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('radio', { name: 'Framework', exact: true }).click();
    await details.getByRole('tab', { name: 'More' }).click();
    const box = (name: string) => details.getByRole('combobox', { name, exact: true });
    await details.getByRole('button', { name: 'Rights', exact: true }).click();
    await box('Licence').click(); // a list closes when the page is scrolled
    await box('Licence').fill('share');
    await page.getByRole('option', { name: 'CC BY-SA 4.0' }).click();
    await expect.poll(() => box('Licence').inputValue()).toBe('CC BY-SA 4.0');
    await details.getByRole('button', { name: 'Classification' }).click();
    await box('Languages: add').fill('brazil');
    await page.keyboard.press('Enter');
    await details.getByRole('button', { name: 'Remove “Brazilian Portuguese”' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('treeitem', { name: 'Wall' }).click();
    await details.getByRole('tab', { name: 'More' }).click();
    await box('Education levels: add').fill('Grade 7');
    await page.keyboard.press('Enter');
    await box('Education levels: add').fill('Apprentices');
    await page.keyboard.press('Enter');
    await box('Education levels: add').fill('doct');
    await page.keyboard.press('Enter');
    await details.getByRole('button', { name: 'Remove “Apprentices”' }).click();
    await expect.poll(() => box('Education levels: add').evaluate((one) => one === document.activeElement)).toBe(true);
    await box('Category').fill('Skill');
    await page.keyboard.press('Tab');
    await page.getByRole('treeitem', { name: 'Arch' }).click();
    await details.getByRole('tab', { name: 'More' }).click();
    await box('Category').fill('sk');
    await page.getByRole('option', { name: 'Skill' }).click();
    await untilSaved(page);
    expect(await stored('Framework', 'Masonry')).toMatchObject({
      'schema:license': 'https://creativecommons.org/licenses/by-sa/4.0/',
      'schema:inLanguage': ['pt-BR'],
    });
    expect(await stored('Competency', 'Wall')).toMatchObject({
      'ceasn:educationLevelType': ['07', 'https://credreg.net/ctdl/vocabs/audLevel/DoctoralDegreeLevel'],
    });
    expect(await stored('Competency', 'Arch')).toMatchObject({ 'dcterms:type': 'Skill' });
  });

  it('shows and keeps values that a vocabulary does not have', async () => {
    const id = await framework('Roofing', ['Slate']);
    const license = 'https://example.org/licence/own';
    const object = { ...(await stored('Framework', 'Roofing')), 'schema:license': license };
    await client.call('/api/sky/repo/multiPut', { json: [object] });
    const page = await openDetails(id, 'Slate');
    await page.getByRole('radio', { name: 'Framework', exact: true }).click();
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('button', { name: /^Rights/ }).click();
    const box = page.getByRole('combobox', { name: 'Licence' });
    await expect.poll(() => box.inputValue()).toBe(license);
    await box.focus();
    await page.getByRole('textbox', { name: 'Year of the copyright' }).fill('2024');
    await box.focus();
    await untilSaved(page);
    expect(await stored('Framework', 'Roofing')).toMatchObject({
      'schema:license': license,
      'schema:copyrightYear': '2024',
    });
  });

  it('says what was set for several, numbered or removed, and takes each back', async () => {
    const page = await openDetails(await framework('Lacing', ['Bobbin', 'Pin']), 'Bobbin');
    const message = (text: string) => page.getByRole('alertdialog').filter({ hasText: text });
    const takeBack = (text: string) => message(text).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('tab', { name: 'Levels' }).click();
    await page.getByRole('button', { name: 'Add a level' }).click();
    await page.getByLabel('Title of the level').fill('Expert');
    await page.getByRole('button', { name: 'Remove this level' }).click();
    await takeBack('Level removed');
    await expect.poll(() => page.getByLabel('Title of the level').inputValue()).toBe('Expert');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Number by place' }).click();
    await page.getByRole('treeitem', { name: '2 Pin' }).waitFor();
    await takeBack('Numbered by place');
    await page.getByRole('treeitem', { name: 'Pin', exact: true }).waitFor();
    await page.getByRole('treeitem', { name: 'Bobbin', exact: true }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('textbox', { name: 'Keywords' }).fill('lace');
    await page.getByRole('button', { name: 'Set for 2 competencies' }).click();
    await takeBack('2 competencies changed');
    await untilSaved(page);
    expect(await stored('Competency', 'Pin')).not.toHaveProperty('schema:keywords');
    expect(await stored('Competency', 'Pin')).not.toHaveProperty('ceasn:codedNotation');
  });

  it('goes from the details of the framework to those of a row by pressing it, also the chosen one', async () => {
    const page = await openDetails(await framework('Felting', ['Card', 'Full']), 'Card');
    const name = page.getByRole('textbox', { name: 'Name (English)' });
    for (const row of ['Card', 'Full']) {
      await page.getByRole('radio', { name: 'Framework', exact: true }).click();
      await expect.poll(() => name.inputValue()).toBe('Felting');
      await page.getByRole('treeitem', { name: row }).click();
      await expect.poll(() => name.inputValue()).toBe(row);
    }
  });

  it('sets one property of several competencies at once', async () => {
    const page = await openDetails(await framework('Knitting', ['Purl', 'Cable', 'Rib']), 'Purl');
    await page.getByRole('treeitem', { name: 'Purl' }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('textbox', { name: 'Keywords' }).fill('wool\nneedles');
    await page.getByRole('button', { name: 'Set for 2 competencies' }).click();
    await expectAccessible(page);
    await untilSaved(page);
    expect(await stored('Competency', 'Cable')).toMatchObject({ 'schema:keywords': ['wool', 'needles'] });
    expect(await stored('Competency', 'Rib')).not.toHaveProperty('schema:keywords');
  });
});

/** Whether an element is horizontally within another one, to a pixel. */
async function isInSight(element: Locator, around: Locator): Promise<boolean> {
  const [inner, outer] = [await element.boundingBox(), await around.boundingBox()];
  if (inner === null || outer === null) return false;
  return inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1;
}
