import { expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { createSchemeState, type OutlineState, withObjects } from '../outline/state.ts';
import { addConcepts, deleteConcept, moveConcept, type SchemeEdit, withProgression } from './edit-scheme.ts';

const SKOS = 'https://schema.cassproject.org/0.4/skos/';
const OWNER = 'a key';

/** A scheme of these concepts: `b` is below `a`; `d` says only that it is below `c`, and `e` only that it is in the scheme. */
function scheme(): OutlineState {
  const concept = (id: string, links: JsonObject): [string, JsonObject] => [
    id,
    { '@context': SKOS, '@type': 'Concept', '@id': id, 'skos:prefLabel': id, 'skos:inScheme': 's', ...links },
  ];
  return createSchemeState(
    's',
    new Map<string, JsonObject>([
      [
        's',
        {
          '@context': SKOS,
          '@type': 'ConceptScheme',
          '@id': 's',
          '@owner': [OWNER],
          'skos:hasTopConcept': ['a', { '@id': 'c' }],
        },
      ],
      concept('e', {}),
      concept('d', { 'http://www.w3.org/2004/02/skos/core#broader': [{ '@id': 'c' }] }),
      concept('b', { 'skos:broader': 'a' }),
      concept('a', { 'skos:narrower': ['b'], 'skos:topConceptOf': 's' }),
      concept('c', { 'skos:topConceptOf': 's' }),
    ]),
  );
}

const done = (state: OutlineState, edit: SchemeEdit): OutlineState => withObjects(state, edit);

/** The concepts as text, each after its parent in brackets. */
function textOf({ tree }: OutlineState): string {
  const write = (id: string): string => {
    const below = (tree.children.get(id) ?? []).map(write);
    return below.length === 0 ? id : `${id}(${below.join(' ')})`;
  };
  return tree.roots.map(write).join(' ');
}

it('concepts have their place by narrower and by broader, in every spelling; those without one are last', () => {
  expect(textOf(scheme())).toBe('a(b) c(d) e');
});

it.each([
  ['c', null, 'indent', 'a(b c(d)) e'],
  ['d', 'c', 'outdent', 'a(b) c d e'],
  ['c', null, 'up', 'c(d) a(b) e'],
  ['a', null, 'down', 'c(d) a(b) e'],
] as const)('%s below %s moves %s', (id, parent, how, text) => {
  const state = scheme();
  const moved = done(state, moveConcept(state, id, parent, how));
  expect(textOf(moved)).toBe(text);
  for (const [one, object] of moved.objects) {
    if (one !== 's') expect(object['skos:topConceptOf']).toBe(moved.tree.roots.includes(one) ? 's' : undefined);
  }
  expect(moved.objects.get('s')?.['skos:hasTopConcept']).toEqual(moved.tree.roots);
});

it('the first concept stays where it is when it moves up', () => {
  expect(moveConcept(scheme(), 'a', null, 'up').size).toBe(0);
});

it.each([
  ['a', null, 'indent', 'no-sibling-before'],
  ['a', null, 'outdent', 'at-the-top'],
  ['b', 'c', 'up', 'unknown-object'],
] as const)('%s below %s cannot move %s', (id, parent, how, reason) => {
  expect(() => moveConcept(scheme(), id, parent, how)).toThrow(expect.objectContaining({ reason }));
});

it('new concepts are at their place, in the scheme, and have its owners', () => {
  const state = scheme();
  const items = [{ fields: { 'skos:prefLabel': 'x' }, children: [{ fields: {}, children: [] }] }];
  const maker = { base: 'https://example.org/api/', now: () => '2026-02-03T00:00:00Z' };
  const { edit, added } = addConcepts(state, items, { parent: null, after: 'a' }, maker);
  const after = done(state, edit);
  const [id = ''] = added;
  expect(after.tree.roots).toEqual(['a', id, 'c', 'e']);
  expect(after.objects.get(id)).toMatchObject({ 'skos:inScheme': 's', '@owner': [OWNER], '@context': SKOS });
  expect(after.tree.children.get(id)).toHaveLength(1);
});

it('a deleted concept takes with it what is below it, and is linked no more', () => {
  const state = scheme();
  const after = done(state, deleteConcept(state, 'a'));
  expect(textOf(after)).toBe('c(d) e');
  expect([...after.objects.keys()].toSorted()).toEqual(['c', 'd', 'e', 's']);
});

it('a progression model consists of levels, and becomes a plain scheme again', () => {
  const state = scheme();
  const model = done(state, withProgression(state, true));
  expect(model.objects.get('s')).toMatchObject({ subType: 'Progression' });
  expect(model.objects.get('b')).toMatchObject({ subType: 'Progression', 'ceasn:inProgressionModel': 's' });
  expect(model.objects.get('b')).not.toHaveProperty('skos:inScheme');
  expect(textOf(model)).toBe(textOf(state));
  const plain = done(model, withProgression(model, false));
  expect(plain.objects.get('b')).toEqual(state.objects.get('b'));
});
