import { isEncryptedValue } from '../access/kbac-types.ts';
import { isObject, type Json, type JsonObject, member } from '../linked-data/json.ts';
import { items } from '../linked-data/references.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { tokenize } from '../search/tokenizer.ts';

/** Type keys of competencies and relations in every version of the service's own vocabulary, the neutral and the older hosts included. */
const COMPETENCY_OR_RELATION =
  /^(?:schema\.cassproject\.org|schema\.svc\.org|schema\.eduworks\.com\.cass)\.0\.\d+\.(?:competency|relation)$/;

/** Index hint that lets every competency and relation pass, besides others. */
export const CULLABLE_HINT = 'schema.*.competency,schema.*.relation';

/**
 * Whether an object is a competency or a relation of the service's own vocabulary (specification: Competency, Relation) that
 * is not encrypted.
 */
export function isCullable(object: JsonObject): boolean {
  return COMPETENCY_OR_RELATION.test(typeKey(object)) && !isEncryptedValue(object);
}

/** Index hint and query that together find every framework, besides others. */
export const FRAMEWORK_HINT = '*framework,*encryptedvalue';
export const FRAMEWORK_QUERY = '@type:framework OR type:framework';

/**
 * Whether an object is, or may be, a framework: of any vocabulary, also as one of several types, and every EncryptedValue
 * that does not say what it holds.
 */
export function isFramework(object: JsonObject): boolean {
  const key = typeKey(object);
  if (key.endsWith('framework') || key.endsWith('encryptedvalue')) return true;
  return ['@type', 'type'].some((name) => {
    return items(member(object, name)).some((text) => typeof text === 'string' && tokenize(text).includes('framework'));
  });
}

/** The references of a framework to its objects. */
type FrameworkReferences = {
  /** The ids of competencies and relations as they stand there. */
  readonly ids: readonly string[];
  /** Some of what belongs to it cannot be read: it is encrypted. */
  readonly sealed: boolean;
};

/** The members that list them (specification: Framework), also with a prefix or as an address. */
const LISTS = /(?:^|[/#:])(?:competency|relation)$/;

/** Members of an object in such a list that hold ids, or further lists (JSON-LD 1.1, 9.2 to 9.7). */
const WITHIN = ['@id', 'id', '@list', '@set', '@value'];

/**
 * The competencies and relations that a framework refers to.
 *
 * @param lists names of the members that list them, when others are meant
 */
export function frameworkReferences(framework: JsonObject, lists: RegExp = LISTS): FrameworkReferences {
  const found = { ids: [] as string[], sealed: isEncryptedValue(framework) };
  for (const [name, value] of Object.entries(framework)) if (lists.test(name)) collect(value, found);
  return found;
}

function collect(value: Json | undefined, found: { readonly ids: string[]; sealed: boolean }): void {
  if (typeof value === 'string') found.ids.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, found);
  else if (isObject(value)) {
    if (isEncryptedValue(value)) found.sealed = true;
    for (const name of WITHIN) collect(member(value, name), found);
  }
}
