import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const CONTEXT = 'https://credreg.net/ctdlasn/schema/context/json';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

let count = 0;

/** A framework with a child and a grandchild, under ids of its own. */
function welding(changes: { readonly grandchild?: object; readonly framework?: object; readonly child?: object } = {}) {
  const place = `https://example.org/welding/${++count}`;
  const [framework, child, grandchild] = [`${place}/framework`, `${place}/child`, `${place}/grandchild`];
  const document = {
    '@context': CONTEXT,
    '@graph': [
      {
        '@id': framework,
        '@type': 'ceasn:CompetencyFramework',
        'ceasn:name': { en: 'Welding', de: 'Schweißen', fr: 'Soudage' },
        'ceasn:description': { en: 'Core skills' },
        'ceasn:inLanguage': ['en'],
        'ceasn:hasTopChild': [child],
        ...changes.framework,
      },
      {
        '@id': child,
        '@type': 'ceasn:Competency',
        'ceasn:competencyText': { en: 'Makes a fillet weld' },
        'ceasn:hasChild': [grandchild],
        ...changes.child,
      },
      {
        '@id': grandchild,
        '@type': 'ceasn:Competency',
        'ceasn:competencyText': { en: 'Sets the current' },
        ...changes.grandchild,
      },
    ],
  };
  return { document, framework, child, grandchild };
}

const report = { accept: 'application/json' };

async function importJson(document: unknown, sheet?: string) {
  return client.call('/api/ctdlasn', { json: document, headers: report, ...(sheet !== undefined && { sheet }) });
}

