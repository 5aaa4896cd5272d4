import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, outlineOf, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const example = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url));

describe.skipIf(path === null)('a person who brings frameworks in and takes them out', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);

  async function importing(name: string, buffer: Buffer): Promise<Page> {
    const page = await editors.open('svc-editor/import');
    await page.getByRole('heading', { name: 'Import' }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    return page;
  }

  it('is told that a picture is not one of the formats', async () => {
    const page = await importing('photo.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await page.getByText('This is a file of another kind.').waitFor();
    await expectAccessible(page);
  });

  it('sees what a CASE package brings, imports it, and exports it as CTDL-ASN', async () => {
    const page = await importing('welding.case.json', example('welding.case.json'));
    await page.getByText('new', { exact: true }).waitFor();
    await page.getByRole('heading', { name: /^Welding/ }).waitFor();
    const preview = await page.getByRole('region', { name: 'The outline as it will be' }).getByRole('listitem').count();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem').first().waitFor();
    expect((await outlineOf(page)).length).toBe(preview);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export and share a link' }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await page.getByText('Checking what it carries').waitFor({ state: 'detached' });
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.ctdlasn\.json$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('"ceasn:CompetencyFramework"');
  });

  it.each(['welding.asn.ttl', 'welding.ctdlasn.json', 'bicycle-repair.json'])(
    'imports %s a second time as a new framework, which leaves the first as it is',
    async (name) => {
      const buffer = Buffer.from(
        example(name).toString().replaceAll('example.org', 'copied.example.org').replaceAll('bicycle-', 'copied-'),
      );
      const page = await importing(name, buffer);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('link', { name: 'Open the framework' }).waitFor();
      const title = (await page.getByRole('heading', { level: 3 }).first().textContent()) ?? '';

      await page.goto(new URL('svc-editor/import', server.url).href);
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await page.getByText('It is here already.').waitFor();
      await page.getByText('All of this is here already.').waitFor();
      await expectAccessible(page);
      await asNewOne(page);
      await page.getByText('It is here already.').waitFor({ state: 'detached' });
      expect(await page.getByRole('heading', { level: 3 }).first().textContent()).toBe(title);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('link', { name: 'Open the framework' }).click();
      await page.getByRole('treeitem').first().waitFor();
      expect(decodeURIComponent(page.url())).toContain(new URL('api/data/', server.url).href);
    },
  );

  it('imports what somebody else has brought in as a new framework', async () => {
    const buffer = example('welding.case.json');
    const first = await importing(
      'welding.case.json',
      Buffer.from(buffer.toString().replaceAll('example.org', 'others.example.org')),
    );
    await first.getByRole('button', { name: 'Import', exact: true }).click();
    await first.getByRole('link', { name: 'Open the framework' }).waitFor();
    const page = await importing(
      'welding.case.json',
      Buffer.from(buffer.toString().replaceAll('example.org', 'others.example.org')),
    );
    await page.getByText('It belongs to somebody else').waitFor();
    await asNewOne(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem').first().waitFor();
  });

  async function asNewOne(page: Page): Promise<void> {
    await page.getByRole('button', { name: /What is here already/ }).click();
    await page.getByRole('option', { name: 'Import as a new one' }).click();
    await page.getByText('new', { exact: true }).waitFor();
  }

  it('is told how many competencies of another server were deleted with the one above them', async () => {
    const id = (name: string) => `https://example.org/${name}`;
    const [competency, relation] = [[id('above'), id('below')], [id('relation')]];
    const objects = [
      { '@type': 'Framework', '@id': id('framework'), name: 'Elsewhere', competency, relation },
      ...['above', 'below'].map((name) => ({ '@type': 'Competency', '@id': id(name), name })),
      { '@type': 'Relation', '@id': id('relation'), relationType: 'narrows', source: id('below'), target: id('above') },
    ];
    const json = objects.map((object) => ({ '@context': 'https://schema.cassproject.org/0.4', ...object }));
    expect((await client.call('/api/sky/repo/multiPut', { json })).json()).toMatchObject({ stored: 4 });
    const page = await editors.open(`svc-editor/frameworks/${encodeURIComponent(id('framework'))}`);
    await page.getByRole('treeitem', { name: 'below' }).waitFor();
    await page.getByRole('treeitem', { name: 'above' }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('2 competencies deleted').waitFor();
  });

  it('makes a framework from a spreadsheet with columns of levels', async () => {
    const csv = 'Level 1,Level 2,Description\nBread,,Of all kinds\nBread,Knead,\nCakes,,\n';
    const page = await importing('Baking.csv', Buffer.from(csv));
    await page.getByText('The columns of levels make the hierarchy.').waitFor();
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    await page.getByText('This will happen').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem', { name: 'Cakes' }).waitFor();
    expect(await outlineOf(page)).toEqual(['Bread', '  Knead', 'Cakes']);
  });

  it('brings in the table of a CASE tool, with its codes and its numbering, and is told what is left out', async () => {
    const csv = [
      'identifier,fullStatement,humanCodingScheme,smartLevel,notes,educationLevel,isPartOf,Code',
      '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7b00,Put it out,F.C,1.10,,,,',
      '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7b01,Fire,F,1,Of all kinds,"09,10",another,X',
      '7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7b02,Light it,F.A,1.2,,,,',
    ].join('\n');
    const page = await importing('Campfire.csv', Buffer.from(csv));
    await page.getByText('The numbering makes the hierarchy').waitFor();
    await page.getByText('Left out: isPartOf').waitFor();
    await page.getByText('“humanCodingScheme” and “Code” are all “Code”').waitFor();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Code / })
      .last()
      .click();
    await page.getByRole('option', { name: 'Leave out' }).click();
    await page.getByText('Left out: isPartOf and Code').waitFor();
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem', { name: 'Fire' }).waitFor();
    expect(await outlineOf(page)).toEqual(['F Fire', '  F.A Light it', '  F.C Put it out']);

    await page.goto(new URL('svc-editor/import', server.url).href);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Next.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('as you chose them for the last table').waitFor();
    await page.getByText('These competencies are in “Campfire” already.').waitFor();
    await page.getByText('All of this is here already.').waitFor();
    await page.getByText('Left out: isPartOf and Code').waitFor();
    await page.getByRole('button', { name: 'Guess again' }).click();
    await page.getByText('are all “Code”').waitFor();
  });

  it('brings in the two tables of CaSS: competencies, and what relates them', async () => {
    const page = await editors.open('svc-editor/import');
    const table = (name: string, rows: readonly string[]) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    });
    const id = (end: number) =>
      `https://cass.example.org/api/data/schema.cassproject.org.0.3.Competency/7d0c2f3e-8f3a-4c56-9a55-1f0f6f2f7c0${end}`;
    const tables = [
      table('Knots - Relations.csv', ['@id,@type,relationType,source,target', `r,Relation,narrows,${id(2)},${id(1)}`]),
      table('Knots - Competencies.csv', [
        '@id,@type,name',
        `${id(1)}/1522269786189,Competency,Knots`,
        `${id(2)}/1522269813029,Competency,Bowline`,
      ]),
    ];
    await page.locator('input[type=file]').setInputFiles(tables);
    await page.getByText('The table of relations makes the hierarchy.').waitFor();
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem', { name: 'Bowline' }).waitFor();
    expect(await outlineOf(page)).toEqual(['Knots', '  Bowline']);
    await page.goto(new URL('svc-editor/import', server.url).href);
    await page.locator('input[type=file]').setInputFiles(tables);
    await page.getByText('These competencies are in “Knots - Competencies” already.').waitFor();
    await page.getByText('All of this is here already.').waitFor();
  });

  it('exports a private framework in every format, without sending anything of it to the service', async () => {
    const page = await importing('Secrets.csv', Buffer.from('Code,Name\n1,Knots\n1.1,Bowline\n'));
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem', { name: 'Bowline' }).waitFor();
    const address = page.url().replace(/[?#].*$/, '');
    await page.goto(`${address}/sharing`);
    await page.getByRole('button', { name: 'Who may read it?' }).click();
    await page.getByRole('option', { name: 'Only the people below', exact: true }).click();
    await page.getByRole('button', { name: 'Save…' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Access is changed.').waitFor();

    const sent: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(?:ctdlasn|asn|ims)\//.test(request.url()) || (request.postData() ?? '').includes('Bowline')) {
        sent.push(`${request.method()} ${request.url()}`);
      }
    });
    await page.goto(`${address}/export`);
    await page.getByText('this browser makes the file').waitFor();
    await page.getByText('The frame would be empty', { exact: false }).waitFor();
    await expectAccessible(page);
    for (const [format, content] of [
      [/^CTDL-ASN/, '"ceasn:codedNotation":"1.1"'],
      [/^CASE 1\.0/, '"humanCodingScheme":"1.1"'],
      [/^CASE 1\.1/, '"humanCodingScheme":"1.1"'],
      [/RDF\/XML/, '<asn:Statement'],
      [/Turtle/, '"Bowline"@en'],
      [/N-Triples/, '"Bowline"@en'],
      [/ASN as JSON-LD/, '"Bowline"'],
    ] as const) {
      await page.getByRole('button', { name: /Format/ }).click();
      await page.getByRole('option', { name: format }).click();
      await page.getByText('Checking what it carries').waitFor({ state: 'detached' });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(await readFile(await download.path(), 'utf8')).toContain(content);
    }
    expect(sent).toEqual([]);
  });

  it('exports a workbook, whose import gives the same outline', async () => {
    const page = await importing('bicycle.json', example('bicycle-repair.json'));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem').first().waitFor();
    const before = await outlineOf(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export and share a link' }).click();
    await page.getByRole('button', { name: /Format/ }).click();
    await page.getByRole('option', { name: /XLSX/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const again = await importing('again.xlsx', await readFile(await download.path()));
    await again.getByText('The column of parents makes the hierarchy.').waitFor();
    await again.getByText('These competencies are in “Bicycle repair” already.').waitFor();
    await again.getByText('All of this is here already.').waitFor();
    await expectAccessible(again);
    await again
      .getByRole('button', { name: /^Into/ })
      .or(again.getByRole('button', { name: /Update/ }))
      .first()
      .click();
    await again.getByRole('option', { name: 'A new framework' }).click();
    await again.getByRole('button', { name: 'Make a key and go on' }).click();
    await again.getByRole('button', { name: 'Import', exact: true }).click();
    await again.getByRole('link', { name: 'Open the framework' }).click();
    await again.getByRole('treeitem').first().waitFor();
    expect(await outlineOf(again)).toEqual(before);
  });

  it('changes an existing framework by its table, after a preview of what is new and what changes', async () => {
    const page = await importing('Grilling.csv', Buffer.from('Notation,Name\n1,Fire\n1.1,Light it\n'));
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem', { name: 'Fire' }).waitFor();

    await page.goto(new URL('svc-editor/import', server.url).href);
    const buffer = Buffer.from('Notation,Name\n1,Fire\n1.1,Light the fire\n1.2,Put it out\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'Grilling.csv', mimeType: 'text/csv', buffer });
    await page
      .getByRole('button', { name: /^Into/ })
      .or(page.getByRole('button', { name: /A new framework/ }))
      .first()
      .click();
    await page.getByRole('option', { name: 'A framework that is there' }).click();
    await page.getByRole('combobox', { name: 'Framework' }).pressSequentially('Grilling');
    await page.getByRole('option', { name: 'Grilling' }).click();
    await page.getByText('This will happen').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open the framework' }).click();
    await page.getByRole('treeitem', { name: 'Light the fire' }).waitFor();
    expect(await outlineOf(page)).toEqual(['1 Fire', '  1.1 Light the fire', '  1.2 Put it out']);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await outlineOf(page)).toEqual(['1 Fire', '  1.1 Light the fire']);
  });

  it('cancels an import, which leaves nothing behind', async () => {
    const rows = Array.from({ length: 1_200 }, (_, row) => `Zymurgy ${row}`);
    const page = await importing('Brewing.csv', Buffer.from(['Name', ...rows].join('\n')));
    await page.getByRole('button', { name: 'Make a key and go on' }).click();
    let batches = 0;
    await page.context().route('**/api/sky/repo/multiPut', async (route) => {
      batches++;
      if (batches === 2) await page.getByRole('button', { name: 'Cancel' }).click();
      await route.continue().catch(() => undefined); // cancelled meanwhile
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Cancelled.').waitFor();
    expect((await client.call('/api/sky/repo/search?q=Zymurgy')).json()).toEqual([]);
  });

  it.each([
    ['broken.json', '{"CFDocument": ', 'This is not valid JSON.'],
    ['empty.csv', '', 'There are no competencies in this'],
    ['fake.xlsx', 'PK\u0003\u0004nothing', 'This is not an Excel workbook'],
    ['numbers.json', '[1, 2]', 'There is nothing in this file that has an id and a type.'],
  ])('is told why %s cannot be imported', async (name, text, message) => {
    const page = await importing(name, Buffer.from(text));
    await page.getByText(message).waitFor();
    await expectAccessible(page);
  });

  it('is told in German what cannot be imported, with the English detail of the service', async () => {
    const page = await importing('broken.json', Buffer.from('{"CFDocument": '));
    await page.getByText('This is not valid JSON.').waitFor();
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Das ist kein gültiges JSON.' });
    await alert.waitFor();
    expect(await alert.locator('[lang=en]').textContent()).toMatch(/JSON/);
    await expectAccessible(page);
  });
});
