import jsonld from 'jsonld';
import graphTypes from 'jsonld/lib/graphTypes.js';
import url from 'jsonld/lib/url.js';
import util from 'jsonld/lib/util.js';
import { Problem } from '../../base/errors/problem.ts';

/** The functions of the library that are replaced, as they are in it. */
const original = { isBlankNode: graphTypes.isBlankNode, hasValue: util.hasValue, parse: url.parse };

/** Maximum length of a relative reference, and of the address that it is resolved against. */
const MAX_REFERENCE = 8192;

/** Minimum length of a list that gets an index; the library searches shorter ones itself. */
const MIN_INDEXED = 32;

/** The values of a list by what makes them equal, up to a length of it. */
type Index = { readonly keys: Set<unknown>; length: number };

const indices = new WeakMap<readonly unknown[], Index>();

/**
 * The JSON-LD library, with three of its functions replaced for all its users, those that check and sign credentials included:
 *
 * - It keeps nodes as members of plain objects, by their ids. A node with the id `__proto__` would change the prototype of all objects
 *   of the process, until its end: such ids are refused with Problem `malformed-request` (400).
 * - It resolves a relative reference in a time that grows with the square of its length: long ones are refused.
 * - It compares a value with all values of its list before it is added, so that the time grows with the square of their number.
 */
export function jsonLdLibrary(): typeof jsonld {
  graphTypes.isBlankNode = (value) => {
    // It asks this of every node that it keeps.
    const id = typeof value === 'object' && value !== null && '@id' in value ? value['@id'] : null;
    if (typeof id === 'string' && id in Object.prototype) {
      throw new Problem('malformed-request', `The id "${id}" is not allowed.`);
    }
    return original.isBlankNode(value);
  };
  url.parse = (text, parser) => {
    if (text.length > MAX_REFERENCE) {
      throw new Problem('malformed-request', `A relative reference has more than ${MAX_REFERENCE} characters.`);
    }
    return original.parse(text, parser);
  };
  util.hasValue = (subject, property, value) => {
    const list = Object.hasOwn(subject, property) ? subject[property] : undefined;
    if (!Array.isArray(list) || list.length < MIN_INDEXED) return original.hasValue(subject, property, value);
    return keysOf(list).has(keyOf(value));
  };
  return jsonld;
}

function keysOf(list: readonly unknown[]): ReadonlySet<unknown> {
  const index = indices.get(list) ?? { keys: new Set(), length: 0 };
  for (const value of list.slice(index.length)) index.keys.add(keyOf(value));
  index.length = list.length;
  indices.set(list, index);
  return index.keys;
}

/** The same for values that the library takes as equal (its `compareValues`). */
function keyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('@id' in value) return `id ${value['@id']}`;
  if (!('@value' in value) || typeof value['@value'] === 'object') return value;
  const others = ['@type', '@language', '@index'].map((name): unknown => Reflect.get(value, name));
  return `value ${JSON.stringify([value['@value'], ...others])}`;
}
