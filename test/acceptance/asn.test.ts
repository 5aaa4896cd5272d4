import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const report = { accept: 'application/json' };
const SYNTAXES = ['application/rdf+xml', 'text/turtle', 'application/n-triples', 'application/ld+json'] as const;

let count = 0;

const PREFIXES = `@prefix asn: <http://purl.org/ASN/schema/core/> .
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix gemq: <http://purl.org/gem/qualifiers/> .
`;

/** A framework of three statements in Turtle, with texts that every syntax has to escape. */
function welding() {
  const place = `https://example.org/asn/${++count}`;
  const turtle = `${PREFIXES}
<${place}> a asn:StandardDocument ; dc:title "Welding & <more>"@en, "Schweißen"@de ; gemq:hasChild <${place}/a>, <${place}/b> .
<${place}/a> a asn:Statement ; dc:title "Makes a \\"fillet\\" weld\\n"@en ; dcterms:description "Flat"@en ; gemq:hasChild <${place}/c> .
<${place}/b> a asn:Statement ; dc:title "Sets the current"@en ; asn:prerequisiteAlignment <${place}/a> .
<${place}/c> a asn:Statement ; dc:title "Cleans up"@en ; <https://example.org/terms/color> "blue" .`;
  return { turtle, place };
}

async function importAs(type: string, body: string, sheet?: string) {
  const headers = { 'content-type': type, ...report };
  return client.call('/api/asn', { body, headers, ...(sheet !== undefined && { sheet }) });
}

describe('exchange in ASN', () => {
  test('Turtle becomes a framework: texts, hierarchy, order, and what needs what', async () => {
    const { turtle, place } = welding();
    expect((await importAs('text/turtle', turtle)).json()).toMatchObject({
      id: place,
      saved: 6,
      failed: [],
      losses: [],
    });
    const framework = (await client.call(`/api/data/${md5(place)}`)).json();
    expect(framework.competency).toEqual([`${place}/a`, `${place}/c`, `${place}/b`]);
    const relations = await Promise.all(framework.relation.map(async (id: string) => (await client.call(id)).json()));
    expect(relations).toMatchObject([
      { relationType: 'narrows', source: `${place}/c`, target: `${place}/a` },
      { relationType: 'requires', source: `${place}/b`, target: `${place}/a` },
    ]);
  });

  test.each(SYNTAXES)('C14 what is exported as %s is imported as the same', async (type) => {
    const { turtle, place } = welding();
    await importAs('text/turtle', turtle);
    const before = (await client.call(`/api/data/${md5(place)}`)).json();
    const exported = await client.call(`/api/asn/${md5(place)}`, { headers: { accept: type } });
    expect(exported.headers.get('content-type')).toMatch(new RegExp(`^${type.replace(/[+]/g, '\\+')}`));
    expect((await importAs(type, exported.text)).json()).toMatchObject({
      saved: 0,
      failed: [],
      losses: [],
      removed: 0,
    });
    expect((await client.call('/api/asn', { form: { data: exported.text }, headers: report })).json()).toMatchObject({
      saved: 0,
    });
    expect((await client.call(`/api/data/${md5(place)}`)).json()).toEqual(before);
    expect((await client.call(`/api/asn/${md5(place)}`, { headers: { accept: type } })).text).toBe(exported.text);
  });

  test.each(SYNTAXES)('what was stored by others is the same after an import of its export as %s', async (type) => {
    const place = `https://example.org/asn/${++count}`;
    const context = { '@context': 'https://schema.cassproject.org/0.4' };
    const members = ['a', 'b', 'c'].map((name) => `${place}/${name}`);
    for (const id of members) {
      const level = ['https://example.org/level'];
      await client.save({ ...context, '@id': id, '@type': 'Competency', name: { en: id }, 'ceasn:level': level });
    }
    const relations = ['c', 'b'].map((name, index) => ({
      ...context,
      '@id': `${place}/r-${name}`,
      '@type': 'Relation',
      relationType: 'narrows',
      source: `${place}/${name}`,
      target: `${place}/a`,
      sequenceNumber: (index + 1) * 10,
    }));
    for (const relation of relations) await client.save(relation);
    const relation = relations.map((one) => one['@id']);
    await client.save({ ...context, '@id': place, '@type': 'Framework', name: 'F', competency: members, relation });
    const exported = await client.call(`/api/asn/${md5(place)}`, { headers: { accept: type } });
    expect((await importAs(type, exported.text)).json()).toMatchObject({
      saved: 0,
      removed: 0,
      failed: [],
      losses: [],
    });
  });

  test('RDF/XML is the default; a competency is its statement; entity tags and 406 work', async () => {
    const { turtle, place } = welding();
    await importAs('text/turtle', turtle);
    const answer = await client.call(`/api/asn/${md5(place)}`);
    expect(answer.headers.get('content-type')).toBe('application/rdf+xml; charset=utf-8');
    expect(answer.text).toContain(`<asn:StandardDocument rdf:about="${place}">`);
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await client.call(`/api/asn/x?id=${encodeURIComponent(place)}`, { headers })).status).toBe(304);
    const statement = await client.call(`/api/asn/${md5(`${place}/c`)}`, {
      headers: { accept: 'application/n-triples' },
    });
    expect(statement.text.trim().split('\n')).toHaveLength(4);
    expect((await client.call(`/api/asn/${md5(place)}`, { headers: { accept: 'image/png' } })).status).toBe(406);
    expect((await client.call('/api/asn/nothing')).status).toBe(404);
  });

  test('what a key owns is changed by that key alone; what is hidden is absent', async () => {
    const { turtle, place } = welding();
    await importAs('text/turtle', turtle, cast.sheets.owner);
    expect((await importAs('text/turtle', turtle.replace('Schweißen', 'Anders'))).status).toBe(401);
    const stored = (await client.call(`/api/data/${md5(place)}`)).json();
    await client.call(`/api/data/${md5(place)}`, {
      json: { ...stored, reader: [cast.reader.pem] },
      sheet: cast.sheets.owner,
    });
    expect((await client.call(`/api/asn/${md5(place)}`)).status).toBe(404);
    expect((await client.call(`/api/asn/${md5(place)}`, { sheet: cast.sheets.reader })).status).toBe(200);
  });
});

