import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { guid, newThing } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const CASE = '/api/ims/case/v1p0';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const report = { accept: 'application/json' };

let count = 0;

/** A package of a document, two items, and associations: a child of the other, and one to another server. */
function newPackage(fields: { readonly document?: object; readonly first?: object } = {}) {
  const number = ++count;
  const uuid = (name: string): string => {
    const hex = md5(`${name} ${number}`);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const uri = (name: string): string => `https://case.example.org/uri/${uuid(name)}`;
  const link = (name: string) => ({ title: name, identifier: uuid(name), uri: uri(name) });
  const part = (name: string) => ({
    identifier: uuid(name),
    uri: uri(name),
    lastChangeDateTime: '2024-05-01T00:00:00Z',
  });
  const elsewhere = { title: 'Elsewhere', identifier: uuid('elsewhere'), uri: 'https://elsewhere.example.org/1' };
  const body = {
    CFDocument: {
      ...part('document'),
      creator: 'Guild',
      title: 'Welding',
      language: 'en',
      adoptionStatus: 'Adopted',
      ...fields.document,
    },
    CFItems: [
      {
        ...part('first'),
        fullStatement: 'Makes a fillet weld',
        humanCodingScheme: 'W.1',
        CFItemType: 'Skill',
        ...fields.first,
      },
      { ...part('second'), fullStatement: 'Sets the current', notes: 'By the table', educationLevel: ['09', '10'] },
    ],
    CFAssociations: [
      {
        ...part('child'),
        associationType: 'isChildOf',
        originNodeURI: link('second'),
        destinationNodeURI: link('first'),
      },
      { ...part('far'), associationType: 'exactMatchOf', originNodeURI: link('first'), destinationNodeURI: elsewhere },
    ],
    CFDefinitions: { CFItemTypes: [{ ...part('type'), title: 'Skill', hierarchyCode: '1', typeCode: 'S' }] },
  };
  return { body, uuid, uri };
}

async function importPackage(body: object, sheet?: string) {
  return client.call('/api/ims/case/import', { json: body, headers: report, ...(sheet !== undefined && { sheet }) });
}

describe('A10 import of a CASE package', () => {
  test('stores document, items, associations and definitions, and repeated, changes nothing', async () => {
    const { body, uri } = newPackage();
    expect((await importPackage(body)).json()).toMatchObject({ id: uri('document'), saved: 6, failed: [], losses: [] });
    expect((await importPackage(body)).json()).toMatchObject({ saved: 0, unchanged: 6 });
    const framework = (await client.call(`/api/data/${md5(uri('document'))}`)).json();
    expect(framework).toMatchObject({ '@type': 'Framework', competency: [uri('first'), uri('second')] });
    const form = await client.call('/api/ims/case/import', { form: { file: JSON.stringify(body) } });
    expect(form.text).toBe(uri('document'));
  });

  test('what a key owns is changed by that key alone', async () => {
    const { body } = newPackage();
    await importPackage(body, cast.sheets.owner);
    Object.assign(body.CFDocument, { title: 'Mine' });
    expect((await importPackage(body)).status).toBe(401);
    expect((await importPackage(body, cast.sheets.owner)).json()).toMatchObject({ saved: 1 });
  });

  test('the package that was written here can be imported again: it is the same framework', async () => {
    const { body, uuid, uri } = newPackage();
    await importPackage(body);
    const written = (await client.call(`${CASE}/CFPackages/${uuid('document')}`)).json();
    expect((await importPackage(written)).json()).toMatchObject({ id: uri('document'), failed: [], removed: 0 });
    expect((await client.call(`${CASE}/CFPackages/${uuid('document')}`)).json()).toEqual(written);
    expect((await importPackage(written)).json()).toMatchObject({ saved: 0 });
  });

  test('a package of 1.1 that was written here is the same framework, its definitions included', async () => {
    const { body, uuid } = newPackage({ first: { CFItemType: 'Task', conceptKeywords: ['fire'] } });
    await importPackage(body);
    const path = `/api/ims/case/v1p1/CFPackages/${uuid('document')}`;
    const written = (await client.call(path)).json();
    expect((await importPackage(written)).json()).toMatchObject({ failed: [], losses: [], removed: 0 });
    expect((await client.call(path)).json()).toEqual(written);
    expect((await importPackage(written)).json()).toMatchObject({ saved: 0 });
  });

  test('an address of this service that names nothing here is not taken as an id', async () => {
    const { body } = newPackage();
    Object.assign(body.CFDocument, {
      uri: `${server.api}ims/case/v1p0/CFDocuments/2b3b9f0e-0000-4000-8000-000000000000`,
    });
    expect((await importPackage(body)).status).toBe(400);
  });
});

test('A10 extensions of a package name no ids, owners or readers', async () => {
  const { body: other, uri: otherUri } = newPackage();
  await importPackage(other);
  const otherId = otherUri('first');
  const before = (await client.call(`/api/data/${md5(otherId)}`)).json();
  const extension = {
    '@id': [otherId],
    '@type': ['Person'],
    owner: [cast.owner.pem],
    reader: [cast.reader.pem],
    'ceasn:comment': ['kept'],
  };
  const { body, uri } = newPackage({ first: { extensions: { 'competency-service': extension } } });
  const { losses } = (await importPackage(body)).json();
  expect(losses.map((loss: Thing) => loss.property).sort()).toEqual(['@id', '@type', 'owner', 'reader']);
  const stored = (await client.call(`/api/data/${md5(uri('first'))}`)).json();
  expect(stored).toMatchObject({ '@id': uri('first'), '@type': 'Competency', 'ceasn:comment': 'kept' });
  expect(stored.reader).toBeUndefined();
  expect(stored.owner).not.toContain(cast.owner.pem);
  expect((await client.call(`/api/data/${md5(otherId)}`)).json()).toEqual(before);
});

describe('C11 a malformed package is rejected, with the place where it is wrong', () => {
  const { body } = newPackage();
  const [item] = body.CFItems;
  test.each([
    ['not JSON', '{', 400, undefined],
    ['no document', '{}', 422, '/CFDocument'],
    ['an array', '[]', 422, '/CFDocument'],
    ['items that are not an array', { ...body, CFItems: {} }, 400, '/CFItems'],
    ['an item that is a text', { ...body, CFItems: ['x'] }, 400, '/CFItems/0'],
    ['an item without uri and identifier', { ...body, CFItems: [{ fullStatement: 'x' }] }, 400, '/CFItems/0/uri'],
    ['two items with one uri', { ...body, CFItems: [item, item] }, 400, '/CFItems/1/uri'],
    [
      'a statement that is a number list',
      { ...body, CFItems: [{ ...item, fullStatement: [[7]] }] },
      400,
      '/CFItems/0/fullStatement',
    ],
    ['an association without ends', { ...body, CFAssociations: [{}] }, 400, '/CFAssociations/0/originNodeURI'],
  ])('%s', async (_what, value, status, where) => {
    const sent = typeof value === 'string' ? value : JSON.stringify(value);
    const answer = await client.call('/api/ims/case/import', {
      body: sent,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(status);
    if (where !== undefined) expect(answer.json().where).toBe(where);
  });
});

describe.each(['v1p0', 'v1p1'])('the read API of CASE, %s', (version) => {
  const api = `/api/ims/case/${version}`;

  test('a package has everything; every address in it answers the part with the same identifier', async () => {
    const { body, uuid } = newPackage();
    await importPackage(body);
    const answer = (await client.call(`${api}/CFPackages/${uuid('document')}`)).json();
    expect(answer.CFItems).toMatchObject(body.CFItems.map(({ uri: _uri, ...item }) => item));
    const types = answer.CFAssociations.map((one: Thing) => one.associationType);
    expect(types.sort()).toEqual(['exactMatchOf', 'isChildOf', 'isChildOf']);
    const parts = [answer.CFDocument, ...answer.CFItems, ...answer.CFAssociations];
    for (const part of parts) {
      const single = await client.call(part.uri);
      expect([part.uri, single.status, single.json().identifier]).toEqual([part.uri, 200, part.identifier]);
    }
    const [type] = answer.CFDefinitions.CFItemTypes;
    expect((await client.call(type.uri)).json()).toEqual({ CFItemTypes: [type] });
    const document = (await client.call(`${api}/CFDocuments/${uuid('document')}`)).json();
    expect((await client.call(document.CFPackageURI.uri)).json()).toEqual(answer);
    const { CFItem, CFAssociations } = (await client.call(`${api}/CFItemAssociations/${uuid('second')}`)).json();
    expect([CFItem.identifier, CFAssociations.length]).toEqual([uuid('second'), 1]);
    const item = (
      await client.call(`${api}/CFItems?id=${encodeURIComponent(`https://case.example.org/uri/${uuid('first')}`)}`)
    ).json();
    expect(item).toMatchObject({ identifier: uuid('first'), CFDocumentURI: { identifier: uuid('document') } });
  });

  test('documents are paged, sorted and filtered; private drafts are not listed', async () => {
    const publisher = `Guild ${version}`;
    for (const title of ['B', 'A', 'C']) await importPackage(newPackage({ document: { title, publisher } }).body);
    await importPackage(newPackage({ document: { title: 'D', publisher, adoptionStatus: 'Private Draft' } }).body);
    const filter = `publisher='${publisher}'`;
    const list = (query: Record<string, string>) =>
      client.call(`${api}/CFDocuments?${new URLSearchParams({ filter, sort: 'title', ...query })}`);
    const titles = async (query: Record<string, string>) =>
      (await list(query)).json().CFDocuments.map((one: Thing) => one.title);
    expect(await titles({})).toEqual(['A', 'B', 'C']);
    expect(await titles({ orderBy: 'desc', limit: '2' })).toEqual(['C', 'B']);
    expect(await titles({ filter: `${filter} AND title>='B'` })).toEqual(['B', 'C']);
    expect(await titles({ filter: `title~'a' AND ${filter} OR title='C' AND ${filter}` })).toEqual(['A', 'C']);
    expect((await list({ fields: 'title', limit: '1' })).json()).toEqual({ CFDocuments: [{ title: 'A' }] });
    const page = await list({ limit: '1', offset: '1' });
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.headers.get('link')).toMatch(/rel="first".*rel="prev".*rel="next".*rel="last"/);
  });

  test('pages without filter are all frameworks, each once, apart from private drafts and collections', async () => {
    const [listed, draft] = [newPackage(), newPackage({ document: { adoptionStatus: 'Private Draft' } })];
    await importPackage(listed.body);
    await importPackage(draft.body);
    const collection = newThing(server, { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Framework' });
    await client.save({ ...collection, subType: 'Collection' });
    const found: string[] = [];
    let total = 0;
    for (let offset = 0; offset === 0 || offset < total; offset += 2) {
      const page = await client.call(`${api}/CFDocuments?limit=2&offset=${offset}`);
      total = Number(page.headers.get('x-total-count'));
      found.push(...page.json().CFDocuments.map((one: Thing) => one.identifier));
    }
    expect(found).toHaveLength(total);
    expect(new Set(found).size).toBe(total);
    expect(found).toContain(listed.uuid('document'));
    expect(found).not.toContain(draft.uuid('document'));
    expect(found).not.toContain(guid(collection));
  });

  test('items and associations are listed page by page', async () => {
    await importPackage(newPackage().body);
    for (const name of ['CFItems', 'CFAssociations']) {
      const first = (await client.call(`${api}/${name}?limit=1`)).json()[name];
      const second = (await client.call(`${api}/${name}?limit=1&offset=1`)).json()[name];
      expect([first.length, second.length]).toEqual([1, 1]);
      expect(first[0].identifier).not.toBe(second[0].identifier);
    }
  });

  test('errors are imsx_StatusInfo', async () => {
    const minor = async (path: string) => {
      const answer = await client.call(api + path);
      const { imsx_codeMajor, imsx_severity, imsx_description, imsx_codeMinor } = answer.json();
      expect([typeof imsx_description, imsx_severity]).toEqual(['string', 'error']);
      return [answer.status, imsx_codeMajor, imsx_codeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue];
    };
    for (const name of ['CFDocuments', 'CFItems', 'CFAssociations', 'CFItemAssociations', 'CFPackages']) {
      expect(await minor(`/${name}/2b3b9f0e-1111-4000-8000-000000000000`)).toEqual([404, 'failure', 'unknownobject']);
    }
    expect(await minor("/CFDocuments?filter=nothing='x'")).toEqual([400, 'failure', 'invalid_selection_field']);
    expect(await minor('/CFDocuments?filter=title')).toEqual([400, 'failure', 'invalid_selection_field']);
    expect(await minor('/CFDocuments?fields=nothing')).toEqual([400, 'failure', 'invalid_selection_field']);
    expect(await minor('/CFDocuments?limit=x')).toEqual([400, 'failure', 'invalid_selection_field']);
    const groups = ['CFAssociationGroupings', 'CFConcepts', 'CFItemTypes', 'CFLicenses', 'CFRubrics', 'CFSubjects'];
    for (const name of groups) {
      const expected =
        version === 'v1p0' ? [501, 'unsupported', 'internal_server_error'] : [404, 'failure', 'unknownobject'];
      expect(await minor(`/${name}/2b3b9f0e-1111-4000-8000-000000000000`)).toEqual(expected);
    }
  });

  test('a repeated request with the entity tag gets 304; hidden frameworks and items are absent', async () => {
    const { body, uuid, uri } = newPackage();
    await importPackage(body, cast.sheets.owner);
    for (const path of [`CFPackages/${uuid('document')}`, `CFItems/${uuid('first')}`, 'CFDocuments']) {
      const etag = (await client.call(`${api}/${path}`)).headers.get('etag') ?? '';
      expect((await client.call(`${api}/${path}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    for (const name of ['second', 'document']) {
      const stored = (await client.call(`/api/data/${md5(uri(name))}`)).json();
      await client.call(`/api/data/${md5(uri(name))}`, {
        json: { ...stored, reader: [cast.reader.pem] },
        sheet: cast.sheets.owner,
      });
    }
    expect((await client.call(`${api}/CFItems/${uuid('second')}`)).status).toBe(404);
    expect((await client.call(`${api}/CFPackages/${uuid('document')}`)).status).toBe(404);
    expect((await client.call(`${api}/CFDocuments`)).text).not.toContain(uuid('document'));
    const seen = await client.call(`${api}/CFPackages/${uuid('document')}`, { sheet: cast.sheets.reader });
    expect(seen.json().CFItems).toHaveLength(2);
  });

  test('objects of the editor: local ids, several languages, relations of every type', async () => {
    const place = `${server.api}data/schema.cassproject.org.0.4`;
    const context = { '@context': 'https://schema.cassproject.org/0.4' };
    const guid = (name: string): string => {
      const hex = md5(`${name} ${version}`);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    };
    const [a, b] = ['a', 'b'].map((name) => `${place}.Competency/${guid(name)}`) as [string, string];
    await client.save({ ...context, '@type': 'Competency', '@id': a, name: { en: 'A', fr: 'Un' } });
    await client.save({ ...context, '@type': 'Competency', '@id': `${b}/1700000000000`, name: 'B' });
    const relation = { ...context, '@type': 'Relation', '@id': `${place}.Relation/${guid('r')}`, source: b, target: a };
    await client.save({ ...relation, relationType: 'desires' });
    const framework = { ...context, '@type': 'Framework', '@id': `${place}.Framework/${guid('f')}`, name: 'F' };
    await client.save({ ...framework, competency: [a, b], relation: [relation['@id']] });
    const answer = (await client.call(`${api}/CFPackages/${guid('f')}`)).json();
    expect(answer.CFItems).toMatchObject([{ fullStatement: 'A' }, { fullStatement: 'B' }]);
    expect(answer.CFAssociations.map((one: Thing) => one.associationType)).toEqual([
      'isChildOf',
      'isChildOf',
      'isRelatedTo',
    ]);
    const { losses } = (await client.call(`${api}/CFPackages/${guid('f')}?losses=true`)).json();
    if (version === 'v1p0') {
      expect(losses).toMatchObject([
        { '@id': a, property: 'name' },
        { '@id': relation['@id'], property: 'relationType' },
      ]);
    } else {
      expect(losses).toEqual([]);
      expect((await importPackage(answer)).json()).toMatchObject({ failed: [], losses: [], removed: 0, saved: 0 });
      expect((await client.call(a)).json().name).toEqual({ en: 'A', fr: 'Un' });
      expect((await client.call(relation['@id'])).json().relationType).toBe('desires');
    }
  });
});

test('CASE 1.1 has definitions for the texts of a framework that came without them, each at its address', async () => {
  const document = { subject: ['Metal'], licenseURI: undefined };
  const { body, uuid } = newPackage({ document, first: { CFItemType: 'Task', conceptKeywords: ['fire'] } });
  await importPackage({ ...body, CFDefinitions: {} });
  const { CFDocument, CFItems, CFDefinitions } = (
    await client.call(`/api/ims/case/v1p1/CFPackages/${uuid('document')}`)
  ).json();
  const first = CFItems.find((one: Thing) => one.identifier === uuid('first'));
  const [type] = CFDefinitions.CFItemTypes;
  expect(type).toMatchObject({ title: 'Task', description: 'Task', hierarchyCode: '1' });
  expect(first.CFItemTypeURI).toEqual({ title: 'Task', identifier: type.identifier, uri: type.uri });
  expect(CFDocument.subjectURI[0].uri).toBe(CFDefinitions.CFSubjects[0].uri);
  expect(first.conceptKeywordsURI.uri).toBe(CFDefinitions.CFConcepts[0].uri);
  for (const name of ['CFItemTypes', 'CFSubjects', 'CFConcepts']) {
    const [definition] = CFDefinitions[name];
    expect((await client.call(definition.uri)).json()).toEqual({ [name]: [definition] });
    expect((await client.call(definition.uri.replace(/.$/, 'x'))).status).toBe(404);
  }
  const inVersion10 = (await client.call(`${CASE}/CFPackages/${uuid('document')}`)).json();
  expect(inVersion10.CFDefinitions.CFItemTypes).toEqual([]);
});

test('the discovery document of CASE 1.1 describes what is served there', async () => {
  const path = '/api/ims/case/v1p1/discovery/imscasev1p1_openapi3_v1p0.json';
  const answer = await client.call(path);
  const document = answer.json();
  const { valid, errors } = await new Validator().validate(document);
  expect([valid, errors]).toEqual([true, undefined]);
  const [{ url }] = document.servers;
  expect(Object.keys(document.paths)).toContain('/CFRubrics/{id}');
  expect(Object.keys(document.paths)).not.toContain('/api/ping');
  expect((await client.call(`${url}/CFDocuments`)).status).toBe(200);
  const etag = answer.headers.get('etag') ?? '';
  expect((await client.call(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

const FILE = new URL('../../../shared/data/case-framework-sample.json', import.meta.url);

test.skipIf(!existsSync(FILE))('the package of a public server comes back (skipped: no ../shared/data)', async () => {
  const sample = JSON.parse(readFileSync(FILE, 'utf8'));
  const first = (await importPackage(sample)).json();
  expect(first).toMatchObject({ failed: [], losses: [] });
  const answer = (await client.call(`${CASE}/CFPackages/${sample.CFDocument.identifier}`)).json();
  expect(answer.CFItems).toHaveLength(sample.CFItems.length);
  expect((await importPackage(answer)).json()).toMatchObject({ failed: [], losses: [], removed: 0 });
  expect((await client.call(`${CASE}/CFPackages/${sample.CFDocument.identifier}`)).json()).toEqual(answer);
});

describe('lists of more than 10,000 parts', () => {
  const others = useServer();
  const COUNT = 10_150;

  test('lead on to all of them, each once, by their Link', async () => {
    const things = Array.from({ length: COUNT }, (_, index) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      name: `Reading ${index}`,
      '@id': `${others.server.api}data/schema.cassproject.org.0.4.Competency/item-${index}`,
    }));
    expect((await others.client.call('/api/sky/repo/multiPut', { json: things })).status).toBe(200);
    const found = new Set<string>();
    let next: string | undefined = '?limit=500&offset=9500';
    while (next !== undefined) {
      const page = await others.client.call(`${CASE}/CFItems${next}`);
      for (const { uri } of page.json().CFItems) found.add(uri);
      [, next] = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
    }
    expect(found.size).toBe(COUNT - 9500);
  });
});
