import { isEncryptedValue } from '../access/kbac-types.ts';
import { type JsonObject, member } from '../linked-data/json.ts';
import { items } from '../linked-data/references.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { tokenize } from '../search/tokenizer.ts';

/** What a node of a framework is: first the four kinds of roots, then what they consist of. */
export type NodeKind =
  | 'framework'
  | 'collection'
  | 'conceptScheme'
  | 'progressionModel'
  | 'competency'
  | 'concept'
  | 'progressionLevel';

/** The kinds that the service's own vocabulary and others have in common. */
const PLAIN_KINDS = ['framework', 'competency', 'relation'] as const;

/** See {@link PLAIN_KINDS}. */
export type PlainKind = (typeof PLAIN_KINDS)[number];

/** Type keys of the service's own vocabulary, in every version, the neutral and the older hosts included. */
const OWN = /^(?:schema\.cassproject\.org|schema\.svc\.org|schema\.eduworks\.com\.cass)\.0\.\d+\.(\w+)$/;

/**
 * What a node a stored object is, of any vocabulary whose type has this very name, encrypted or not; null for other objects. Formats
 * are written from these: a type with another name, such as `ceasn:CompetencyFramework`, has other members too.
 */
export function kindOf(object: JsonObject): NodeKind | null {
  const type = typeKey(object).split('.').at(-1);
  const isProgression = member(object, 'subType') === 'Progression';
  if (type === 'framework') return member(object, 'subType') === 'Collection' ? 'collection' : 'framework';
  if (type === 'conceptscheme') return isProgression ? 'progressionModel' : 'conceptScheme';
  if (type === 'concept') return isProgression ? 'progressionLevel' : 'concept';
  return type === 'competency' ? 'competency' : null;
}

/** True for the kinds that are roots; other nodes belong to one. */
export function isRoot(kind: NodeKind): boolean {
  return kind === 'framework' || kind === 'collection' || isScheme(kind);
}

/** True for concept schemes and progression models, whose hierarchy is stored in their concepts. */
export function isScheme(kind: NodeKind): boolean {
  return kind === 'conceptScheme' || kind === 'progressionModel';
}

/**
 * What an object that is not encrypted is in the service's own vocabulary (specification: Framework, Competency, Relation); null
 * for all others. The strictest rule: profiles calculate with frameworks that mean what the specification says, and a cull
 * removes nothing that it only takes for a competency.
 */
export function ownKind(object: JsonObject): PlainKind | null {
  const type = OWN.exec(typeKey(object))?.[1];
  return (!isEncryptedValue(object) && PLAIN_KINDS.find((kind) => kind === type)) || null;
}

/**
 * What an object that is not encrypted is by the end of its type, of any vocabulary: a `ceasn:CompetencyFramework` is a framework.
 * For what shows or refers to single objects, by members that vocabularies have in common.
 */
export function readableKind(object: JsonObject): PlainKind | null {
  if (isEncryptedValue(object)) return null;
  const key = typeKey(object);
  return PLAIN_KINDS.find((kind) => key.endsWith(kind)) ?? null;
}

/** Index hint that every competency and relation of the service's own vocabulary passes, besides others. */
export const OWN_PARTS_HINT = 'schema.*.competency,schema.*.relation';

/** Index hint and query that together find every object that {@link mayBeFramework}, besides others. */
export const FRAMEWORK_HINT = '*framework,*encryptedvalue';
export const FRAMEWORK_QUERY = '@type:framework OR type:framework';

/**
 * Whether an object is, or may be, a framework: of any vocabulary, also as one of several types, and every EncryptedValue
 * that does not say what it holds. The most generous rule, since what no framework lists is removed by a cull.
 */
export function mayBeFramework(object: JsonObject): boolean {
  const key = typeKey(object);
  if (key.endsWith('framework') || key.endsWith('encryptedvalue')) return true;
  return ['@type', 'type'].some((name) => {
    const types = member(object, name);
    return items(types).some((text) => typeof text === 'string' && tokenize(text).includes('framework'));
  });
}
