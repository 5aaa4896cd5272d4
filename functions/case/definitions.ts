import type { Definition, Framework } from '../../shared/frameworks/model.ts';
import { entryOf } from '../../shared/linked-data/entry-of.ts';
import { type JsonObject, member } from '../../shared/linked-data/json.ts';
import { addressOf, type Collection } from './addresses.ts';
import type { Resolve } from './associations.ts';
import type { DerivedDefinitions } from './derived.ts';

/** The kinds of definitions in a package, and the type that each is stored with. */
export const DEFINITIONS: Readonly<Record<string, Collection>> = {
  CFConcept: 'CFConcepts',
  CFSubject: 'CFSubjects',
  CFLicense: 'CFLicenses',
  CFItemType: 'CFItemTypes',
  CFAssociationGrouping: 'CFAssociationGroupings',
};

/** The type that rubrics are stored with. */
export const RUBRIC = 'CFRubric';

/** The context that definitions and rubrics are stored with. */
export const CASE_CONTEXT = 'http://purl.imsglobal.org/spec/case/v1p0/context/imscasev1p0_context_v1p0.jsonld';

/**
 * The definitions and rubrics of a framework as a package has them. Their addresses are those of CASE 1.1, which serves them.
 *
 * @param derived the definitions that are not stored; null to leave them out
 */
export function definitionsOf(
  { definitions }: Pick<Framework, 'definitions'>,
  base: string,
  derived: DerivedDefinitions | null,
): { readonly definitions: Readonly<Record<string, readonly JsonObject[]>>; readonly rubrics: readonly JsonObject[] } {
  const of = (type: string): readonly JsonObject[] =>
    definitions
      .filter(({ object }) => member(object, '@type') === type)
      .map((definition) => writeDefinition(definition, base));
  const others = new Map(Object.entries(derived?.all() ?? {}));
  const groups = Object.entries(DEFINITIONS).map(
    ([type, collection]) => [collection, [...of(type), ...(others.get(collection) ?? [])]] as const,
  );
  return { definitions: Object.fromEntries(groups), rubrics: of(RUBRIC) };
}

const NOT_FIELDS: ReadonlySet<string> = new Set(['owner', 'reader', 'signature', 'uri']);

/** A definition or rubric with its address at this service. */
export function writeDefinition({ id, object }: Definition, base: string): JsonObject {
  const collection = entryOf(DEFINITIONS, String(member(object, '@type'))) ?? 'CFRubrics';
  const fields = Object.entries(object).filter(([name]) => /^[A-Za-z]+$/.test(name) && !NOT_FIELDS.has(name));
  return { ...Object.fromEntries(fields), uri: addressOf(base, 'v1p1', collection, id) };
}

/** A definition as it is stored; null without an address, and for one of this service that names no object here. */
export function readDefinition(value: JsonObject, type: string, resolve: Resolve): Definition | null {
  const { uri, ...fields } = value;
  const id = typeof uri === 'string' ? resolve(uri) : null;
  if (id === null) return null;
  const known = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null));
  return { id, object: { '@context': CASE_CONTEXT, '@type': type, ...known }, modified: null };
}
