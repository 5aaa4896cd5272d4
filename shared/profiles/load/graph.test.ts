import { describe, expect, test } from 'vitest';
import {
  BASE,
  callerOf,
  competency,
  competencyId,
  framework,
  idOf,
  makeCast,
  relation,
  resource,
  whole,
  wrapped,
} from '../../../test/support/profile-fixture.ts';
import { type Loading, loadFor } from '../../../test/support/profile-parts.ts';
import { useProfileWorld } from '../../../test/support/use-profile-world.ts';
import { md5Hex } from '../../base/crypto/md5.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import type { LoadedProfile } from '../service/load-profile.ts';

const cast = await makeCast();
const world = useProfileWorld();

const now = 1_750_000_000_000;

function load(frameworkId: string, loading: Loading = {}): Promise<LoadedProfile> {
  return loadFor(world.ctx, cast, frameworkId, { now, ...loading });
}

/** Saves a framework with the objects that it lists, and loads it. */
async function loadSaved(name: string, contents: readonly JsonObject[], loading: Loading = {}): Promise<LoadedProfile> {
  await world.save(...whole(name, contents));
  return load(idOf('Framework', name), loading);
}

function names({ graph }: LoadedProfile): string[] {
  return graph.competencies.map(({ id }) => id.slice(id.lastIndexOf('/') + 1)).sort();
}

function edges({ graph }: LoadedProfile): string[] {
  return graph.relations.map(({ id }) => id.slice(id.lastIndexOf('/') + 1)).sort();
}

