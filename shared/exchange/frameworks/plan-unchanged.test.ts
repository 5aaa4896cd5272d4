import { expect, it } from 'vitest';
import type { Framework, FrameworkNode, FrameworkRelation } from './model.ts';
import { type Carries, planImport } from './plan.ts';
import { planUnchanged } from './plan-unchanged.ts';
import { relationOf } from './stored.ts';

const CARRIES: Carries = { property: (_kind, name) => name === 'name', relation: () => true };

const node = (id: string, kind: FrameworkNode['kind'], name = id): FrameworkNode => {
  return { id, kind, properties: new Map([['name', [name]]]), modified: null };
};
const narrows = (source: string, target: string): FrameworkRelation => {
  return { id: null, type: 'narrows', source, target, properties: new Map(), modified: null };
};
const framework = (changes: Partial<Framework> = {}): Framework => ({
  root: node('f', 'framework'),
  memberIds: ['a', 'b', 'c'],
  members: ['a', 'b', 'c'].map((id) => node(id, 'competency')),
  relations: [narrows('b', 'a'), narrows('c', 'a')],
  definitions: [],
  ...changes,
});

it.each<[string, Partial<Framework>, boolean]>([
  ['all that is stored', {}, true],
  ['another root', { root: node('f', 'framework', 'F') }, false],
  ['another kind', { root: node('f', 'collection') }, false],
  [
    'another text',
    { members: [node('a', 'competency', 'A'), node('b', 'competency'), node('c', 'competency')] },
    false,
  ],
  ['another order of members', { memberIds: ['a', 'c', 'b'] }, false],
  ['another order of children', { relations: [narrows('c', 'a'), narrows('b', 'a')] }, false],
  ['a relation less', { relations: [narrows('b', 'a')] }, false],
  ['a relation more', { relations: [narrows('b', 'a'), narrows('c', 'a'), narrows('c', 'b')] }, false],
])('an import of %s: nothing changes: %s', async (_what, changes, isUnchanged) => {
  const nothing = { objects: new Map(), relations: [], echo: null, hidden: new Set<string>() };
  const { objects } = await planImport(framework(), nothing, CARRIES, 'https://here.example/api/');
  const stored = new Map(
    objects.map(({ id, object }) => [id, { ...object, owner: ['pem'], 'schema:dateCreated': '2026-01-01' }]),
  );
  const relations = [...stored].flatMap(([id, object]) => {
    const { 'schema:dateCreated': _created, ...relation } = object;
    return relationOf(relation, id, null, (one) => one) ?? [];
  });
  const plan = await planUnchanged(framework(changes), { objects: stored, relations }, CARRIES);
  expect(plan !== null).toBe(isUnchanged);
  if (plan !== null) expect(plan.objects.map(({ id }) => id)).toEqual(objects.map(({ id }) => id));
});
