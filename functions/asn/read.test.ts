import { describe, expect, it } from 'vitest';
import { loadBundled } from '../../shared/exchange/json-ld/document-loader.ts';
import { parse } from '../../shared/exchange/rdf/parse.ts';
import { read } from './read.ts';
import { fromQuad } from './triples.ts';
import { write } from './write.ts';

const PREFIXES = `@prefix asn: <http://purl.org/ASN/schema/core/> .
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix gemq: <http://purl.org/gem/qualifiers/> .
@prefix : <https://example.org/> .
`;

/** The framework of an ASN document in Turtle. */
async function frameworkOf(turtle: string) {
  const quads = await parse(PREFIXES + turtle, 'turtle', loadBundled);
  const { frameworks, losses } = await read(quads.map(fromQuad));
  const [framework] = frameworks;
  if (framework === undefined) throw new Error('There is no framework.');
  return { ...framework, losses };
}

describe('an ASN document', () => {
  it('has the statement that needs another as the source of the prerequisite', async () => {
    const { relations } = await frameworkOf(
      ':d a asn:StandardDocument . :a a asn:Statement . :b a asn:Statement ; asn:prerequisiteAlignment :a .',
    );
    expect(relations).toMatchObject([
      { type: 'requires', source: 'https://example.org/b', target: 'https://example.org/a' },
    ]);
  });

  it('has the hierarchy that either end states, in the order of hasChild', async () => {
    const { memberIds, relations } = await frameworkOf(
      ':d a asn:StandardDocument ; gemq:hasChild :b, :a . :a a asn:Statement . :b a asn:Statement . :c a asn:Statement ; gemq:isChildOf :a .',
    );
    expect(memberIds).toEqual([':b', ':a', ':c'].map((name) => name.replace(':', 'https://example.org/')));
    expect(relations).toMatchObject([
      { type: 'narrows', source: 'https://example.org/c', target: 'https://example.org/a' },
    ]);
  });

  it('has the text of a statement in its title, or in its description if it has no title', async () => {
    const { members } = await frameworkOf(
      ':d a asn:StandardDocument . :a a asn:Statement ; dc:title "T" ; dcterms:description "D" . :b a asn:Statement ; dcterms:description "D" .',
    );
    expect(members.map(({ properties }) => [properties.get('name'), properties.get('description')])).toEqual([
      [['T'], ['D']],
      [['D'], undefined],
    ]);
  });

  it('is read in both namespaces of ASN that are in use', async () => {
    const { members } = await frameworkOf(
      ':d a <http://purl.org/asn/schema/core/StandardDocument> . :a a <http://purl.org/asn/schema/core/Statement> .',
    );
    expect(members).toHaveLength(1);
  });

  it('has its unstorable parts reported', async () => {
    const { losses } = await frameworkOf(':d a asn:StandardDocument . :x a dc:Thing ; dc:title "x" .');
    expect(losses).toMatchObject([{ '@id': 'https://example.org/x', property: 'rdf:type' }]);
  });

  it('has the names of blank nodes instead of their labels, which have no meaning elsewhere', async () => {
    const { root, members, losses } = await frameworkOf(
      ':d a asn:StandardDocument ; dcterms:creator _:b1 ; dcterms:publisher _:b2 ; gemq:hasChild _:b3 . _:b1 dc:title "Guild" . _:b3 a asn:Statement .',
    );
    expect(root.properties.get('dcterms:creator')).toEqual(['Guild']);
    expect(root.properties.has('dcterms:publisher')).toBe(false);
    expect(members).toEqual([]);
    expect(losses.map(({ property }) => property)).toContain('http://purl.org/dc/terms/publisher');
  });

  it('has the description as text of a statement whose title is blank', async () => {
    const framework = await frameworkOf(
      ':d a asn:StandardDocument . :a a asn:Statement ; dc:title " "@en ; dcterms:description "D" .',
    );
    const predicates = [...write(framework, [])].map(({ predicate }) => predicate);
    expect(predicates).not.toContain('http://purl.org/dc/elements/1.1/title');
    expect(predicates).toContain('http://purl.org/dc/terms/description');
  });

  it('is refused without a StandardDocument or with several', async () => {
    for (const turtle of [':a a asn:Statement .', ':a a asn:StandardDocument . :b a asn:StandardDocument .']) {
      await expect(frameworkOf(turtle)).rejects.toMatchObject({ code: 'not-a-framework' });
    }
  });

  it('is written with the same contents as it was read', async () => {
    const framework = await frameworkOf(
      ':d a asn:StandardDocument ; dc:title "D"@en ; gemq:hasChild :a . :a a asn:Statement ; dc:title "A"@en ; gemq:isChildOf :d ; <https://example.org/terms/level> "3" .',
    );
    const losses: never[] = [];
    const triples = [...write(framework, losses)].map(({ subject, predicate }) => `${subject} ${predicate}`);
    expect(triples).toContain('https://example.org/d http://purl.org/gem/qualifiers/hasChild');
    expect(triples).toContain('https://example.org/a https://example.org/terms/level');
    expect(losses).toEqual([]);
  });
});
