import { describe, expect, it } from 'vitest';
import type { NodeKind } from '../../repository/frameworks/kinds.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import type { Framework, FrameworkNode, FrameworkRelation } from './model.ts';
import { type Carries, planImport, type Stored } from './plan.ts';
import { relationOf } from './stored.ts';

const BASE = 'https://here.example/api/';
const CARRIES: Carries = { property: (_kind, name) => name === 'name', relation: (type) => type !== 'desires' };
const EMPTY: Stored = { objects: new Map(), relations: [], echo: null, hidden: new Set() };

function node(id: string, name: string, kind: NodeKind = 'competency'): FrameworkNode {
  return { id, kind, properties: new Map([['name', [name]]]), modified: null };
}

function relation(type: string, source: string, target: string): FrameworkRelation {
  return { id: null, type, source, target, properties: new Map(), modified: null };
}

function framework(changes: Partial<Framework> = {}): Framework {
  return {
    root: node('f', 'F', 'framework'),
    memberIds: ['a', 'b'],
    members: [node('a', 'A'), node('b', 'B')],
    relations: [relation('narrows', 'b', 'a')],
    definitions: [],
    ...changes,
  };
}

/** What is stored after a plan has been carried out. */
function carriedOut(objects: readonly { readonly id: string; readonly object: JsonObject }[]): Stored {
  const stored = new Map(objects.map(({ id, object }) => [id, structuredClone(object)]));
  const relations = [...stored].flatMap(([id, object]) => relationOf(object, id, null, (one) => one) ?? []);
  return { ...EMPTY, objects: stored, relations };
}

const changesOf = (objects: readonly { readonly id: string; readonly change: string }[]) =>
  Object.fromEntries(objects.map(({ id, change }) => [id, change]));

describe('the plan of an import', () => {
  it('creates everything, the root last; repeated, it changes nothing', async () => {
    const { objects, removed } = await planImport(framework(), EMPTY, CARRIES, BASE);
    expect(objects.map(({ change }) => change)).toEqual(['create', 'create', 'create', 'create']);
    expect(objects.at(-1)?.object).toMatchObject({ competency: ['a', 'b'], relation: [objects[2]?.id] });
    expect(removed).toEqual([]);
    const again = await planImport(framework(), carriedOut(objects), CARRIES, BASE);
    expect(again.objects.map(({ change }) => change)).toEqual(['none', 'none', 'none', 'none']);
  });

  it('changes only what is different, whatever the order of members, owners and versions', async () => {
    const first = carriedOut((await planImport(framework(), EMPTY, CARRIES, BASE)).objects);
    const stored = first.objects.get('a') ?? {};
    const reordered = {
      owner: ['pem'],
      ...Object.fromEntries(Object.entries(stored).reverse()),
      '@id': 'a/7',
      name: ['A'],
    };
    const objects = new Map([...first.objects, ['a', reordered]]);
    const members = [node('a', 'A'), node('b', 'other')];
    const plan = await planImport(framework({ members }), { ...first, objects }, CARRIES, BASE);
    expect(changesOf(plan.objects)).toMatchObject({ a: 'none', b: 'change', f: 'none' });
  });

  it('keeps the ids of relations that are stored under others, in either direction where both say the same', async () => {
    const relations = [relation('narrows', 'b', 'a'), relation('isEquivalentTo', 'a', 'b')];
    const stored: Stored = {
      ...EMPTY,
      objects: new Map(),
      relations: [
        { ...relation('narrows', 'b', 'a'), id: 'mine' },
        { ...relation('isEquivalentTo', 'b', 'a'), id: 'equal' },
      ],
    };
    const { objects, removed } = await planImport(framework({ relations }), stored, CARRIES, BASE);
    expect(objects.at(-1)?.object.relation).toEqual(['mine', 'equal']);
    expect(removed).toEqual([]);
  });

  it('removes relations that are gone, and keeps those that the format cannot express', async () => {
    const stored: Stored = {
      ...EMPTY,
      objects: new Map(),
      relations: [
        { ...relation('requires', 'a', 'b'), id: 'gone' },
        { ...relation('desires', 'a', 'b'), id: 'kept' },
      ],
    };
    const { objects, removed } = await planImport(framework({ relations: [] }), stored, CARRIES, BASE);
    expect(removed).toEqual(['gone']);
    expect(objects.at(-1)?.object.relation).toEqual(['kept']);
  });

  it('keeps stored properties that the format cannot express, and removes those that it does not bring', async () => {
    const before = {
      '@context': 'https://schema.cassproject.org/0.4',
      '@id': 'a',
      '@type': 'Competency',
      name: 'A',
      scope: 'x',
    };
    const objects = new Map([['a', before]]);
    const named = await planImport(framework(), { ...EMPTY, objects }, CARRIES, BASE);
    expect(named.objects[0]).toMatchObject({ change: 'none', object: { scope: 'x' } });
    const members = [{ ...node('a', 'A'), properties: new Map() }, node('b', 'B')];
    const unnamed = await planImport(framework({ members }), { ...EMPTY, objects }, CARRIES, BASE);
    expect(unnamed.objects[0]?.object).not.toHaveProperty('name');
  });

  it('numbers children whose order is not that of the members', async () => {
    const relations = [relation('narrows', 'c', 'a'), relation('narrows', 'b', 'a')];
    const changed = framework({
      memberIds: ['a', 'b', 'c'],
      members: [node('a', 'A'), node('b', 'B'), node('c', 'C')],
      relations,
    });
    const { objects } = await planImport(changed, EMPTY, CARRIES, BASE);
    const numbers = objects.flatMap(({ object }) =>
      'sequenceNumber' in object ? [[object.source, object.sequenceNumber]] : [],
    );
    expect(numbers).toEqual([
      ['c', 1],
      ['b', 2],
    ]);
  });

  it('writes the hierarchy of concepts into the concepts', async () => {
    const scheme: Framework = {
      ...framework({
        root: node('s', 'S', 'conceptScheme'),
        members: [node('a', 'A', 'concept'), node('b', 'B', 'concept')],
      }),
    };
    const { objects } = await planImport(scheme, EMPTY, CARRIES, BASE);
    expect(objects.map(({ object }) => object)).toMatchObject([
      { '@id': 'a', 'skos:inScheme': 's', 'skos:topConceptOf': 's', 'skos:narrower': ['b'] },
      { '@id': 'b', 'skos:inScheme': 's', 'skos:broader': ['a'] },
      { '@id': 's', 'skos:hasTopConcept': ['a'] },
    ]);
  });
});

