import { describe, expect, it } from 'vitest';
import { kindOf } from '../../repository/frameworks/kinds.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { nodeOf, relationOf, storedNode, storedRelation } from './stored.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';

const propertiesOf = (members: JsonObject, kind: 'competency' | 'concept' | 'conceptScheme' = 'competency') =>
  Object.fromEntries(nodeOf(members, 'https://example.org/1', kind, null).properties);

const tagged = (language: string, text: string) => ({ '@language': language, '@value': text });

describe('a stored object as a node', () => {
  it.each([
    ['a text', 'A', ['A']],
    ['a tagged text', tagged('en', 'A'), [tagged('en', 'A')]],
    ['tagged texts', [tagged('en', 'A'), tagged('fr', 'B')], [tagged('en', 'A'), tagged('fr', 'B')]],
    ['a language map', { en: 'A', fr: ['B', 'C'] }, [tagged('en', 'A'), tagged('fr', 'B'), tagged('fr', 'C')]],
    ['a language map whose key could be a name', { id: 'Membaca' }, [tagged('id', 'Membaca')]],
    ['a value without language', { '@value': 'A' }, ['A']],
    ['null among values', ['A', null], ['A']],
  ])('has %s', (_what, name, values) => {
    expect(propertiesOf({ name })).toEqual({ name: values });
  });

  it('has neutral names for other spellings; where both are there, both stay', () => {
    expect(propertiesOf({ title: 'A', weight: 2, 'https://purl.org/ctdlasn/terms/codedNotation': 'X' })).toEqual({
      name: ['A'],
      'schema:weight': [2],
      'ceasn:codedNotation': ['X'],
    });
    expect(propertiesOf({ title: 'A', name: 'B' })).toEqual({ name: ['B'], title: ['A'] });
    expect(propertiesOf({ 'skos:prefLabel': 'A', 'skos:definition': 'B' }, 'concept')).toEqual({
      name: ['A'],
      description: ['B'],
    });
    expect(propertiesOf({ 'dcterms:title': 'A', 'dcterms:language': 'en' }, 'conceptScheme')).toEqual({
      name: ['A'],
      'schema:inLanguage': ['en'],
    });
  });

  it('has neither ids, owners and signatures nor the structure among its properties', () => {
    const own = {
      '@id': 'x',
      '@type': 'Competency',
      owner: ['pem'],
      '@reader': ['pem'],
      signatureSha256: ['s'],
      relation: ['r'],
    };
    expect(propertiesOf(own)).toEqual({});
  });

  it.each([
    ['framework', { '@type': 'Framework' }],
    ['collection', { '@type': 'Framework', subType: 'Collection' }],
    ['conceptScheme', { '@type': 'ConceptScheme' }],
    ['progressionModel', { '@type': 'ConceptScheme', subType: 'Progression' }],
    ['competency', { '@type': 'Competency' }],
    ['concept', { '@type': 'Concept' }],
    ['progressionLevel', { '@type': 'Concept', subType: 'Progression' }],
    [null, { '@type': 'Person' }],
  ])('is a %s', (kind, type) => {
    expect(kindOf({ '@context': CONTEXT, ...type })).toBe(kind);
  });
});

describe('a node as a stored object', () => {
  it.each([
    'competency',
    'framework',
    'collection',
    'concept',
    'conceptScheme',
    'progressionModel',
    'progressionLevel',
  ] as const)('of kind %s comes back as the same node', (kind) => {
    const properties = new Map([
      ['name', [tagged('en', 'A'), tagged('fr', 'B')]],
      ['description', ['C']],
      ['schema:inLanguage', ['en']],
      ['ceasn:codedNotation', ['X']],
    ]);
    const node = { id: 'https://example.org/1', kind, properties, modified: null };
    const stored = storedNode(node);
    expect(kindOf(stored)).toBe(kind);
    expect(nodeOf(stored, node.id, kind, null)).toEqual(node);
  });

  it('has the names that clients read: labels and definitions of concepts are those of SKOS', () => {
    const properties = new Map([
      ['name', ['A']],
      ['description', ['B']],
    ]);
    for (const kind of ['concept', 'progressionLevel'] as const) {
      expect(storedNode({ id: 'https://example.org/1', kind, properties, modified: null })).toMatchObject({
        'skos:prefLabel': 'A',
        'skos:definition': 'B',
      });
    }
  });

  it('has an array of one where it came as one, and a single value where it came as such', () => {
    const stored = storedNode(nodeOf({ 'ceasn:localSubject': ['A'], creator: 'B' }, 'f', 'competency', null));
    expect(stored).toMatchObject({ 'ceasn:localSubject': ['A'], creator: 'B' });
  });

  it('cannot be told by a property who it is and whom it belongs to', () => {
    const properties = new Map([
      ['@id', ['https://example.org/other']],
      ['owner', ['pem']],
      ['@type', ['Person']],
    ]);
    const stored = storedNode({ id: 'https://example.org/1', kind: 'competency', properties, modified: null });
    expect(stored).toEqual({ '@context': CONTEXT, '@id': 'https://example.org/1', '@type': 'Competency' });
  });
});

describe('a stored relation', () => {
  it('is read with short ids, and comes back', () => {
    const relation = relationOf(
      { source: 'a/1', target: { '@id': 'b/2' }, relationType: 'narrows', sequenceNumber: 3 },
      'https://example.org/r',
      null,
      (id) => id.replace(/\/\d+$/, ''),
    );
    expect(relation).toMatchObject({ type: 'narrows', source: 'a', target: 'b' });
    expect(relation && storedRelation({ ...relation, id: 'https://example.org/r' })).toMatchObject({
      source: 'a',
      target: 'b',
      relationType: 'narrows',
      sequenceNumber: 3,
    });
  });

  it('is not read unless it has a source and a target', () => {
    expect(relationOf({ source: 'a', relationType: 'narrows' }, 'r', null, (id) => id)).toBeNull();
  });
});