describe('C14 malformed RDF is rejected', () => {
  const entity = 'x'.repeat(1000);
  test.each([
    ['Turtle that breaks off', 'text/turtle', '<http://a.example> <http://b.example>', 400],
    ['Turtle without a document', 'text/turtle', '<http://a.example> <http://b.example> "x" .', 422],
    ['N-Triples with a prefix', 'application/n-triples', `${PREFIXES}`, 400],
    [
      'XML that is not closed',
      'application/rdf+xml',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      400,
    ],
    ['XML with a long entity', 'application/rdf+xml', `<!DOCTYPE a [<!ENTITY e "${entity}">]><a/>`, 400],
    [
      'F3 JSON-LD with a context elsewhere',
      'application/ld+json',
      '{"@context":"https://example.org/context","a":1}',
      422,
    ],
    [
      'F4 JSON-LD with a context that imports itself',
      'application/ld+json',
      '{"@context":{"@import":"https://example.org/c"},"a":1}',
      422,
    ],
    [
      'F5 JSON-LD with a context in every node',
      'application/ld+json',
      JSON.stringify(Array.from({ length: 30 }, () => ({ '@context': { a: 'http://a.example/' }, a: 1 }))),
      400,
    ],
    [
      'F7 JSON-LD that redefines a keyword',
      'application/ld+json',
      '{"@context":{"@id":"http://a.example"},"a":1}',
      400,
    ],
    [
      'two documents',
      'text/turtle',
      `${PREFIXES} <http://a.example> a asn:StandardDocument . <http://b.example> a asn:StandardDocument .`,
      422,
    ],
    ['another media type', 'text/html', '<p>', 415],
  ])('%s', async (_what, type, body, status) => {
    expect((await importAs(type, body)).status).toBe(status);
    expect((await client.call('/api/ping')).status).toBe(200);
  });
});