describe('the framework', () => {
  test.each([
    ['its short id', () => idOf('Framework', 'Forms')],
    ['a versioned id', () => `${idOf('Framework', 'Forms')}/1000`],
    ['its GUID', () => 'Forms'],
    ['a data address with its GUID', () => `${BASE}data/Forms`],
    ['a data address with its MD5', () => `${BASE}data/${md5Hex(idOf('Framework', 'Forms'))}`],
  ])('is found by %s', async (_, id) => {
    await world.save(...whole('Forms', [competency('Forms.A')]));
    const { graph } = await load(id());
    expect(graph.framework).toEqual({
      id: idOf('Framework', 'Forms'),
      name: 'Forms',
      competencies: [competencyId('Forms.A')],
    });
  });

  test('lists competencies and relations by every address that leads to them', async () => {
    const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => `Addresses.${name}`) as [string, string, string, string];
    const link = relation(a, 'narrows', b);
    await world.save(competency(a), competency(b), competency(c), competency(d), link);
    const listed = [
      `${BASE}data/Other/${a.replace('.', '%2E')}/5`,
      `${BASE}data/${encodeURIComponent(competencyId(b))}`,
      `${BASE}data/${md5Hex(competencyId(c))}`,
      `${BASE}data/${d}?history=false`,
    ];
    const relations = [`${BASE}data/${a}-narrows-${b}`];
    await world.save(framework('Addresses', [], { competency: listed, relation: relations }));
    const { graph } = await load(idOf('Framework', 'Addresses'));
    expect(graph.framework.competencies).toEqual([a, b, c, d].map(competencyId));
    expect(graph.competencies.map(({ id }) => id).sort()).toEqual([a, b, c, d].map(competencyId));
    expect(graph.relations).toMatchObject([{ source: competencyId(a), target: competencyId(b) }]);
  });

  test('that does not exist is not found', async () => {
    await expect(load(idOf('Framework', 'Nowhere'))).rejects.toMatchObject({
      code: 'not-found',
      extras: { where: 'frameworkId' },
    });
    await expect(load('')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('that the caller may not read is not found', async () => {
    await world.save(framework('Hidden', [], { '@reader': [cast.assessor.publicKey.pem] }));
    await expect(load(idOf('Framework', 'Hidden'))).rejects.toMatchObject({ code: 'not-found' });
    await expect(load(idOf('Framework', 'Hidden'), { open: true })).rejects.toMatchObject({ code: 'not-found' });
    const { graph } = await load(idOf('Framework', 'Hidden'), { caller: callerOf(cast.assessor) });
    expect(graph.framework.id).toBe(idOf('Framework', 'Hidden'));
  });

  test('is refused if it is another object', async () => {
    await world.save(competency('NoFramework'));
    await expect(load(competencyId('NoFramework'))).rejects.toMatchObject({ code: 'not-a-framework', status: 422 });
  });
});

describe('the graph', () => {
  test('contains the entries of the framework, in its order, without versions', async () => {
    const contents = [competency('List.B'), competency('List.A'), relation('List.A', 'narrows', 'List.B')];
    await world.save(...contents);
    await world.save(
      framework('List', contents, {
        competency: [
          `${competencyId('List.B')}/1000`,
          competencyId('List.A'),
          competencyId('List.B'),
          competencyId('gone'),
        ],
      }),
    );
    const loaded = await load(idOf('Framework', 'List'));
    expect(names(loaded)).toEqual(['List.A', 'List.B']);
    expect([...new Set(loaded.graph.framework.competencies)].slice(0, 2)).toEqual(
      ['List.B', 'List.A'].map(competencyId),
    );
    expect(loaded.graph.relations).toMatchObject([
      { type: 'narrows', source: competencyId('List.A'), target: competencyId('List.B') },
    ]);
  });

  test('has competencies with the members that profiles show', async () => {
    const members = {
      name: { en: 'Reading' },
      'schema:alternateName': 'RD',
      'dcterms:type': 'Skill',
      requiredSignatureCount: 2,
      validCondition: [`${BASE}data/concept/1`],
    };
    const { graph } = await loadSaved('Shown', [competency('Shown.A', members)]);
    expect(graph.competencies).toMatchObject([
      {
        id: competencyId('Shown.A'),
        name: { en: 'Reading' },
        shortName: 'RD',
        type: 'Skill',
        requiredSignatureCount: 2,
        validCondition: [`${BASE}data/concept/1`],
      },
    ]);
  });

  test('ignores relations that none of its frameworks lists', async () => {
    await world.save(relation('Unlisted.A', 'narrows', 'Unlisted.B'));
    const loaded = await loadSaved('Unlisted', [competency('Unlisted.A'), competency('Unlisted.B')]);
    expect(edges(loaded)).toEqual([]);
  });

  test('is loaded even if members have unexpected shapes', async () => {
    const odd = { source: 7, target: null, relationType: {} };
    await world.save(
      competency('Odd.A', { name: 12, validCondition: { a: 1 } }),
      relation('Odd.A', 'narrows', 'Odd.B', odd),
      framework('Odd', [], {
        competency: competencyId('Odd.A'),
        relation: [{ '@id': idOf('Relation', 'x') }, 5, null],
      }),
    );
    expect(names(await load(idOf('Framework', 'Odd')))).toEqual(['Odd.A']);
  });

  test('I8 leaves out competencies and relations that the caller may not read', async () => {
    const secret = { '@owner': [cast.assessor.publicKey.pem], '@reader': [cast.assessor.publicKey.pem] };
    const contents = [
      competency('Private.A'),
      competency('Private.B', secret),
      relation('Private.A', 'requires', 'Private.B'),
      relation('Private.A', 'narrows', 'Private.A', secret),
    ];
    const anybody = await loadSaved('Private', contents);
    expect(names(anybody)).toEqual(['Private.A']);
    expect(edges(anybody)).toEqual(['Private.A-requires-Private.B']);
    const reader = await load(idOf('Framework', 'Private'), { caller: callerOf(cast.assessor) });
    expect(names(reader)).toEqual(['Private.A', 'Private.B']);
    expect(edges(reader)).toHaveLength(2);
  });

  test('decrypts encrypted competencies and relations only for callers that may read them', async () => {
    const { assessor, service } = cast;
    const contents = [
      competency('Sealed.A'),
      competency('Sealed.B', { '@owner': [assessor.publicKey.pem] }),
      relation('Sealed.B', 'narrows', 'Sealed.A', { '@owner': [assessor.publicKey.pem] }),
    ];
    const sealed = await Promise.all(
      contents.slice(1).map((one) => wrapped(one, assessor.publicKey, [service.publicKey])),
    );
    await world.save(...contents.slice(0, 1), ...sealed, framework('Sealed', contents));
    const id = idOf('Framework', 'Sealed');
    expect(names(await load(id))).toEqual(['Sealed.A']);
    expect(names(await load(id, { open: true }))).toEqual(['Sealed.A']);
    const reader = await load(id, { caller: callerOf(assessor) });
    expect(names(reader)).toEqual(['Sealed.A', 'Sealed.B']);
    expect(edges(reader)).toEqual(['Sealed.B-narrows-Sealed.A']);
    expect(names(await load(id, { caller: callerOf(assessor), acting: [] }))).toEqual(['Sealed.A']);
  });

  test('has a limit', async () => {
    const contents = ['1', '2', '3'].map((name) => competency(`Limit.${name}`));
    await expect(loadSaved('Limit', contents, { limits: { competencies: 2 } })).rejects.toMatchObject({
      code: 'profile-too-large',
    });
  });
});

describe('other frameworks', () => {
  /** F: A, C with C narrows OP; G: OP, OC with OC narrows OP, OC requires Z; H: Z. */
  async function outside(name: string): Promise<string> {
    const id = (local: string) => `${name}.${local}`;
    const own = [competency(id('A')), competency(id('C')), relation(id('C'), 'narrows', id('OP'))];
    const other = [
      competency(id('OP')),
      competency(id('OC')),
      relation(id('OC'), 'narrows', id('OP')),
      relation(id('OC'), 'requires', id('Z')),
    ];
    await world.save(...whole(id('F'), own), ...whole(id('G'), other), ...whole(id('H'), [competency(id('Z'))]));
    return idOf('Framework', id('F'));
  }

  test('that relations lead to are part of the graph, over any number of steps', async () => {
    const loaded = await load(await outside('Out'));
    expect(names(loaded)).toEqual(['Out.A', 'Out.C', 'Out.OC', 'Out.OP', 'Out.Z']);
    expect(edges(loaded)).toEqual(['Out.C-narrows-Out.OP', 'Out.OC-narrows-Out.OP', 'Out.OC-requires-Out.Z']);
    const c = loaded.graph.competencies.find(({ id }) => id === competencyId('Out.C'));
    expect(c?.relatedFrameworks).toEqual([idOf('Framework', 'Out.G')]);
    expect(loaded.graph.framework.competencies).toEqual(['Out.A', 'Out.C'].map(competencyId));
  });

  test('are left out with avoidOutsideFrameworks', async () => {
    const loaded = await load(await outside('Avoid'), { avoidOutsideFrameworks: true });
    expect(names(loaded)).toEqual(['Avoid.A', 'Avoid.C']);
  });

  test('that the caller may not read are left out', async () => {
    const secret = { '@owner': [cast.assessor.publicKey.pem], '@reader': [cast.assessor.publicKey.pem] };
    const own = [competency('Closed.A'), relation('Closed.A', 'narrows', 'Closed.P')];
    const other = [competency('Closed.P'), competency('Closed.Q')];
    await world.save(...other, framework('Closed.G', other, secret));
    expect(names(await loadSaved('Closed.F', own))).toEqual(['Closed.A', 'Closed.P']);
    const reader = await load(idOf('Framework', 'Closed.F'), { caller: callerOf(cast.assessor) });
    expect(names(reader)).toEqual(['Closed.A', 'Closed.P', 'Closed.Q']);
  });

  test('may lead to each other in a circle', async () => {
    await world.save(
      ...whole('Ring.F', [competency('Ring.A'), relation('Ring.A', 'isEquivalenTo', 'Ring.B')]),
      ...whole('Ring.G', [competency('Ring.B'), relation('Ring.B', 'requires', 'Ring.A')]),
    );
    const loaded = await load(idOf('Framework', 'Ring.F'));
    expect(names(loaded)).toEqual(['Ring.A', 'Ring.B']);
    expect(edges(loaded)).toHaveLength(2);
  });

  test('count towards the limit', async () => {
    const id = await outside('Much');
    await expect(load(id, { limits: { competencies: 3 } })).rejects.toMatchObject({ code: 'profile-too-large' });
  });

  test('a competency whose name has only the same prefix leads nowhere', async () => {
    const own = [competency('Same.A'), relation('Same.A', 'narrows', 'Same.P')];
    await world.save(...whole('Same.G', [competency('Same.P-2'), competency('Same.X')]));
    const loaded = await loadSaved('Same.F', own);
    expect(names(loaded)).toEqual(['Same.A']);
    expect(loaded.graph.competencies[0]?.relatedFrameworks).toBeUndefined();
  });
});

describe('resources and concepts', () => {
  test('resources aligned to competencies of the framework come with the competencies they name', async () => {
    await world.save(resource('Book', 'Res.A', 'Res.B'), resource('Other', 'Res.Z'));
    const { graph } = await loadSaved('Res', [competency('Res.A'), competency('Res.B')]);
    expect(graph.resources).toMatchObject([
      {
        id: `${BASE}data/schema.org.CreativeWork/Book`,
        targets: ['Res.A', 'Res.B'].map(competencyId),
        object: { name: 'Book' },
      },
    ]);
  });

  test('all resources of a large framework are loaded, however long some of them are', async () => {
    const id = (index: number) => `Many.${String(index).padStart(3, '0')}`;
    const contents = Array.from({ length: 501 }, (_, index) => competency(id(index)));
    const long = { ...resource('2-Long', id(1)), text: 'x'.repeat(70_000) }; // too long to be returned with a hit
    await world.save(resource('1-Short', id(0)), long, resource('3-Last', id(500)));
    const { graph } = await loadSaved('Many', contents);
    expect(graph.resources?.map(({ object }) => object['name'])).toEqual(['1-Short', '2-Long', '3-Last']);
  });

  test('I8 resources that the caller may not read are left out', async () => {
    await world.save({ ...resource('PrivateBook', 'Res2.A'), '@reader': [cast.assessor.publicKey.pem] });
    expect((await loadSaved('Res2', [competency('Res2.A')])).graph.resources).toEqual([]);
    const { graph } = await load(idOf('Framework', 'Res2'), { caller: callerOf(cast.assessor) });
    expect(graph.resources).toHaveLength(1);
  });

  test('concepts of conditions are read if a condition is requested, under the names that competencies use', async () => {
    const concept = (name: string): JsonObject => ({
      '@context': 'https://schema.cassproject.org/0.4/skos/',
      '@type': 'Concept',
      '@id': `${BASE}data/skos.Concept/${name}/1000`,
      'skos:prefLabel': { en: name },
      'skos:hiddenLabel': '$.score',
    });
    await world.save(concept('exam'), concept('asked'));
    const valid = { validCondition: [`${BASE}data/skos.Concept/exam/1000`] };
    const without = await loadSaved('Cond', [competency('Cond.A', valid)]);
    expect(without.graph.concepts).toEqual([]);
    const asked = `${BASE}data/skos.Concept/asked`;
    const { graph } = await load(idOf('Framework', 'Cond'), { conditions: [asked, 'exam'] });
    expect(graph.concepts).toEqual([
      { id: valid.validCondition[0], prefLabel: { en: 'exam' }, hiddenLabel: '$.score' },
      { id: asked, prefLabel: { en: 'asked' }, hiddenLabel: '$.score' },
    ]);
  });
});

test('the number of calls to the store does not grow with the framework', async () => {
  async function callsFor(name: string, size: number): Promise<object> {
    const all = Array.from({ length: size }, (_, index) => competency(`${name}.${index}`));
    const relations = all.slice(1).map((_, index) => relation(`${name}.${index + 1}`, 'narrows', `${name}.${index}`));
    const out = all.map((_, index) => relation(`${name}.${index}`, 'requires', `${name}.out.${index}`));
    const outside = all.map((_, index) => competency(`${name}.out.${index}`));
    await world.save(...whole(`${name}.G`, outside), ...whole(name, [...all, ...relations, ...out]));
    const before = { ...world.calls };
    const { graph } = await load(idOf('Framework', name));
    expect(graph.competencies).toHaveLength(2 * size);
    return { heads: world.calls.heads - before.heads, search: world.calls.search - before.search };
  }
  expect(await callsFor('Large', 40)).toEqual(await callsFor('Small', 2));
});
