import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isArchive, recognize } from './recognize.ts';

const example = (name: string) => readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8');

it.each([
  ['welding.ctdlasn.json', 'ctdl-asn'],
  ['welding.asn.ttl', 'asn'],
  ['welding.case.json', 'case'],
  ['bicycle-repair.json', 'objects'],
])('the example %s is recognized as %s, whatever its name', (name, format) => {
  expect(recognize(example(name), '')).toBe(format);
});

it.each([
  ['<?xml version="1.0"?><rdf:RDF/>', '', 'asn'],
  ['<http://x/a> <http://x/b> "c" .', '', 'asn'],
  ['{"@id":"x"}\n{"@id":"y"}\n', 'export.jsonl', 'objects'],
  ['{"@context":"http://purl.org/ASN/schema/core/","@type":"StandardDocument"}', '', 'asn'],
  ['{"@type":"ceasn:CompetencyFramework","ceasn:source":"http://purl.org/ASN/resources/D1"}', '', 'ctdl-asn'],
  ['[{"@id":"x","@type":["https://purl.org/ctdlasn/terms/Competency"]}]', '', 'ctdl-asn'],
  ['{"@graph":[{"@id":"x","@type":"asn:Statement"}]}', '', 'asn'],
  ['{"CFPackage":{"CFDocument":{}}}', '', 'case'],
  ['{"CFDocument": ', '', 'case'],
  ['Name,Code\nA,1\nB,2', '', 'csv'],
  ['Name;Code\n"A;B";1', '', 'csv'],
  ['one column', 'list.csv', 'csv'],
  ['Bread\n  Knead, well\n  Proof', '', 'text'],
  ['', '', 'text'],
])('%j in a file %j is recognized as %s', (text, name, format) => {
  expect(recognize(text, name)).toBe(format);
});

/** Ids of objects of the service's vocabulary, which name it, in documents of other formats and in exports of servers. */
const ID = 'https://competencies.example/api/data/schema.cassproject.org.0.4.Framework/one';

it.each([
  [{ '@context': 'https://credreg.net/ctdlasn/schema/context/json', '@graph': [{ '@id': ID }] }, 'ctdl-asn'],
  [{ '@context': { ceasn: 'https://purl.org/ctdlasn/terms/' }, '@id': ID, '@type': 'ceasn:Competency' }, 'ctdl-asn'],
  [
    { '@context': { asn: 'http://purl.org/ASN/schema/core/' }, '@graph': [{ '@id': ID, '@type': 'asn:Statement' }] },
    'asn',
  ],
  [
    {
      '@context': { asn: 'http://purl.org/ASN/schema/core/', ceasn: 'https://purl.org/ctdlasn/terms/' },
      '@graph': [{ '@id': ID, '@type': ['asn:StandardDocument'] }],
    },
    'asn',
  ],
  [
    { '@context': { cass: 'https://schema.cassproject.org/0.4/', ceasn: 'https://purl.org/ctdlasn/terms/' } },
    'ctdl-asn',
  ],
  [{ CFDocument: { identifier: 'one', uri: ID }, CFItems: [] }, 'case'],
  [
    { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Framework', '@id': ID, 'ceasn:source': ID },
    'objects',
  ],
  [[{ '@type': 'http://schema.cassproject.org/0.3/Competency', '@id': ID, 'ceasn:codedNotation': '1' }], 'objects'],
  [{ '@context': ['https://schema.svc.org/0.4', { ceasn: 'https://purl.org/ctdlasn/terms/' }], '@id': ID }, 'objects'],
])('%j is recognized by its context and types as %s, whatever its ids and properties', (document, format) => {
  expect(recognize(JSON.stringify(document), '')).toBe(format);
  expect(recognize(JSON.stringify(document, null, 2), '')).toBe(format);
});

it('a workbook is recognized by its first bytes', () => {
  expect(isArchive(new Uint8Array([0x50, 0x4b, 3, 4, 20]))).toBe(true);
  expect(isArchive(new TextEncoder().encode('PKW'))).toBe(false);
});
