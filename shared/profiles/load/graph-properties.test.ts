import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  competency,
  competencyId,
  framework,
  idOf,
  makeCast,
  ownObject,
} from '../../../test/support/profile-fixture.ts';
import { loadFor } from '../../../test/support/profile-parts.ts';
import { useProfileWorld } from '../../../test/support/use-profile-world.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';

const cast = await makeCast();
const world = useProfileWorld();
const now = Date.UTC(2026, 0, 1);

const IDS = ['A', 'B', 'C', 'D', 'E', 'X'];
const TYPES = ['narrows', 'requires', 'implies', 'isEquivalentTo', 'isRelatedTo', 'somethingElse'];
const PLACES = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];
const FRAMEWORKS = ['F', 'G', 'H'];

/** The object with the id of a competency. */
const FATES = ['there', 'there', 'there', 'absent', 'hidden', 'no competency'] as const;

/** A small repository: competencies that may be missing, relations that may have expired, and lists with any contents. */
type Repository = {
  readonly fates: readonly (typeof FATES)[number][];
  readonly relations: readonly {
    readonly source: string;
    readonly target: string;
    readonly type: string;
    readonly holds: boolean;
    readonly hidden: boolean;
  }[];
  readonly frameworks: readonly { readonly competency: readonly string[]; readonly relation: readonly string[] }[];
};

const end = fc.constantFrom(...IDS, ...IDS, 'r0', 'r1');
const list = fc.subarray([...IDS, ...PLACES]);
const repository: fc.Arbitrary<Repository> = fc.record({
  fates: fc.array(fc.constantFrom(...FATES), { minLength: IDS.length, maxLength: IDS.length }),
  relations: fc.array(
    fc.record({
      source: end,
      target: end,
      type: fc.constantFrom(...TYPES),
      holds: fc.constantFrom(true, true, true, false),
      hidden: fc.constantFrom(false, false, false, true),
    }),
    { minLength: PLACES.length, maxLength: PLACES.length },
  ),
  frameworks: fc.array(fc.record({ competency: list, relation: list }), {
    minLength: FRAMEWORKS.length,
    maxLength: FRAMEWORKS.length,
  }),
});

/** The loaded graph by names: relations with both ends, and the other frameworks that each competency led to. */
type Outcome = {
  readonly own: readonly string[];
  readonly competencies: readonly string[];
  readonly relations: readonly string[];
  readonly related: readonly (readonly [competency: string, frameworks: readonly string[]])[];
};

/** The expected outcome by the rules: listed objects belong to a framework, and missing ones lead nowhere. */
function expected({ fates, relations, frameworks }: Repository): Outcome {
  const there = (id: string) => fates[IDS.indexOf(id)] === 'there';
  const listed = frameworks.map(({ competency: first, relation: second }) => [...new Set([...first, ...second])]);
  const inside = new Set<string>();
  const ties = new Set<string>();
  const related = new Map<string, Set<string>>();
  function addFramework(index: number): void {
    for (const name of listed[index] ?? []) {
      if (there(name)) inside.add(name);
      if (relations[PLACES.indexOf(name)]?.hidden === false) ties.add(name);
    }
  }
  addFramework(0);
  for (let before = -1; before !== inside.size; ) {
    before = inside.size;
    const steps = [...ties].flatMap((name) => {
      const { source = '', target = '', holds = false } = relations[PLACES.indexOf(name)] ?? {};
      const ends: [string, string][] = holds
        ? [
            [source, target],
            [target, source],
          ]
        : [];
      return ends.filter(([from, to]) => inside.has(from) && !inside.has(to) && there(to));
    });
    for (const [, to] of steps) inside.add(to);
    for (const [from, to] of steps) {
      for (const [index, name] of FRAMEWORKS.entries()) {
        if (!listed[index]?.includes(to)) continue;
        related.set(from, (related.get(from) ?? new Set()).add(name));
        addFramework(index);
      }
    }
  }
  return {
    own: (listed[0] ?? []).filter(there),
    competencies: [...inside].sort(),
    relations: [...ties]
      .filter((name) => {
        const { source = '', target = '' } = relations[PLACES.indexOf(name)] ?? {};
        return inside.has(source) && inside.has(target);
      })
      .sort(),
    related: [...related].map(([id, names]) => [id, [...names].sort()] as const).sort(),
  };
}

async function loaded({ fates, relations, frameworks }: Repository): Promise<Outcome> {
  const run = randomUUID();
  const named = (name: string) => `${run}.${name}`;
  const id = (name: string) => (IDS.includes(name) ? competencyId(named(name)) : idOf('Relation', named(name)));
  const secret = { '@owner': [cast.assessor.publicKey.pem], '@reader': [cast.assessor.publicKey.pem] };
  const objects: JsonObject[] = [];
  for (const [index, name] of IDS.entries()) {
    const fate = fates[index];
    const members = { ...(fate === 'hidden' && secret), ...(fate === 'no competency' && { '@type': 'Concept' }) };
    if (fate !== 'absent') objects.push(competency(named(name), members));
  }
  for (const [index, { source, target, type, holds, hidden }] of relations.entries()) {
    const name = PLACES[index] ?? '';
    const ends = { source: id(source), target: id(target), relationType: type };
    const members = { ...ends, ...(!holds && { validThrough: '2025-12-31' }), ...(hidden && secret) };
    objects.push(ownObject('Relation', named(name), members));
  }
  for (const [index, lists] of frameworks.entries()) {
    const members = { competency: lists.competency.map(id), relation: lists.relation.map(id) };
    objects.push(framework(named(FRAMEWORKS[index] ?? ''), [], members));
  }
  await world.save(...objects);
  const { graph } = await loadFor(world.ctx, cast, idOf('Framework', named('F')), { now });
  const short = (written: string) => written.slice(written.lastIndexOf('.') + 1);
  const inside = new Set(graph.competencies.map((one) => one.id));
  return {
    own: [...new Set(graph.framework.competencies.map(short))],
    competencies: [...inside].map(short).sort(),
    relations: graph.relations
      .filter(({ source, target }) => inside.has(source) && inside.has(target))
      .map((one) => short(one.id))
      .sort(),
    related: graph.competencies
      .flatMap((one) => (one.relatedFrameworks ? [[short(one.id), one.relatedFrameworks.map(short)] as const] : []))
      .sort(),
  };
}

test('the loaded graph follows the rules, whatever the lists contain and whatever is missing', async () => {
  await fc.assert(
    fc.asyncProperty(repository, async (given) => {
      expect(await loaded(given)).toEqual(expected(given));
    }),
    { numRuns: process.env['CHECKS'] === 'full' ? 500 : 60 },
  );
});

test('hidden objects have the effect of absent ones', async () => {
  await fc.assert(
    fc.asyncProperty(repository, async (given) => {
      const instead = (fate: Repository['fates'][number]) => given.fates.map((one) => (one === 'there' ? one : fate));
      const [hidden, absent] = [instead('hidden'), instead('absent')];
      expect(await loaded({ ...given, fates: hidden })).toEqual(await loaded({ ...given, fates: absent }));
    }),
    { numRuns: process.env['CHECKS'] === 'full' ? 200 : 20 },
  );
});
