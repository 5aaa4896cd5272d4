import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Client, Thing } from '../support/client.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const CASE = '/api/ims/case/v1p0';
const VERSIONS = ['v1p0', 'v1p1'] as const;

const importPackage = async (body: object, at: Client = client) =>
  (await at.call('/api/ims/case/import', { json: body, headers: { accept: 'application/json' } })).json();

type Uri = (identifier: string) => string | undefined;

/** A document, an item, and another one below it; each with a `uri` of some form. @param end `uri` of the ends of associations */
function newPackage(uri: Uri, end: Uri = uri) {
  const [document, parent, child, top, below] = Array.from({ length: 5 }, randomUUID) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const part = (identifier: string) => ({
    identifier,
    uri: uri(identifier),
    lastChangeDateTime: '2021-01-01T00:00:00Z',
  });
  const link = (identifier: string) => ({ title: 'x', identifier, uri: end(identifier) });
  const ends = (origin: string, destination: string) => ({
    associationType: 'isChildOf',
    sequenceNumber: 1,
    originNodeURI: link(origin),
    destinationNodeURI: link(destination),
  });
  const body = {
    CFDocument: { ...part(document), creator: 'State', title: 'Math' },
    CFItems: [
      { ...part(parent), fullStatement: 'Count', humanCodingScheme: 'K.CC.A.1' },
      { ...part(child), fullStatement: 'Compare' },
    ],
    CFAssociations: [
      { ...part(top), ...ends(parent, document) },
      { ...part(below), ...ends(child, parent) },
    ],
  };
  return { body, document, items: [parent, child], associations: [top, below] };
}

const FORMS: readonly (readonly [string, Uri])[] = [
  ['urn:uuid:', (id) => `urn:uuid:${id}`],
  ['?id=', (id) => `https://case.example.org/item?id=${id}`],
  ['#', (id) => `https://case.example.org/doc#${id}`],
  ['local:', (id) => `local:${id}`],
  ['another path, without the identifier', (id) => `https://case.example.org/items/K.${id.slice(0, 8)}`],
  ['another UUID', (id) => `https://case.example.org/items/${id.replace(/^.{8}/, 'aaaaaaaa')}`],
  ['in capitals', (id) => `https://case.example.org/items/${id.toUpperCase()}`],
  ['a path alone', (id) => `/items/${id}`],
  ['none', () => undefined],
];

const identifiersOf = (parts: readonly Thing[]): unknown[] => parts.map((part) => part.identifier);

describe.each(FORMS)('with a uri of the form %s', (_form, uri) => {
  test.each(VERSIONS)('identifiers survive the import, and lead to their parts: %s', async (version) => {
    const { body, document, items, associations } = newPackage(uri);
    expect(await importPackage(body)).toMatchObject({ failed: [], saved: 5 });
    const read = async (path: string) => (await client.call(`/api/ims/case/${version}/${path}`)).json();
    const answer = await read(`CFPackages/${document}`);
    expect(answer.CFDocument.identifier).toBe(document);
    expect(identifiersOf(answer.CFItems)).toEqual(items);
    expect(identifiersOf(answer.CFAssociations)).toEqual(associations);
    expect((await read(`CFDocuments/${document}`)).identifier).toBe(document);
    for (const id of items) expect((await read(`CFItems/${id}`)).identifier).toBe(id);
    for (const id of associations) expect((await read(`CFAssociations/${id}`)).identifier).toBe(id);
    for (const part of [answer.CFDocument, ...answer.CFItems, ...answer.CFAssociations]) {
      expect((await client.call(part.uri)).json().identifier).toBe(part.identifier);
    }
    expect(await importPackage(answer)).toMatchObject({ saved: 0, removed: 0, unchanged: 5, failed: [], losses: [] });
    expect(await importPackage(body)).toMatchObject({ saved: 0, removed: 0, unchanged: 5 });
  });
});

test('within a package the identifier decides which parts an association joins, whatever the addresses', async () => {
  const given = newPackage(
    (id) => `https://case.example.org/uri/${id}`,
    (id) => `https://case.example.org/ims/case/v1p0/CFItems/${id}`,
  );
  expect(await importPackage(given.body)).toMatchObject({ failed: [], losses: [] });
  const { CFAssociations } = (await client.call(`${CASE}/CFPackages/${given.document}`)).json();
  const ends = CFAssociations.map((one: Thing) =>
    [one.originNodeURI, one.destinationNodeURI].map((end) => (end as Thing).identifier),
  );
  const [parent, child] = given.items;
  expect(ends).toEqual([
    [parent, given.document],
    [child, parent],
  ]);
});