describe('the plan of an import in a format with an echo', () => {
  /** A format that has names in capitals, without other properties. */
  const shout = async (stored: Framework): Promise<Framework> => {
    const echoed = (one: FrameworkNode): FrameworkNode => {
      const [name] = one.properties.get('name') ?? [];
      return node(one.id, String(name).toUpperCase(), one.kind);
    };
    const memberIds = stored.members.map(({ id }) => id);
    return { ...stored, root: echoed(stored.root), members: stored.members.map(echoed), memberIds };
  };
  async function storedHere(): Promise<Stored> {
    const { objects } = carriedOut((await planImport(framework(), EMPTY, CARRIES, BASE)).objects);
    const root = { ...objects.get('f'), competency: ['a', 'hidden', 'b'], name: 'Frame' };
    const a = { ...objects.get('a'), '@context': 'https://elsewhere.example/context', name: 'First' };
    const before = carriedOut(
      [...objects, ['f', root] as const, ['a', a] as const].map(([id, object]) => ({ id, object })),
    );
    const members = [node('a', 'First'), node('b', 'B')];
    return { ...before, echo: await shout(framework({ root: node('f', 'Frame', 'framework'), members })) };
  }

  it('leaves everything as it is stored that the import says like an export, and what it could not list', async () => {
    const before = await storedHere();
    const incoming = framework({
      root: node('f', 'FRAME', 'framework'),
      members: [node('a', 'FIRST'), node('b', 'B')],
    });
    const { objects, removed } = await planImport(incoming, before, CARRIES, BASE);
    expect(objects.map(({ change }) => change)).toEqual(['none', 'none', 'none', 'none']);
    expect(objects.at(-1)?.object).toEqual(before.objects.get('f'));
    expect(removed).toEqual([]);
  });

  it('changes what the import says otherwise, and keeps members that the caller cannot see', async () => {
    const incoming = framework({
      root: node('f', 'FRAME', 'framework'),
      memberIds: ['b', 'a'],
      members: [node('b', 'B'), node('a', 'Changed')],
    });
    const { objects } = await planImport(incoming, await storedHere(), CARRIES, BASE);
    expect(changesOf(objects)).toMatchObject({ a: 'change', b: 'none', f: 'change' });
    expect(objects.find(({ id }) => id === 'a')?.object.name).toBe('Changed');
    expect(objects.at(-1)?.object).toMatchObject({ name: 'Frame', competency: ['b', 'a', 'hidden'] });
  });

  it('gives a relation no identifier that the echo says of it too', async () => {
    const related = { ...relation('isRelatedTo', 'a', 'b'), id: 'b-a' };
    const echoed = { ...related, id: 'echoed' };
    const stored: Stored = { ...EMPTY, relations: [related], echo: framework({ relations: [echoed] }) };
    const { objects } = await planImport(framework({ relations: [echoed] }), stored, CARRIES, BASE);
    const found = objects.find(({ id }) => id === 'b-a');
    expect(found?.object).not.toHaveProperty('schema:identifier');
    const other = framework({ relations: [{ ...related, id: 'other' }] });
    const changed = (await planImport(other, stored, CARRIES, BASE)).objects.find(({ id }) => id === 'b-a');
    expect(changed?.object).toHaveProperty('schema:identifier');
  });
});
