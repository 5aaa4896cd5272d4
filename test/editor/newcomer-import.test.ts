import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, outlineOf, untilSaved, useEditors } from '../support/editor.ts';
import { person, sheet } from '../support/signer.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const example = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');

describe.skipIf(path === null)('a person without a key who pastes a document and continues by keys', () => {
  const { server: other, client: otherClient } = useServer();
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  let exported = '';

  beforeAll(async () => {
    const objects: readonly JsonObject[] = JSON.parse(
      example('bicycle-repair.json').replaceAll('http://localhost:8080/api/', other.api),
    );
    expect((await otherClient.call('/api/sky/repo/multiPut', { json: objects })).json()).toMatchObject({ failed: [] });
    const framework = objects.find((object) => object['@type'] === 'Framework') ?? {};
    const query = new URLSearchParams({ id: String(framework['@id']) });
    exported = (await otherClient.call(`/api/ctdlasn/x?${query}`)).text;
  });

  function objectOf(type: string, name: string): JsonObject {
    const id = `${server.api}data/schema.cassproject.org.0.4.${type}/${name}`;
    return { '@context': 'https://schema.cassproject.org/0.4', '@type': type, '@id': id, name };
  }

  /** Pastes a document and waits for its preview. */
  async function pasted(text: string): Promise<Page> {
    const page = await editors.open('svc-editor/import');
    await page.getByLabel('Or paste text').focus();
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This will happen' }).waitFor();
    return page;
  }

  async function importByKeys(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Import', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This has happened' }).waitFor();
  }

  /** The number in a preview or an outcome. */
  const countOf = (page: Page, name: string) =>
    page
      .locator('.import-counts div', { has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .textContent();

  it('finds the outline of another installation here, from its CTDL-ASN', async () => {
    expect(exported).toContain('/schema.cassproject.org.0.4.Framework/');
    const page = await pasted(exported);
    await page.getByRole('button', { name: /^CTDL-ASN/ }).waitFor();
    await importByKeys(page);
    await page.getByRole('status').filter({ hasText: 'Imported' }).first().waitFor();
    await page.getByRole('link', { name: 'Open the framework' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'True a wheel' }).waitFor();
    const segment = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const there = await editors.open();
    await there.goto(new URL(`svc-editor/frameworks/${segment}`, other.url).href);
    await there.getByRole('treeitem', { name: 'True a wheel' }).waitFor();
    expect((await outlineOf(page)).toSorted()).toEqual((await outlineOf(there)).toSorted());
  });

  it.each(['welding.ctdlasn.json', 'welding.asn.ttl', 'welding.case.json'])('owns what %s brings', async (name) => {
    const page = await pasted(example(name));
    await expectAccessible(page);
    await importByKeys(page);
    await page.getByRole('link', { name: 'Open the framework' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem').first().waitFor();
    await page.getByRole('link', { name: 'Back it up' }).waitFor(); // the key that was made
    expect(await page.getByText('Only its owners may change it.').count()).toBe(0);
    await page.getByRole('treeitem').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type(`Mine, of ${name}`);
    await page.keyboard.press('Escape');
    await untilSaved(page);
    await page.reload();
    await page.getByRole('treeitem', { name: `Mine, of ${name}` }).waitFor();
  });

  it('is told what happened if all, or a part, is refused', async () => {
    const owner = await person();
    const signatureSheet = await sheet(server.api, [owner]);
    const theirs = { ...objectOf('Framework', 'theirs'), '@owner': [owner.pem] };
    const saved = await client.call('/api/sky/repo/multiPut', { json: [theirs], headers: { signatureSheet } });
    expect(saved.json()).toMatchObject({ stored: 1, failed: [] });
    const changed = { ...theirs, name: 'Taken over' };

    const page = await pasted(JSON.stringify([changed]));
    expect(await countOf(page, 'changed')).toBe('1');
    await importByKeys(page);
    await page.getByRole('alert').filter({ hasText: 'Nothing was imported: all of it was refused.' }).waitFor();
    expect([await countOf(page, 'new'), await countOf(page, 'changed')]).toEqual(['0', '0']);
    await page.getByText('1 is refused').waitFor();
    await expectAccessible(page);

    const part = await pasted(JSON.stringify([objectOf('Competency', 'mine'), changed]));
    await part.getByText('1 new object names no owner: anyone may change it.').waitFor();
    await importByKeys(part);
    await part.getByRole('alert').filter({ hasText: 'Imported in part: something was refused.' }).waitFor();
    expect([await countOf(part, 'new'), await countOf(part, 'changed')]).toEqual(['1', '0']);
    await part.getByText('1 is refused').waitFor();
  });

  it('is sent to a vocabulary after importing it, and to no outline', async () => {
    const scheme = 'https://example.org/scheme';
    const graph = [
      {
        '@id': scheme,
        '@type': 'skos:ConceptScheme',
        'ceasn:name': { en: 'Levels' },
        'skos:hasTopConcept': ['https://example.org/first'],
      },
      {
        '@id': 'https://example.org/first',
        '@type': 'skos:Concept',
        'skos:prefLabel': { en: 'First' },
        'skos:inScheme': scheme,
        'skos:topConceptOf': scheme,
      },
    ];
    const page = await pasted(
      JSON.stringify({ '@context': 'https://credreg.net/ctdlasn/schema/context/json', '@graph': graph }),
    );
    await importByKeys(page);
    expect(await page.getByRole('link', { name: 'Open the framework' }).count()).toBe(0);
    expect(await countOf(page, 'new')).toBe('2');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open the vocabulary' }).click();
    await page.getByRole('heading', { level: 1, name: 'Levels' }).waitFor();
    expect(await outlineOf(page)).toEqual(['First']);
  });
});
