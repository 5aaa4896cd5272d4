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

const ENCRYPTED = {
  '@context': 'https://schema.cassproject.org/kbac/0.4',
  '@type': 'EncryptedValue',
  iv: 'AAAAAAAAAAAAAAAAAAAAAA==',
  payload: 'cGF5bG9hZA==',
  secret: ['c2VjcmV0'],
};

/** Objects of other types, with their members besides a name. */
const OTHERS = {
  Relation: { source: 'https://example.org/a', target: 'https://example.org/b', relationType: 'narrows' },
  Assertion: { agent: 'a text', subject: 'a text', confidence: 1 },
  Level: {},
  RollupRule: {},
  ConceptScheme: { ...SKOS, 'skos:prefLabel': 'A vocabulary' },
  Concept: { ...SKOS, 'skos:prefLabel': 'A term' },
  Directory: {},
  Person: CONTEXT,
  Organization: CONTEXT,
  CreativeWork: CONTEXT,
  Recipe: { '@context': 'https://example.org/kitchen' },
  PrivateFramework: { ...ENCRYPTED, encryptedType: 'Framework' },
  PrivateCompetency: { ...ENCRYPTED, encryptedType: 'Competency' },
} as const;
const TYPES = [
  'Relation',
  'Assertion',
  'Level',
  'RollupRule',
  'ConceptScheme',
  'Concept',
  'Directory',
  'Person',
  'Organization',
  'CreativeWork',
  'Recipe',
  'PrivateFramework',
  'PrivateCompetency',
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
  const stored = async (object: JsonObject) => {
    const response = await client.call(new URL(String(object['@id'])).pathname);
    return response.status === 404 ? null : response.json(); // what is private is hidden from others
  };

  it('is tested with every view', () => expect(VIEWS).toEqual(expect.arrayContaining(['', '/sharing', '/print'])));

  /** The addresses of a page that the editor saves to while it is open. */
  function savesOf(page: Page): readonly string[] {
    const saved: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const isSave =
        request.method() === 'POST' && /\/api\/(data\/|.*(multi(Put|Delete)|import|ctdlasn|asn))/.test(pathname);
      if (isSave || /PUT|DELETE/.test(request.method())) saved.push(pathname);
    });
    return saved;
  }

  /** Does what adds, edits, deletes or takes back something in an outline, and types into every field of the page but searches. */
  async function tryEverything(page: Page): Promise<void> {
    for (const key of [
      'a',
      'Enter',
      'Tab',
      'F2',
      'x',
      'Enter',
      'Delete',
      'Control+v',
      'Control+z',
      'Control+Shift+z',
      'Escape',
    ]) {
      await page.keyboard.press(key);
    }
    for (const field of await page.getByRole('main').getByRole('textbox').all()) await field.fill('Typed');
  }

  const UNOPENED = TYPES.filter((type) => type !== 'ConceptScheme').map((type, index) => {
    const isOfEach = ['Person', 'PrivateFramework'].includes(type);
    // The views decide alike: of most types, each is tested with the outline and with one of the others.
    return { type, views: isOfEach ? VIEWS : ['', VIEWS[1 + (index % (VIEWS.length - 1))] ?? ''] };
  });
  it.each(UNOPENED)(
    'shows for a $type what it is, in its views, and changes nothing, whatever is typed',
    async ({ type, views }) => {
      const object = others().find((one) => String(one['@id']).endsWith(`one-${type}`)) ?? {};
      const before = await stored(object);
      const heading = {
        level: 1,
        name: type.startsWith('Private') ? 'There is nothing at this address' : 'This is not a framework',
      } as const;
      const page = await editors.open();
      const saved = savesOf(page);
      for (const view of views) {
        await page.goto(new URL(addressOf(object['@id'], view), server.url).href);
        await page.getByRole('heading', heading).waitFor();
        expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
        if (view === '') await tryEverything(page);
      }
      await expectAccessible(page);
      const id = String(object['@id']);
      await page.goto(`${server.url}svc-editor/?${new URLSearchParams({ frameworkId: id, competencyId: id })}`);
      await page.getByRole('heading', heading).waitFor();
      const framework = idOf('Framework', 'one-Framework');
      const other = new URLSearchParams({ with: id });
      await page.goto(new URL(`${addressOf(framework, '/crosswalk')}?${other}`, server.url).href);
      await page.getByRole('heading', heading).waitFor();
      await page.goto(`${server.url}svc-editor/learners/${toSegment(id)}?${new URLSearchParams({ framework: id })}`);
      await page.getByRole('heading', { name: 'This learner is unknown here' }).waitFor();
      await page.goto(`${server.url}svc-editor/embed?${new URLSearchParams({ frameworkId: id })}`);
      await page.getByRole('alert').filter({ hasText: 'This framework does not exist' }).waitFor();
      expect(saved).toEqual([]);
      expect(await stored(object)).toEqual(before);
    },
  );

  it('opens a concept scheme as a vocabulary from every view, and its concepts there, and changes nothing by that', async () => {
    const scheme = others().find((one) => one['@type'] === 'ConceptScheme') ?? {};
    const concept = {
      ...objectOf('Concept', SKOS),
      '@id': idOf('Concept', 'in-scheme'),
      'skos:prefLabel': 'A term of it',
      'skos:inScheme': String(scheme['@id']),
    };
    await client.call('/api/sky/repo/multiPut', { json: [concept] });
    const before = [await stored(scheme), await stored(concept)];
    const page = await editors.open();
    const saved = savesOf(page);
    for (const view of VIEWS) {
      await page.goto(new URL(addressOf(scheme['@id'], view), server.url).href);
      await page.getByRole('heading', { level: 1, name: 'A vocabulary' }).waitFor();
      await page.goto(new URL(addressOf(concept['@id'], view), server.url).href);
      await page.getByRole('treeitem', { name: 'A term of it', selected: true }).waitFor();
    }
    await page.goto(`${server.url}svc-editor/?${new URLSearchParams({ frameworkId: concept['@id'] })}`);
    await page.getByRole('heading', { level: 1, name: 'A vocabulary' }).waitFor();
    await page.goto(`${server.url}svc-editor/schemes/${toSegment(idOf('Framework', 'one-Framework'))}`);
    await page.getByRole('heading', { name: 'A Framework' }).waitFor();
    await page.goto(`${server.url}svc-editor/schemes/${toSegment(idOf('Person', 'one-Person'))}`);
    await page.getByRole('heading', { level: 1, name: 'This is not a framework' }).waitFor();
    expect(saved).toEqual([]);
    expect([await stored(scheme), await stored(concept)]).toEqual(before);
  });

  it('says for an id of nothing that there is nothing, in every view, and creates nothing', async () => {
    const page = await editors.open();
    const saved = savesOf(page);
    const id = idOf('Framework', 'missing');
    for (const view of VIEWS) {
      await page.goto(new URL(addressOf(id, view), server.url).href);
      await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor();
      await tryEverything(page);
    }
    expect(saved).toEqual([]);
    expect((await client.call(new URL(id).pathname)).status).toBe(404);
  });

  it.each(['ConceptScheme', 'Person'] as const)(
    'neither changes nor deletes a %s that a framework lists',
    async (type) => {
      const object = others().find((one) => one['@type'] === type) ?? {};
      const before = await stored(object);
      const framework = {
        ...objectOf('Framework'),
        '@id': idOf('Framework', `lists-${type}`),
        competency: [object['@id'], idOf('Competency', 'plumb')].map(String),
      };
      await client.call('/api/sky/repo/multiPut', { json: [framework] });
      const page = await editors.open(addressOf(framework['@id']));
      const name = `A ${type}`;
      await page.getByRole('treeitem', { name }).click();
      await page.keyboard.press('F2');
      await page.keyboard.type('Renamed');
      await page.keyboard.press('Escape');
      await page.getByRole('treeitem', { name }).click();
      await page.keyboard.press('Delete');
      await expect.poll(() => outlineOf(page)).toEqual(['Can plumb']);
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await stored(object)).toEqual(before);
      expect((await stored(framework)).competency).toEqual([idOf('Competency', 'plumb')]);
    },
  );

  it('leads from a part to its competency', async () => {
    const level = { ...objectOf('Level'), '@id': idOf('Level', 'of-weld'), competency: idOf('Competency', 'weld') };
    await client.call('/api/sky/repo/multiPut', { json: [level] });
    const page = await editors.open(addressOf(level['@id']));
    await page.getByRole('link', { name: 'Open its competency' }).click();
    await expectChosen(page, 'Can weld');
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