describe('import of CTDL-ASN', () => {
  test('a form with data answers the id alone; the objects are there, and the answer links to the report', async () => {
    const { document, framework, child, grandchild } = welding();
    const answer = await client.call('/api/ctdlasn', { form: { data: JSON.stringify(document) } });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(framework);
    const stored = (await client.call(`/api/data/${md5(framework)}`)).json();
    expect(stored).toMatchObject({ '@type': 'Framework', competency: [child, grandchild] });
    const [relation] = stored.relation as string[];
    expect((await client.call(relation ?? '')).json()).toMatchObject({
      relationType: 'narrows',
      source: grandchild,
      target: child,
    });
    const [, link = ''] = /^<([^>]+)>; rel="describedby"/.exec(answer.headers.get('link') ?? '') ?? [];
    expect((await client.call(link)).json()).toMatchObject({
      id: framework,
      saved: 4,
      created: 4,
      failed: [],
      losses: [],
    });
  });

  test.each(['json', 'ld+json', 'urlencoded', 'file'] as const)('is taken as %s', async (form) => {
    const { document, framework } = welding();
    const data = JSON.stringify(document);
    const calls = {
      json: { json: document },
      'ld+json': { body: data, headers: { 'content-type': 'application/ld+json' } },
      urlencoded: { urlencoded: { data } },
      file: { form: { file: data } },
    };
    const answer = await client.call('/api/ceasn/anything', { method: 'POST', ...calls[form] });
    expect([answer.status, answer.text]).toEqual([200, framework]);
  });

  test('changes nothing when repeated, one object with a changed text, and removes a relation that disappeared', async () => {
    const { document, framework, child, grandchild } = welding();
    await importJson(document);
    expect((await importJson(document)).json()).toMatchObject({ saved: 0, unchanged: 4, removed: 0 });
    const before = (await client.call(`/api/data/${md5(framework)}`)).json();
    const [, second] = document['@graph'];
    Object.assign(second ?? {}, { 'ceasn:competencyText': { en: 'Makes a butt weld' } });
    expect((await importJson(document)).json()).toMatchObject({ saved: 1, created: 0, unchanged: 3, removed: 0 });
    expect((await client.call(`/api/data/${md5(framework)}`)).json()).toEqual(before);
    Object.assign(second ?? {}, { 'ceasn:hasChild': [] });
    expect((await importJson(document)).json()).toMatchObject({ saved: 1, unchanged: 2, removed: 1 });
    expect((await client.call(`/api/data/${md5(framework)}`)).json()).toMatchObject({
      competency: [child, grandchild],
      relation: [],
    });
    expect((await client.call(before.relation[0])).status).toBe(404);
  });

  test('a framework whose id cannot be stored is refused, and nothing of it is stored', async () => {
    for (const id of ['no address', '_:b1']) {
      const { document, child } = welding({ framework: { '@id': id } });
      expect((await importJson(document)).status).toBe(400);
      expect((await client.call(`/api/data/${md5(child)}`)).status).toBe(404);
    }
  });

  test('a dry run reports what would be saved, and stores nothing', async () => {
    const { document, framework } = welding();
    const answer = await client.call('/api/ctdlasn?dryRun=true', { json: document, headers: report });
    expect(answer.json()).toMatchObject({ id: framework, saved: 4, dryRun: true });
    expect((await client.call(`/api/data/${md5(framework)}`)).status).toBe(404);
  });

  test('A9 what a key owns is changed by that key alone; others get 401 for the framework, and a reason for each part', async () => {
    const { document, framework, child } = welding();
    await importJson(document, cast.sheets.owner);
    const stored = (await client.call(`/api/data/${md5(framework)}`)).json();
    expect(stored.owner).toHaveLength(2);
    expect(stored.owner[0]).toBe(cast.owner.pem);
    const changed = welding({ framework: { '@id': framework, 'ceasn:hasTopChild': [child] }, child: { '@id': child } });
    for (const sheet of [undefined, cast.sheets.other]) {
      expect((await importJson(changed.document, sheet)).status).toBe(401);
    }
    expect((await client.call(`/api/data/${md5(framework)}`)).json()).toEqual(stored);
    const mine = welding({ child: { '@id': child, 'ceasn:competencyText': { en: 'Mine now' } } });
    Object.assign(mine.document['@graph'][0] ?? {}, { 'ceasn:hasTopChild': [child] });
    expect((await importJson(mine.document, cast.sheets.other)).json()).toMatchObject({
      failed: [{ '@id': child, status: 401 }],
    });
    expect((await client.call(`/api/data/${md5(child)}`)).json().name).toEqual({
      '@language': 'en',
      '@value': 'Makes a fillet weld',
    });
  });

  test('keeps owners that were added later, and properties that CTDL-ASN cannot express', async () => {
    const { document, child } = welding();
    await importJson(document, cast.sheets.owner);
    const stored = (await client.call(`/api/data/${md5(child)}`)).json();
    const owner = [...stored.owner, cast.other.pem];
    await client.call(`/api/data/${md5(child)}`, {
      json: { ...stored, owner, scope: 'shipyards' },
      sheet: cast.sheets.owner,
    });
    Object.assign(document['@graph'][1] ?? {}, { 'ceasn:competencyText': { en: 'Makes a butt weld' } });
    expect((await importJson(document, cast.sheets.owner)).json()).toMatchObject({ saved: 1, failed: [] });
    expect((await client.call(`/api/data/${md5(child)}`)).json()).toMatchObject({
      owner,
      scope: 'shipyards',
      name: { '@value': 'Makes a butt weld' },
    });
  });
});

