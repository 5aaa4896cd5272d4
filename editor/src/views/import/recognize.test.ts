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
  ['Name,Code\nA,1\nB,2', '', 'csv'],
  ['Name;Code\n"A;B";1', '', 'csv'],
  ['one column', 'list.csv', 'csv'],
  ['Bread\n  Knead, well\n  Proof', '', 'text'],
  ['', '', 'text'],
])('%j in a file %j is recognized as %s', (text, name, format) => {
  expect(recognize(text, name)).toBe(format);
});

it('a workbook is recognized by its first bytes', () => {
  expect(isArchive(new Uint8Array([0x50, 0x4b, 3, 4, 20]))).toBe(true);
  expect(isArchive(new TextEncoder().encode('PKW'))).toBe(false);
});
