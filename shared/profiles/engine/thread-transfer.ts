import { ExactNumber, type Json } from '../../repository/linked-data/json.ts';
import type { CalculationInput } from './calculation.ts';
import type {
  ProfileAssertion,
  ProfileCompetency,
  ProfileConcept,
  ProfileGraph,
  ProfileRelation,
  ProfileResource,
} from './model.ts';

/**
 * A part of an input in the form in which it is sent to another thread. A structured clone (HTML, section 2.7) preserves everything
 * except the class of exact numbers. So the part lists these: the clone preserves identity, and the receiver restores their class.
 */
export type InputPart = Items & {
  readonly exact: readonly ExactNumber[];
  /** The members that are not lists, with the last part. */
  readonly last: Last | null;
};

type Items = {
  readonly competencies: readonly ProfileCompetency[];
  readonly relations: readonly ProfileRelation[];
  readonly resources: readonly ProfileResource[];
  readonly concepts: readonly ProfileConcept[];
  readonly assertions: readonly ProfileAssertion[];
};

type Last = Pick<CalculationInput, 'person' | 'options'> & Pick<ProfileGraph, 'framework'>;

/** Number of objects per part: cloning them takes a few milliseconds, and the sender can do other work between parts. */
const PART_SIZE = 2000;

/** Splits an input into parts, so that no part takes long to clone. An input of usual size is one part. */
export function* inParts(
  { graph, assertions, person, options }: CalculationInput,
  size = PART_SIZE,
): Generator<InputPart> {
  const { competencies, relations, resources = [], concepts = [], framework } = graph;
  const total = [competencies, relations, resources, concepts, assertions].reduce((sum, list) => sum + list.length, 0);
  for (let begin = 0; begin === 0 || begin < total; begin += size) {
    let from = begin; // relative to the current list, as if all lists were one
    const piece = <Item>(list: readonly Item[]): readonly Item[] => {
      const items = list.slice(Math.max(0, from), Math.max(0, from + size));
      from -= list.length;
      return items;
    };
    const items: Items = {
      competencies: piece(competencies),
      relations: piece(relations),
      resources: piece(resources),
      concepts: piece(concepts),
      assertions: piece(assertions),
    };
    const last = begin + size >= total ? { framework, person, options } : null;
    yield { ...items, exact: exactNumbers(items, last), last };
  }
}

/** Joins the parts of one input after the other: returns the input with its last part, and null before. */
export function createAssembly(): (part: InputPart) => CalculationInput | null {
  let parts: InputPart[] = [];
  return (part) => {
    for (const number of part.exact) Object.setPrototypeOf(number, ExactNumber.prototype);
    parts.push(part);
    if (part.last === null) return null;
    const { framework, person, options } = part.last;
    const all = parts;
    parts = [];
    return {
      graph: {
        framework,
        competencies: all.flatMap(({ competencies }) => competencies),
        relations: all.flatMap(({ relations }) => relations),
        resources: all.flatMap(({ resources }) => resources),
        concepts: all.flatMap(({ concepts }) => concepts),
      },
      assertions: all.flatMap(({ assertions }) => assertions),
      person,
      options,
    };
  };
}

/** The members of a type that hold JSON of any kind. */
type JsonMember<T> = { [Name in keyof T]-?: Json extends T[Name] ? Name : never }[keyof T];

/** Names of these members; the compiler reports one that is missing. */
function named<Name extends string>(table: { readonly [name in Name]: true }): readonly Name[] {
  return Object.keys(table) as Name[]; // the table has no other keys
}

const OF_COMPETENCY = named<JsonMember<ProfileCompetency>>({
  name: true,
  shortName: true,
  type: true,
  requiredSignatureCount: true,
});
const OF_CONCEPT = named<JsonMember<ProfileConcept>>({ prefLabel: true, hiddenLabel: true });
const OF_ASSERTION = named<JsonMember<ProfileAssertion>>({ grade: true, registration: true, condition: true });

function exactNumbers({ competencies, resources, concepts, assertions }: Items, last: Last | null): ExactNumber[] {
  const exact: ExactNumber[] = [];
  const visit = (value: Json | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof ExactNumber) exact.push(value);
    else for (const item of Object.values(value)) visit(item);
  };
  for (const competency of competencies) for (const name of OF_COMPETENCY) visit(competency[name]);
  for (const { object } of resources) visit(object);
  for (const concept of concepts) for (const name of OF_CONCEPT) visit(concept[name]);
  for (const assertion of assertions) {
    for (const name of OF_ASSERTION) visit(assertion[name]);
    visit(assertion.agent?.name);
  }
  visit(last?.framework.name);
  visit(last?.person.name);
  return exact;
}