describe('export as CTDL-ASN', () => {
  test('every form of the id gives the same bytes; the contents are what was imported', async () => {
    const { document, framework, child, grandchild } = welding();
    await importJson(document);
    const first = await client.call(`/api/ceasn/${md5(framework)}`);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const stored = (await client.call(`/api/data/${md5(framework)}`)).json();
    const paths = [
      `/api/ctdlasn/${md5(framework)}`,
      `/api/ceasn/schema.cassproject.org.0.4.Framework/${md5(framework)}`,
      `/api/ceasn/schema.cassproject.org.0.4.Framework/${md5(framework)}/1`,
      `/api/ceasn/${encodeURIComponent(framework)}`,
      `/api/ceasn/${md5(framework)}/`,
      `/api/ceasn/x?id=${encodeURIComponent(framework)}`,
      `/api/ceasn/x?id=${encodeURIComponent(encodeURIComponent(framework))}`,
    ];
    expect(stored['@id']).toBe(framework);
    for (const path of paths) expect([path, (await client.call(path)).text]).toEqual([path, first.text]);
    const ctid = expect.stringMatching(/^ce-[0-9a-f-]{36}$/);
    expect(first.json()).toEqual({
      '@context': CONTEXT,
      '@graph': [
        { ...document['@graph'][0], 'ceterms:ctid': ctid },
        {
          ...document['@graph'][1],
          'ceasn:inLanguage': ['en'],
          'ceasn:isPartOf': framework,
          'ceasn:isTopChildOf': framework,
          'ceterms:ctid': ctid,
        },
        {
          ...document['@graph'][2],
          'ceasn:inLanguage': ['en'],
          'ceasn:isChildOf': [child],
          'ceasn:isPartOf': framework,
          'ceterms:ctid': ctid,
        },
      ],
    });
    expect((await client.call(`/api/ceasn/${md5(grandchild)}`)).json()).toMatchObject({
      '@context': CONTEXT,
      '@id': grandchild,
      'ceasn:isChildOf': [child],
    });
  });

  test('a repeated request with the entity tag gets 304 until a competency changes', async () => {
    const { document, framework } = welding();
    await importJson(document);
    const path = `/api/ceasn/${md5(framework)}`;
    const tag = (await client.call(path)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': tag };
    expect((await client.call(path, { headers })).status).toBe(304);
    Object.assign(document['@graph'][2] ?? {}, { 'ceasn:competencyText': { en: 'Sets the voltage' } });
    await importJson(document);
    const answer = await client.call(path, { headers });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Sets the voltage');
  });

  test('objects of the editor: language maps, tagged texts, plain texts, versioned ids, relations of every type', async () => {
    const place = `${server.api}data/schema.cassproject.org.0.4`;
    const id = (type: string, name: string): string => `${place}.${type}/editor-${name}`;
    const context = { '@context': 'https://schema.cassproject.org/0.4' };
    const names = {
      map: { en: 'A', fr: 'B' },
      tagged: [
        { '@language': 'en', '@value': 'A' },
        { '@language': 'fr', '@value': 'B' },
      ],
      plain: 'A',
    };
    for (const [name, text] of Object.entries(names)) {
      await client.save({
        ...context,
        '@type': 'Competency',
        '@id': `${id('Competency', name)}/1700000000000`,
        name: text,
      });
    }
    const relation = (name: string, relationType: string, source: string, target: string): Thing => {
      return { ...context, '@type': 'Relation', '@id': id('Relation', name), relationType, source, target };
    };
    const [map, tagged, plain] = Object.keys(names).map((name) => id('Competency', name)) as [string, string, string];
    await client.save(relation('narrows', 'narrows', `${tagged}/1700000000000`, map));
    await client.save(relation('requires', 'requires', plain, tagged));
    await client.save(relation('equal', 'isEquivalentTo', plain, 'https://example.org/elsewhere'));
    await client.save(relation('desires', 'desires', plain, map));
    const framework = id('Framework', 'framework');
    const relations = ['narrows', 'requires', 'equal', 'desires'].map((name) => id('Relation', name));
    await client.save({
      ...context,
      '@type': 'Framework',
      '@id': framework,
      name: 'Plain',
      competency: [map, tagged, plain, 'https://example.org/absent'],
      relation: relations,
    });
    const graph = (await client.call('/api/ceasn/editor-framework')).json()['@graph'];
    expect(graph).toMatchObject([
      {
        '@id': framework,
        'ceasn:name': { en: 'Plain' },
        'ceasn:hasTopChild': [map, plain],
      },
      { '@id': map, 'ceasn:competencyText': { en: 'A', fr: 'B' }, 'ceasn:hasChild': [tagged] },
      { '@id': tagged, 'ceasn:competencyText': { en: 'A', fr: 'B' }, 'ceasn:isChildOf': [map] },
      {
        '@id': plain,
        'ceasn:competencyText': { en: 'A' },
        'ceasn:prerequisiteAlignment': [tagged],
        'ceasn:exactAlignment': ['https://example.org/elsewhere'],
      },
    ]);
    const { losses } = (await client.call('/api/ceasn/editor-framework?losses=true')).json();
    expect(losses).toEqual([
      { '@id': id('Relation', 'desires'), property: 'relationType', reason: 'CTDL-ASN has no property for desires.' },
      { '@id': framework, property: 'competency', reason: expect.stringContaining('https://example.org/absent') },
    ]);
  });

  test('concepts as clients store them keep their labels when their export is imported', async () => {
    const place = `https://example.org/levels/${++count}`;
    const context = { '@context': 'https://schema.cassproject.org/0.4/skos/' };
    const text = (value: string) => ({ '@language': 'en', '@value': value });
    await client.save({
      ...context,
      '@id': place,
      '@type': 'ConceptScheme',
      'dcterms:title': text('Levels'),
      'skos:hasTopConcept': [`${place}/c`],
    });
    await client.save({
      ...context,
      '@id': `${place}/c`,
      '@type': 'Concept',
      'skos:inScheme': place,
      'skos:topConceptOf': place,
      'skos:prefLabel': text('C'),
      'skos:definition': [text('Third')],
    });
    const before = (await client.call(`/api/data/${md5(`${place}/c`)}`)).json();
    const exported = (await client.call(`/api/ceasn/${md5(place)}`)).json();
    expect((await importJson(exported)).json()).toMatchObject({ saved: 0, failed: [], losses: [] });
    exported['@graph'][1]['skos:definition'] = { en: 'Fourth' };
    expect((await importJson(exported)).json()).toMatchObject({ saved: 1, created: 0 });
    expect((await client.call(`/api/data/${md5(`${place}/c`)}`)).json()).toEqual({
      ...before,
      'skos:definition': [text('Fourth')],
    });
  });

  test.each([
    ['a text', (place: string) => ({ 'skos:inScheme': place })],
    ['an array', (place: string) => ({ 'skos:inScheme': [place, 'https://example.org/other'] })],
    ['a reference', (place: string) => ({ 'skos:inScheme': { '@id': place } })],
    ['a member without a prefix', (place: string) => ({ inScheme: place })],
    ['the full name of the member', (place: string) => ({ 'http://www.w3.org/2004/02/skos/core#inScheme': place })],
    ['the scheme that it is a top concept of', (place: string) => ({ 'skos:topConceptOf': place })],
  ])('a concept that names its scheme by %s alone is exported with the scheme, and alone', async (_form, named) => {
    const place = `https://example.org/levels/${++count}`;
    const context = { '@context': 'https://schema.cassproject.org/0.4/skos/' };
    await client.save({ ...context, '@id': place, '@type': 'ConceptScheme', 'dcterms:title': 'Levels' });
    await client.save({ ...context, '@id': `${place}/c`, '@type': 'Concept', 'skos:prefLabel': 'C', ...named(place) });
    const exported = (await client.call(`/api/ceasn/${md5(place)}`)).json();
    expect(exported['@graph']).toMatchObject([
      { '@id': place, 'skos:hasTopConcept': [`${place}/c`] },
      { '@id': `${place}/c`, 'skos:inScheme': place },
    ]);
    expect((await client.call(`/api/ceasn/${md5(`${place}/c`)}`)).json()).toMatchObject({ '@id': `${place}/c` });
    expect((await importJson(exported)).json()).toMatchObject({ saved: 0, failed: [], losses: [] });
  });

  test('what the caller may not read is left out, and a hidden framework is absent', async () => {
    const { document, framework, child, grandchild } = welding();
    await importJson(document, cast.sheets.owner);
    for (const id of [grandchild, framework]) {
      const stored = (await client.call(`/api/data/${md5(id)}`)).json();
      await client.call(`/api/data/${md5(id)}`, {
        json: { ...stored, reader: [cast.reader.pem] },
        sheet: cast.sheets.owner,
      });
      const answer = await client.call(`/api/ceasn/${md5(framework)}`);
      if (id === framework) expect(answer.status).toBe(404);
      else expect(answer.json()['@graph'].map((node: Thing) => node['@id'])).toEqual([framework, child]);
    }
    const seen = await client.call(`/api/ceasn/${md5(framework)}`, { sheet: cast.sheets.reader });
    expect(seen.json()['@graph']).toHaveLength(3);
  });

  test('a concept scheme with three levels, a progression model with sub-levels and a collection come back', async () => {
    const place = `https://example.org/kinds/${++count}`;
    const text = (name: string) => ({ en: name });
    const concepts = (root: string, type: string, scheme: string, inRoot: string) => [
      {
        '@id': `${place}/${root}`,
        '@type': type,
        'ceasn:name': text(root),
        'skos:hasTopConcept': [`${place}/${root}/1`],
      },
      ...[1, 2, 3].map((level) => ({
        '@id': `${place}/${root}/${level}`,
        '@type': scheme,
        'skos:prefLabel': text(`Level ${level}`),
        [inRoot]: `${place}/${root}`,
        ...(level < 3 && { 'skos:narrower': [`${place}/${root}/${level + 1}`] }),
        ...(level > 1 && { 'skos:broader': [`${place}/${root}/${level - 1}`] }),
      })),
    ];
    const { document, child } = welding();
    const collection = {
      '@id': `${place}/collection`,
      '@type': 'ceterms:Collection',
      'ceterms:name': text('Starter set'),
      'ceterms:hasMember': [child, `${place}/alone`],
    };
    const alone = { '@id': `${place}/alone`, '@type': 'ceasn:Competency', 'ceasn:competencyText': text('Alone') };
    const graph = [
      ...concepts('scheme', 'skos:ConceptScheme', 'skos:Concept', 'skos:inScheme'),
      ...concepts('model', 'asn:ProgressionModel', 'asn:ProgressionLevel', 'ceasn:inProgressionModel'),
    ];
    await importJson(document);
    expect((await importJson({ '@context': CONTEXT, '@graph': graph })).json()).toMatchObject({ saved: 8, losses: [] });
    expect((await importJson({ '@graph': [collection, alone] })).json()).toMatchObject({ saved: 2, losses: [] });
    for (const name of ['scheme', 'model']) {
      const answer = (await client.call(`/api/ceasn/${md5(`${place}/${name}`)}`)).json();
      const sent = graph.filter((node) => node['@id'].startsWith(`${place}/${name}`));
      expect(answer['@graph']).toHaveLength(4);
      for (const [index, node] of sent.entries()) expect(answer['@graph'][index]).toMatchObject(node);
    }
    const answer = (await client.call(`/api/ceasn/${md5(collection['@id'])}`)).json();
    expect(answer['@context']).toBe('https://credreg.net/ctdl/schema/context/json');
    expect(answer['@graph']).toMatchObject([
      { '@id': collection['@id'], 'ceterms:hasMember': [child, `${place}/alone`] },
      { '@id': `${place}/alone`, 'ceterms:isMemberOf': [collection['@id']] },
    ]);
  });

  test('a competency outside of a framework gets 404, another object 422, an unknown id 404, DELETE 405', async () => {
    const id = 'https://example.org/lonely-competency';
    await client.save({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      '@id': id,
      name: 'Lonely',
    });
    await client.save({ '@context': 'https://schema.org', '@type': 'Thing', '@id': 'https://example.org/some-thing' });
    const lonely = await client.call(`/api/ceasn/${md5(id)}`);
    expect(lonely.status).toBe(404);
    expect(lonely.json().detail).toMatch(/^Individual competencies are not permitted to be represented in CEASN/);
    expect((await client.call(`/api/ceasn/${md5('https://example.org/some-thing')}`)).status).toBe(422);
    expect((await client.call('/api/ceasn/nothing-here')).status).toBe(404);
    const deleted = await client.call('/api/ceasn/nothing-here', { method: 'DELETE' });
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('C12 malformed CTDL-ASN is rejected, with the place where it is wrong', () => {
  const node = { '@id': 'https://example.org/bad', '@type': 'ceasn:CompetencyFramework' };
  test.each([
    ['not JSON', '{', 400, undefined],
    ['an array', '[]', 400, ''],
    ['@graph that is not an array', '{"@graph":7}', 400, '/@graph'],
    ['no nodes', '{"@graph":[]}', 422, '/@graph'],
    ['competencies alone', '{"@graph":[{"@id":"https://example.org/c","@type":"ceasn:Competency"}]}', 422, '/@graph'],
    ['a node that is a text', '{"@graph":["x"]}', 400, '/@graph/0'],
    ['a node without @id', '{"@graph":[{"@type":"ceasn:CompetencyFramework"}]}', 400, '/@graph/0/@id'],
    ['two nodes with one @id', JSON.stringify({ '@graph': [node, node] }), 400, '/@graph/1/@id'],
    [
      'a language map with a number',
      JSON.stringify({ '@graph': [{ ...node, 'ceasn:name': { en: 7 } }] }),
      400,
      '/@graph/0/ceasn:name/en',
    ],
  ])('%s', async (_what, body, status, where) => {
    const answer = await client.call('/api/ctdlasn', { body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(status);
    if (where !== undefined) expect(answer.json().where ?? '').toBe(where);
  });

  test('so are an owner that is not a key, a form without a document, and another media type', async () => {
    const { document } = welding();
    const data = JSON.stringify(document);
    expect((await client.call('/api/ctdlasn', { form: { data, owner: 'me' } })).status).toBe(400);
    expect((await client.call('/api/ctdlasn', { form: { owner: cast.owner.pem } })).status).toBe(400);
    const xml = await client.call('/api/ctdlasn', { body: '<a/>', headers: { 'content-type': 'text/xml' } });
    expect(xml.status).toBe(415);
  });

  test('cycles, several parents and a single text for an array are taken; two parents keep the order of their children', async () => {
    const place = `https://example.org/cycles/${++count}`;
    const competency = (name: string, children: unknown) => {
      return {
        '@id': `${place}/${name}`,
        '@type': 'ceasn:Competency',
        'ceasn:competencyText': { en: name },
        'ceasn:hasChild': children,
      };
    };
    const graph = [
      { ...node, '@id': place, 'ceasn:name': { en: 'Cycles' }, 'ceasn:hasTopChild': `${place}/a` },
      competency('a', [`${place}/x`, `${place}/y`, `${place}/b`]),
      competency('b', [`${place}/y`, `${place}/x`]),
      competency('x', `${place}/x2`),
      competency('x2', [`${place}/x`]),
      competency('y', []),
    ];
    expect((await importJson({ '@graph': graph })).json()).toMatchObject({ failed: [], saved: 1 + 5 + 7 });
    const answer = (await client.call(`/api/ceasn/${md5(place)}`)).json()['@graph'] as Thing[];
    const childrenOf = (name: string) => answer.find((one) => one['@id'] === `${place}/${name}`)?.['ceasn:hasChild'];
    expect(answer[0]?.['ceasn:hasTopChild']).toEqual([`${place}/a`]);
    expect(childrenOf('a')).toEqual([`${place}/x`, `${place}/y`, `${place}/b`]);
    expect(childrenOf('b')).toEqual([`${place}/y`, `${place}/x`]);
    expect(childrenOf('x')).toEqual([`${place}/x2`]);
    expect((await importJson({ '@graph': answer })).json()).toMatchObject({ saved: 0, unchanged: 13 });
  });
});

const DATA = new URL('../../../shared/data/', import.meta.url);
const FILES = ['ctdlasn-bcsp-csp.json', 'ctdlasn-DQP.jsonld', 'ctdlasn-ConnectingCredentials.json'];

describe.skipIf(!existsSync(DATA))('frameworks of publishers (skipped: no ../shared/data)', () => {
  test.each(FILES)('%s: the export, imported again, changes nothing', async (file) => {
    const document = JSON.parse(readFileSync(new URL(file, DATA), 'utf8'));
    const first = (await importJson(document)).json();
    expect(first).toMatchObject({ failed: [], losses: [] });
    const path = `/api/ctdlasn/${md5(first.id)}`;
    const exported = await client.call(path);
    const total = first.saved + first.unchanged;
    expect((await importJson(exported.json())).json()).toMatchObject({
      failed: [],
      losses: [],
      removed: 0,
      saved: 0,
      unchanged: total,
    });
    expect((await client.call(path)).text).toBe(exported.text);
  });
});
