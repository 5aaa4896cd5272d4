import { isEncryptedValue } from '../access/kbac-types.ts';
import { type JsonObject, member } from '../linked-data/json.ts';
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
    const types = member(object, name);
    const texts = Array.isArray(types) ? types : [types];
    return texts.some((text) => typeof text === 'string' && tokenize(text).includes('framework'));
  });
}