test('where uri and identifier of an end name different parts, the losses say so', async () => {
  const { body, items } = newPackage((id) => `https://case.example.org/uri/${id}`);
  const [, below] = body.CFAssociations;
  if (below) below.destinationNodeURI.uri = `https://case.example.org/uri/${items[1]}`;
  const { losses } = await importPackage(body);
  expect(losses).toMatchObject([{ '@id': below?.uri, property: 'destinationNodeURI' }]);
});

test('an identifier that is not a UUID, or that two parts have, is named', async () => {
  const { body } = newPackage((id) => `https://case.example.org/uri/${id}`);
  const [one, other] = body.CFItems;
  Object.assign(body.CFDocument, { identifier: 'math' });
  Object.assign(other ?? {}, { identifier: one?.identifier });
  const { losses } = await importPackage(body);
  expect(losses).toMatchObject([
    { '@id': body.CFDocument.uri, property: 'identifier' },
    { '@id': other?.uri, property: 'identifier' },
  ]);
});

const EXAMPLE = readFileSync(new URL('../../examples/bicycle-repair.json', import.meta.url), 'utf8');

/** Saves the example, whose ids have no UUIDs. @returns the id of the framework */
async function saveExample(at = { server, client }): Promise<string> {
  const objects = JSON.parse(EXAMPLE.replaceAll('http://localhost:8080/api/', at.server.api)) as Thing[];
  const framework = objects.find((one) => one['@type'] === 'Framework') ?? { '@id': '' };
  const extended = objects.map((one) => ({
    ...one,
    ...(one['@type'] === 'Competency' && { 'dcterms:type': 'Skill', 'schema:dateCreated': '2020-01-01T00:00:00Z' }),
    ...(one === framework && {
      'schema:license': 'https://example.org/licence',
      name: { en: 'Bicycle repair', fr: 'Réparation de vélos' },
    }),
  }));
  expect((await at.client.call('/api/sky/repo/multiPut', { json: extended })).status).toBe(200);
  return framework['@id'];
}

const packageAt = async (version: string, id: string, at: Client = client) =>
  (await at.call(`/api/ims/case/${version}/CFPackages?id=${encodeURIComponent(id)}`)).json();

describe.each(VERSIONS)('a framework whose ids have no UUIDs, %s', (version) => {
  test('identifiers that follow from the ids lead to the parts, and so do their addresses', async () => {
    const answer = await packageAt(version, await saveExample());
    const read = async (path: string) => (await client.call(`/api/ims/case/${version}/${path}`)).json();
    const identifier = answer.CFDocument.identifier;
    expect(await read(`CFPackages/${identifier}`)).toEqual(answer);
    expect((await read(`CFDocuments/${identifier}`)).uri).toBe(answer.CFDocument.uri);
    for (const [name, parts] of [
      ['CFItems', answer.CFItems],
      ['CFAssociations', answer.CFAssociations],
    ] as const) {
      expect(parts.length).toBeGreaterThan(5);
      for (const part of parts) {
        expect((await read(`${name}/${part.identifier}`)).uri).toBe(part.uri);
        expect((await client.call(part.uri)).json().identifier).toBe(part.identifier);
      }
    }
    for (const [name, parts] of Object.entries<readonly Thing[]>(answer.CFDefinitions)) {
      for (const part of parts) {
        const single = await read(`${name}/${part.identifier}`);
        expect(single[name]?.[0] ?? single).toEqual(part);
      }
    }
    expect(answer.CFDefinitions.CFItemTypes).toHaveLength(version === 'v1p1' ? 1 : 0);
  });

  test('an import of its export changes nothing', async () => {
    const id = await saveExample();
    const before = (await client.call(id)).json();
    const answer = await packageAt(version, id);
    expect(await importPackage(answer)).toMatchObject({ saved: 0, removed: 0, failed: [], losses: [] });
    expect((await client.call(id)).json()).toEqual(before);
    const [item] = answer.CFItems;
    item.fullStatement = 'Changed elsewhere';
    expect(await importPackage(answer)).toMatchObject({ saved: 1, failed: [] });
    expect(JSON.stringify((await packageAt(version, id)).CFItems[0])).toContain('Changed elsewhere');
  });
});

