import type { Quad } from '@rdfjs/types';
import { describe, expect, test } from 'vitest';
import { loadBundled } from '../json-ld/document-loader.ts';
import { parse } from './parse.ts';
import { serialize } from './serialize.ts';
import { type Syntax, syntaxOfText, syntaxOfType } from './syntaxes.ts';

const PREFIXES = { ex: 'https://example.org/terms/', xsd: 'http://www.w3.org/2001/XMLSchema#' };
const WRITTEN = ['turtle', 'n-triples', 'n-quads', 'rdf-xml'] as const;

const DOCUMENT = `@prefix ex: <https://example.org/terms/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/a> a ex:Thing ; ex:label "Sch\\"weiß\\"en & <löten>\\n\\t😀"@de-at , "plain", "" ; ex:size "12.50"^^xsd:decimal ;
  ex:part [ ex:label "a part" ] , <https://example.org/%C3%A4?x=1&y=2#z> .`;

async function parsed(text: string, syntax: Syntax): Promise<readonly Quad[]> {
  return parse(text, syntax, loadBundled);
}

function write(quads: Iterable<Quad>, syntax: (typeof WRITTEN)[number], onUnwritable = (_quad: Quad) => {}): string {
  return [...serialize(quads, syntax, { prefixes: PREFIXES, onUnwritable })].join('');
}

/** Statements in an order of their own; a document has one blank node at most. */
function statements(quads: Iterable<Quad>): readonly string[] {
  return write(quads, 'n-triples')
    .replaceAll(/_:[\w-]+/g, '_:b')
    .trim()
    .split('\n')
    .toSorted();
}

describe('syntaxes of RDF', () => {
  test.each(WRITTEN)('%s is read as it was written', async (syntax) => {
    const quads = await parsed(DOCUMENT, 'turtle');
    expect(quads).toHaveLength(8);
    expect(statements(await parsed(write(quads, syntax), syntax))).toEqual(statements(quads));
  });

  test('named graphs are kept in N-Quads, and their statements in the others', async () => {
    const quads = await parsed('<https://a.example/> <https://b.example/c> "d" <https://g.example/> .', 'n-quads');
    expect(write(quads, 'n-quads')).toContain('<https://g.example/> .');
    expect(write(quads, 'turtle')).toContain('"d"');
  });

  test('RDF/XML names what it has no way to write', async () => {
    const quads = await parsed(
      '<https://a.example/> <https://b.example/1> "x" ; <https://b.example/c> "y" .',
      'turtle',
    );
    const unwritable: string[] = [];
    const text = write(quads, 'rdf-xml', ({ predicate }) => unwritable.push(predicate.value));
    expect(unwritable).toEqual(['https://b.example/1']);
    expect(text).toContain('>y</ns:c>');
  });

  test.each<[string, Syntax]>([
    ['{"@context":{}}', 'json-ld'],
    [' [1]', 'json-ld'],
    ['<?xml version="1.0"?><x/>', 'rdf-xml'],
    ['<rdf:RDF xmlns:rdf="x"/>', 'rdf-xml'],
    ['<https://a.example/> a <https://b.example/> .', 'turtle'],
    ['@prefix a: <https://a.example/> .', 'turtle'],
  ])('%j is recognized as %s', (text, syntax) => {
    expect(syntaxOfText(text)).toBe(syntax);
  });

  test('media types name a syntax, or none', () => {
    expect([syntaxOfType('text/turtle'), syntaxOfType('text/plain'), syntaxOfType(null)]).toEqual([
      'turtle',
      null,
      null,
    ]);
  });
});

describe('C14 malformed documents are rejected', () => {
  // With time by the square of the length, these would take hours.
  test.each<[string, string]>([
    ['comments without end', `<rdf:RDF>${'<!--'.repeat(1_000_000)}`],
    ['white space before its end', `<rdf:RDF>${' '.repeat(4_000_000)}x`],
    ['comments', `<rdf:RDF>${'<!---->'.repeat(500_000)}x`],
  ])('XML with many %s', async (_what, text) => {
    await expect(parsed(text, 'rdf-xml')).rejects.toMatchObject({ code: 'malformed-request' });
  });

  test.each(['b', 'rdf:Description><ex:p'])('XML that nests <%s> too deep', async (tags) => {
    const begin = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="https://example.org/"><rdf:Description><ex:a rdf:parseType="Literal">`;
    const nested = `<${tags}>`.repeat(200_000);
    await expect(parsed(`${begin}${nested}</rdf:RDF>`, 'rdf-xml')).rejects.toMatchObject({ code: 'too-deep' });
  });

  const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
  const entities = Array.from({ length: 200 }, (_, index) => `<!ENTITY e${index} "x">`).join('');
  test.each<[string, Syntax, string]>([
    ['Turtle that breaks off', 'turtle', '<https://a.example/> <https://b.example/>'],
    ['an unknown prefix', 'turtle', 'a:b a:c a:d .'],
    ['a literal as subject', 'n-triples', '"x" <https://a.example/> "y" .'],
    ['a graph in N-Triples', 'n-triples', '<https://a.example/> <https://b.example/> "c" <https://d.example/> .'],
    ['XML that is not closed', 'rdf-xml', `<rdf:RDF ${rdf}><rdf:Description rdf:about="https://a.example/">`],
    ['XML that breaks off after a comment', 'rdf-xml', `<rdf:RDF ${rdf}><!-- </rdf:RDF> -->`],
    ['many entities', 'rdf-xml', `<!DOCTYPE x [${entities}]><rdf:RDF ${rdf}/>`],
    ['a long entity', 'rdf-xml', `<!DOCTYPE x [<!ENTITY e "${'x'.repeat(1000)}">]><rdf:RDF ${rdf}/>`],
    ['JSON that is not JSON-LD', 'json-ld', '{"@id":7}'],
    ['no JSON', 'json-ld', '{'],
  ])('%s', async (_what, syntax, text) => {
    await expect(parsed(text, syntax)).rejects.toMatchObject({ status: 400 });
  });
});
