import fc from 'fast-check';
import type { ProfileAssertion, ProfileGraph, ProfilePerson, ProfileRelation } from '../model.ts';
import { NOW } from './notation.ts';

/** The whole input of a calculation. */
export type ProfileInput = {
  readonly graph: ProfileGraph;
  readonly assertions: readonly ProfileAssertion[];
  readonly person: ProfilePerson;
};

const IDS = ['A', 'B', 'C', 'D', 'E', 'G', 'H', 'I'];
const TYPES = ['narrows', 'narrows', 'narrows', 'isEquivalentTo', 'requires', 'implies', 'desires'];

const id = fc.constantFrom(...IDS);

const relations = fc
  .array(fc.record({ source: fc.constantFrom(...IDS, 'missing'), target: id, type: fc.constantFrom(...TYPES) }), {
    maxLength: 14,
  })
  .map((edges): ProfileRelation[] => edges.map((edge, position) => ({ id: `r${position}`, ...edge })));

const assertion = fc.record({
  competency: fc.constantFrom(...IDS, 'missing'),
  negative: fc.constantFrom(true, false, false, null),
  agent: fc.constantFrom(
    { key: 'k1', name: 'Ann' },
    { key: 'k2', name: 'Ann' },
    { key: 'k3', name: { en: 'Abe' } },
    { key: 'k4' },
    null,
  ),
  assertionDate: fc.constantFrom(null, 0, 1000, 1000, 2000, 3000),
  expirationDate: fc.constantFrom(null, null, NOW - 1, NOW, NOW + 1),
});

/** Small graphs with cycles, cliques, doubled relations, outside and missing competencies, and equal dates. */
export const profileInput: fc.Arbitrary<ProfileInput> = fc.record({
  graph: fc
    .record({
      relations,
      listed: fc.shuffledSubarray(IDS, { minLength: 1 }),
      required: fc.array(fc.option(fc.nat({ max: 2 }), { nil: undefined }), {
        minLength: IDS.length,
        maxLength: IDS.length,
      }),
    })
    .map(({ relations: edges, listed, required }) => ({
      framework: { id: 'F', name: 'F', competencies: listed },
      competencies: IDS.map((one, position) => ({
        id: one,
        name: `Name of ${one}`,
        requiredSignatureCount: required[position],
      })),
      relations: edges,
      resources: listed
        .slice(0, 3)
        .map((one) => ({ id: `resource of ${one}`, targets: [one], object: { '@id': one } })),
    })),
  assertions: fc
    .array(assertion, { maxLength: 8 })
    .map((items): ProfileAssertion[] => items.map((item, position) => ({ id: `a${position}`, ...item }))),
  person: fc.record({
    name: fc.constant('Pat'),
    goals: fc.array(fc.record({ competency: id, highPriority: fc.boolean() }), { maxLength: 3 }),
  }),
});

/** The same input with the order of all but the framework's own list changed. */
export function shuffled({ graph, assertions, person }: ProfileInput): fc.Arbitrary<ProfileInput> {
  const anew = <Item>(items: readonly Item[]) =>
    fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
  return fc.record({
    graph: fc
      .record({
        competencies: anew(graph.competencies),
        relations: anew(graph.relations),
        resources: anew(graph.resources ?? []),
      })
      .map((parts) => ({ ...graph, ...parts })),
    assertions: anew(assertions),
    person: anew(person.goals).map((goals) => ({ ...person, goals })),
  });
}