test.each(VERSIONS)(
  'concepts of a scheme lead to their parts too, and an own export changes nothing: %s',
  async (version) => {
    const place = `https://example.org/scheme/${randomUUID()}`;
    const context = { '@context': 'https://schema.cassproject.org/0.4/skos/' };
    const text = (value: string) => ({ '@language': 'en', '@value': value });
    const [top, below] = [`${place}/top`, `${place}/below`];
    const scheme = { ...context, '@type': 'ConceptScheme', '@id': place, 'dcterms:title': text('Levels') };
    const concept = { ...context, '@type': 'Concept', 'skos:inScheme': place };
    await client.save({ ...scheme, 'skos:hasTopConcept': [top] });
    await client.save({
      ...concept,
      '@id': top,
      'skos:prefLabel': text('Top'),
      'skos:topConceptOf': place,
      'skos:narrower': [below],
    });
    await client.save({ ...concept, '@id': below, 'skos:prefLabel': text('Below'), 'skos:broader': [top] });
    const answer = await packageAt(version, place);
    expect(answer.CFItems.map((one: Thing) => one.fullStatement)).toEqual(['Top', 'Below']);
    for (const part of [answer.CFDocument, ...answer.CFItems, ...answer.CFAssociations]) {
      expect((await client.call(part.uri)).json().identifier).toBe(part.identifier);
    }
    expect(await importPackage(answer)).toMatchObject({ saved: 0, unchanged: 3, failed: [], losses: [] });
  },
);

test('identifiers lead only those to a part who may read it', async () => {
  const id = `https://example.org/hidden/${randomUUID()}`;
  const context = { '@context': 'https://schema.cassproject.org/0.4', owner: [cast.owner.pem] };
  const competency = { ...context, '@type': 'Competency', '@id': `${id}/competency`, name: 'Hidden' };
  await client.save(competency, cast.sheets.owner);
  const framework = { ...context, '@type': 'Framework', '@id': `${id}/framework`, name: 'Hidden' };
  await client.save({ ...framework, competency: [competency['@id']], reader: [cast.reader.pem] }, cast.sheets.owner);
  const query = `?id=${encodeURIComponent(framework['@id'])}`;
  const answer = (await client.call(`${CASE}/CFPackages${query}`, { sheet: cast.sheets.reader })).json();
  for (const path of [
    `CFDocuments/${answer.CFDocument.identifier}`,
    `CFPackages/${answer.CFDocument.identifier}`,
    `CFAssociations/${answer.CFAssociations[0].identifier}`,
    answer.CFAssociations[0].uri,
  ]) {
    const address = path.startsWith('http') ? path : `${CASE}/${path}`;
    expect((await client.call(address)).status).toBe(404);
    expect((await client.call(address, { sheet: cast.sheets.reader })).status).toBe(200);
  }
});

describe('between two services', () => {
  const first = useServer();
  const second = useServer(() => ({ FETCH_ALLOW_LIST: `${first.server.url}*` }));

  /** A package without the addresses that each service writes for its own parts. */
  function withoutAddresses(value: object): unknown {
    const isAddress = (item: unknown): boolean =>
      [first, second].some(({ server: { api } }) => String(item).startsWith(`${api}ims/`));
    return JSON.parse(JSON.stringify(value), (name, item) => (name === 'uri' && isAddress(item) ? undefined : item));
  }

  test('one takes every framework of the other, with the same contents and identifiers', async () => {
    const id = await saveExample(first);
    const { body } = newPackage((identifier) => `urn:uuid:${identifier}`);
    await importPackage(body, first.client);
    const caseEndpoint = `${first.server.url}api`;
    const harvest = async () => (await second.client.call('/api/ims/case/harvest', { json: { caseEndpoint } })).json();
    expect(await harvest()).toMatchObject({
      failed: [],
      losses: [],
      frameworks: [expect.anything(), expect.anything()],
    });
    expect(await harvest()).toMatchObject({ saved: 0, removed: 0, failed: [] });
    const { CFDocument } = await packageAt('v1p0', id, first.client);
    for (const identifier of [CFDocument.identifier, body.CFDocument.identifier]) {
      const [here, there] = await Promise.all(
        [first, second].map(async (one) => (await one.client.call(`${CASE}/CFPackages/${identifier}`)).json()),
      );
      expect(withoutAddresses(there)).toEqual(withoutAddresses(here));
    }
  });

  test('a package of 1.1 that is imported elsewhere is exported there as it was', async () => {
    const answer = await packageAt('v1p1', await saveExample(first), first.client);
    expect(await importPackage(answer, second.client)).toMatchObject({ failed: [], losses: [] });
    const path = `/api/ims/case/v1p1/CFPackages/${answer.CFDocument.identifier}`;
    expect(withoutAddresses((await second.client.call(path)).json())).toEqual(withoutAddresses(answer));
  });
});
