import { storedIdentifierOf } from '../../shared/exchange/frameworks/identifiers.ts';
import type { Definition, Framework, Loss } from '../../shared/exchange/frameworks/model.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { type JsonObject, member, setMember } from '../../shared/repository/linked-data/json.ts';
import { addressOf, type Collection } from './addresses.ts';
import type { DerivedDefinitions } from './derived.ts';

/** The kinds of definitions in a package, and their stored types. */
export const DEFINITIONS: Readonly<Record<string, Collection>> = {
  CFConcept: 'CFConcepts',
  CFSubject: 'CFSubjects',
  CFLicense: 'CFLicenses',
  CFItemType: 'CFItemTypes',
  CFAssociationGrouping: 'CFAssociationGroupings',
};

/** The stored type of rubrics. */
export const RUBRIC = 'CFRubric';

/** The stored context of definitions and rubrics. */
export const CASE_CONTEXT = 'http://purl.imsglobal.org/spec/case/v1p0/context/imscasev1p0_context_v1p0.jsonld';

/**
 * The definitions and rubrics of a framework, as in a package. Their addresses are of CASE 1.1, the version that serves them.
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

/** Members of stored objects that are not fields of definitions: identity and permissions. */
const NOT_FIELDS: ReadonlySet<string> = new Set(['owner', 'reader', 'signature', 'signatureSha256', 'uri']);

function isField(name: string): boolean {
  return !name.startsWith('@') && !NOT_FIELDS.has(name);
}

/** A definition or rubric with its identifier, and its address at this service. */
export function writeDefinition({ id, object }: Definition, base: string): JsonObject {
  const collection = entryOf(DEFINITIONS, String(member(object, '@type'))) ?? 'CFRubrics';
  const identifier = storedIdentifierOf(object, id);
  return {
    ...Object.fromEntries(Object.entries(object).filter(([name]) => isField(name))),
    identifier,
    uri: addressOf(base, 'v1p1', collection, id, identifier),
  };
}

/** A definition or rubric to store under an id. Reports members that no definition can have as losses. */
export function readDefinition(value: JsonObject, type: string, id: string, losses: Loss[]): Definition {
  const object: JsonObject = { '@context': CASE_CONTEXT, '@type': type };
  for (const [name, field] of Object.entries(value)) {
    if (name === 'uri' || field === null) continue;
    if (isField(name)) setMember(object, name, field);
    else losses.push({ '@id': id, property: name, reason: 'It is not a field of a definition.' });
  }
  return { id, object, modified: null };
}
