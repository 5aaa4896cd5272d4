import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { toSegment } from '../../editor/src/app/paths.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { chromiumPath } from '../support/chromium.ts';
import { expectAccessible, outlineOf, useEditors } from '../support/editor.ts';
import { useServer } from '../support/use-server.ts';

const path = await chromiumPath();

const SERVICE = 'https://schema.cassproject.org/0.4';
const CONTEXT = { '@context': 'https://schema.org' };
const SKOS = { '@context': `${SERVICE}/skos` };

/** Objects of other types, with their members besides a name. */
const OTHERS = {
  Relation: { source: 'https://example.org/a', target: 'https://example.org/b', relationType: 'narrows' },
  Level: {},
  RollupRule: {},
  ConceptScheme: { ...SKOS, 'skos:prefLabel': 'A vocabulary' },
  Concept: { ...SKOS, 'skos:prefLabel': 'A term' },
  Directory: {},
  Person: CONTEXT,
  Organization: CONTEXT,
  CreativeWork: CONTEXT,
} as const;
const TYPES = [
  'Relation',
  'Level',
  'RollupRule',
  'ConceptScheme',
  'Concept',
  'Directory',
  'Person',
  'Organization',
  'CreativeWork',
] as const;

/** The views of a framework, as the routes of the editor name them: what follows its id in their addresses. */
const ROUTES = readFileSync(new URL('../../editor/src/app/routes.tsx', import.meta.url), 'utf8');
const VIEWS = [...ROUTES.matchAll(/'\/frameworks\/:id([^']*)'/g)].map(([, view = '']) => view);

describe.skipIf(path === null)('an address of the editor with the id of something else than a framework', () => {
  const { server, client } = useServer();
  const editors = useEditors(server, path);
  const idOf = (type: string, name: string) => `${server.api}data/schema.cassproject.org.0.4.${type}/${name}`;

  /** An object of each type, all with a list of competencies, which usually only frameworks have. */
  const objectOf = (type: string, rest: JsonObject = {}): JsonObject => {
    const id = idOf(type, `one-${type}`);
    return { '@context': SERVICE, '@type': type, '@id': id, name: `A ${type}`, competency: [], ...rest };
  };
  const others = (): readonly JsonObject[] => TYPES.map((type) => objectOf(type, OTHERS[type]));
  beforeAll(async () => {
    const competencies = ['plumb', 'weld', 'stray'].map((name) => ({
      ...objectOf('Competency'),
      '@id': idOf('Competency', name),
      name: `Can ${name}`,
    }));
    const framework = {
      ...objectOf('Framework'),
      competency: [idOf('Competency', 'plumb'), idOf('Competency', 'weld')],
    };
    const json = [...competencies, ...others(), framework];
    expect((await client.call('/api/sky/repo/multiPut', { json })).json()).toMatchObject({ failed: [] });
  });

  const addressOf = (id: unknown, view = '') => `svc-editor/frameworks/${toSegment(String(id))}${view}`;
  const stored = async (object: JsonObject) => (await client.call(new URL(String(object['@id'])).pathname)).json();

  it('is tested with every view', () => expect(VIEWS).toEqual(expect.arrayContaining(['', '/sharing', '/print'])));

  it.each(TYPES)('shows for a %s what it is, in every view, and changes nothing', async (type) => {
    const object = others().find((one) => one['@type'] === type) ?? {};
    const before = await stored(object);
    const page = await editors.open();
    const saved: string[] = [];
    page.on('request', (request) => {
      if (/multiPut|multiDelete/.test(request.url()) || /PUT|DELETE/.test(request.method())) saved.push(request.url());
    });
    for (const view of VIEWS) {
      await page.goto(new URL(addressOf(object['@id'], view), server.url).href);
      await page.getByRole('heading', { level: 1, name: 'This is not a framework' }).waitFor();
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    }
    await expectAccessible(page);
    await page.goto(`${server.url}svc-editor/?${new URLSearchParams({ frameworkId: String(object['@id']) })}`);
    await page.getByRole('heading', { level: 1, name: 'This is not a framework' }).waitFor();
    const other = new URLSearchParams({ with: String(object['@id']) });
    await page.goto(
      new URL(`${addressOf(idOf('Framework', 'one-Framework'), '/crosswalk')}?${other}`, server.url).href,
    );
    await page.getByRole('heading', { level: 1, name: 'This is not a framework' }).waitFor();
    const embedded = new URLSearchParams({ frameworkId: String(object['@id']) });
    await page.goto(`${server.url}svc-editor/embed?${embedded}`);
    await page.getByRole('alert').filter({ hasText: 'This framework does not exist' }).waitFor();
    expect(saved).toEqual([]);
    expect(await stored(object)).toEqual(before);
  });

  it.each(VIEWS)('redirects for a competency from the view %j to its framework, with its row chosen', async (view) => {
    const page = await editors.open(addressOf(idOf('Competency', 'weld'), view));
    await expectChosen(page, 'Can weld');
  });

  it('chooses the row if it names a framework and one of its competencies', async () => {
    const named = new URLSearchParams({
      frameworkId: idOf('Framework', 'one-Framework'),
      competencyId: `${idOf('Competency', 'weld')}/1`,
    });
    await expectChosen(await editors.open(`svc-editor/?${named}`), 'Can weld');
  });

  it('shows no outline for a competency that no framework lists', async () => {
    const page = await editors.open(addressOf(idOf('Competency', 'stray')));
    await page.getByText('No framework that can be found lists this competency.').waitFor();
    await page.getByText('Can stray').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
  });

  async function expectChosen(page: Page, name: string): Promise<void> {
    await page.getByRole('heading', { name: 'A Framework' }).waitFor();
    await page.getByRole('treeitem', { name, selected: true }).waitFor();
    expect(await outlineOf(page)).toEqual(['Can plumb', 'Can weld']);
  }
});
