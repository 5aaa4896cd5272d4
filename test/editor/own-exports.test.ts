import { readFile } from 'node:fs/promises';
import { beforeAll, describe, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

describe.skipIf(path === null)('a person who exports a framework and imports the file again', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  const idOf = (type: string, name: string) => `${server.api}data/schema.cassproject.org.0.4.${type}/${name}`;
  const english = (text: string) => ({ '@language': 'en', '@value': text });

  beforeAll(async () => {
    const common = { '@context': 'https://schema.cassproject.org/0.4' };
    const competencies = ['third', 'first', 'second'].map((name, index) => ({
      ...common,
      '@type': 'Competency',
      '@id': idOf('Competency', name),
      name: [english(`The ${name}`), { '@language': 'de', '@value': `Nummer ${index}` }],
      description: english(`What the ${name} is about`),
      'ceasn:codedNotation': `K.${index}`,
      level: [idOf('Level', name)],
    }));
    const levels = competencies.map((competency) => ({
      ...common,
      '@type': 'Level',
      '@id': competency.level[0] ?? '',
      competency: competency['@id'],
      name: english('Novice'),
      title: english('Novice'),
    }));
    const [top, ...others] = competencies;
    const relations = others.map((competency) => ({
      ...common,
      '@type': 'Relation',
      '@id': `${competency['@id'].replace('Competency', 'Relation')}-of-top`,
      source: competency['@id'],
      target: top?.['@id'] ?? '',
      relationType: 'narrows',
    }));
    const ids = (objects: readonly { readonly '@id': string }[]) => objects.map((object) => object['@id']);
    const framework = {
      ...common,
      '@type': 'Framework',
      '@id': idOf('Framework', 'knots'),
      name: english('Knots'),
      description: english('Of ropes'),
      competency: ids(competencies),
      relation: ids(relations),
      level: ids(levels),
    };
    await client.call('/api/sky/repo/multiPut', { json: [framework, ...competencies, ...relations, ...levels] });
  });

  it.each([
    ['CTDL-ASN', /^CTDL-ASN/],
    ['CASE 1.1', /^CASE package/],
    ['CASE 1.0', /^CASE package/],
    ['ASN as RDF/XML', /^ASN/],
    ['ASN as Turtle', /^ASN/],
    ['ASN as N-Triples', /^ASN/],
    ['ASN as JSON-LD', /^ASN/],
    ['JSON-LD, as the service keeps it', /^JSON-LD/],
    ['Table (CSV)', /^Table/],
    ['Excel workbook (XLSX)', /^Excel/],
  ])('finds that %s is recognized, is this framework, and changes nothing of it', async (format, recognized) => {
    const page = await editors.open(
      `svc-editor/frameworks/${encodeURIComponent(encodeURIComponent(idOf('Framework', 'knots')))}/export`,
    );
    await page.getByRole('button', { name: /Format/ }).click();
    await page.getByRole('option', { name: format, exact: true }).click();
    await page.getByText('Checking what it carries').waitFor({ state: 'detached' });
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await saved;
    const buffer = await readFile(await download.path());
    await page.goto(`${server.url}svc-editor/import`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer });
    await page.getByRole('button', { name: recognized }).waitFor();
    await page.getByText('All of this is here already.').waitFor();
  });
});
