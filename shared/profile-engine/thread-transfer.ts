import { ExactNumber, type Json } from '../linked-data/json.ts';
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
 * A piece of an input on its way to another thread. All of it is data that a structured clone (HTML, section 2.7) gives back equal,
 * but for the class of the exact numbers: therefore these are listed, and the clone keeps what is the same object.
 */
export type InputPart = Items & {
  readonly exact: readonly ExactNumber[];
  /** What there is one of, with the last piece. */
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

/** Objects in one piece: so many are cloned in a few milliseconds, between which the sender can do something else. */
const PART = 2000;

/** Takes an input apart, so that no piece takes long to clone. An input of usual size is one piece. */
export function* inParts({ graph, assertions, person, options }: CalculationInput, size = PART): Generator<InputPart> {
  const { competencies, relations, resources = [], concepts = [], framework } = graph;
  const total = [competencies, relations, resources, concepts, assertions].reduce((sum, list) => sum + list.length, 0);
  for (let begin = 0; begin === 0 || begin < total; begin += size) {
    let from = begin; // in the list that is looked at, as if it followed the ones before
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

/** Puts the pieces of one input after the other together: gives the input with its last piece, and null until then. */
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

/** Their names: a member that is added to the type and not here is an error of the compiler. */
function named<Name extends string>(table: { readonly [name in Name]: true }): readonly Name[] {
  return Object.keys(table) as Name[]; // a table has no others
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
