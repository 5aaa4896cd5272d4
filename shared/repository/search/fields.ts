import { parsePublicKey, type ReadKey } from '../../base/crypto/public-key.ts';
import { ExactNumber, type Json, type JsonObject } from '../linked-data/json.ts';
import { MAX_KEYWORD, type SearchDocument } from './document.ts';
import { tokenize } from './tokenizer.ts';

/**
 * Dotted paths are at most this long (UTF-16 units). Deeper values are indexed under the path of the last ancestor
 * that fits: otherwise long names, deeply nested, would make paths far larger than the object itself.
 */
export const MAX_PATH = 512;

/**
 * Maximum number of separate fields of one object. An object with more keeps the fields with the shortest paths, which
 * queries usually name; all others share {@link OTHER_FIELDS}: their words are found, but not by field.
 */
export const MAX_FIELDS = 2000;

/** Path that the fields beyond {@link MAX_FIELDS} share. */
export const OTHER_FIELDS = '';

/** Maximum number of indexed words of one object. A framework of 20,000 ids has half as many. */
export const MAX_WORDS = 500_000;

/**
 * Maximum number of values of one object for ranges, exact matches and sorting: lists of more numbers than that are
 * data, not description.
 */
export const MAX_VALUES = 200_000;

type Collected = { readonly path: string; readonly tokens: string[][]; readonly scalars: (string | number)[] };

/** The fields collected so far, what remains of the limits, and the warnings for limits that were exceeded. */
type Collection = {
  readonly fields: Map<string, Collected>;
  readonly omitted: Set<string>;
  readonly readKey: ReadKey;
  words: number;
  values: number;
};

/**
 * Flattens a search copy into its fields: one per dotted path, in the order in which they first occur, with all values
 * found there. Arrays add nothing to the path; `null`, empty arrays and empty objects are not values. The cost of
 * one object is limited: {@link MAX_PATH}, {@link MAX_FIELDS}, {@link MAX_WORDS}, {@link MAX_VALUES}; `omitted` has
 * a sentence for the sender of the object for each limit that was exceeded.
 *
 * @param copy the search copy; it is not changed
 * @param readKey reads PEM keys, preferably with a cache
 */
export function indexable(
  copy: JsonObject,
  readKey: ReadKey = parsePublicKey,
): Required<Pick<SearchDocument, 'fields' | 'omitted'>> {
  const limits = { words: MAX_WORDS, values: MAX_VALUES };
  const collection: Collection = { fields: new Map(), omitted: new Set(), readKey, ...limits };
  collectMembers(copy, '', collection);
  const collected = [...collection.fields.values()];
  if (collected.length > MAX_FIELDS) collection.omitted.add(OMITTED.fields);
  return { fields: limitFields(collected), omitted: [...collection.omitted] };
}

const OMITTED = {
  path: `Members whose names are, with those around them, longer than ${MAX_PATH} characters are found under a shorter name.`,
  fields: `This object has more than ${MAX_FIELDS} fields: those with the longest names are found by their words, not as fields.`,
  words: `This object has more than ${MAX_WORDS} words: it is found by the first of them.`,
  values: `This object has more than ${MAX_VALUES} values: it is found by the first of them.`,
};

function limitFields(fields: readonly Collected[]): readonly Collected[] {
  if (fields.length <= MAX_FIELDS) return fields;
  const byLength = [...fields].sort((a, b) => a.path.length - b.path.length);
  const kept = new Set(byLength.slice(0, MAX_FIELDS));
  const others = fields.filter((field) => !kept.has(field)).flatMap((field) => field.tokens);
  return [...fields.filter((field) => kept.has(field)), { path: OTHER_FIELDS, tokens: others, scalars: [] }];
}

function collectMembers(object: JsonObject, path: string, collection: Collection): void {
  for (const [name, value] of Object.entries(object)) collectValue(value, pathOf(path, name, collection), collection);
}

function pathOf(parent: string, name: string, { omitted }: Collection): string {
  const path = parent === '' ? name : `${parent}.${name}`;
  if (path.length <= MAX_PATH) return path;
  omitted.add(OMITTED.path);
  return parent === '' ? name.slice(0, MAX_PATH) : parent;
}

function collectValue(value: Json, path: string, collection: Collection): void {
  if (Array.isArray(value)) {
    for (const item of value) collectValue(item, path, collection);
  } else if (value instanceof ExactNumber) {
    add(collection, path, value.source, inRange(Number(value.source)));
  } else if (typeof value === 'object') {
    if (value !== null) collectMembers(value, path, collection);
  } else if (typeof value === 'string') {
    add(collection, path, value, value.length <= MAX_KEYWORD ? value : null);
  } else if (typeof value === 'number') {
    add(collection, path, String(value), inRange(value));
  } else {
    add(collection, path, String(value), value ? 1 : 0);
  }
}

/** Engines have no infinity: a number beyond the range of a double is replaced by the largest finite one. */
function inRange(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** @param scalar null: the value is too long to be one */
function add(collection: Collection, path: string, text: string, scalar: string | number | null): void {
  if (collection.values === 0) {
    collection.omitted.add(OMITTED.values);
    return;
  }
  collection.values--;
  const field = fieldAt(collection.fields, path);
  if (scalar !== null) field.scalars.push(scalar);
  const words = tokenize(text, collection.readKey);
  if (words.length > collection.words) collection.omitted.add(OMITTED.words);
  const found = words.length <= collection.words ? words : words.slice(0, collection.words);
  collection.words -= found.length;
  field.tokens.push(found);
}

function fieldAt(fields: Map<string, Collected>, path: string): Collected {
  const known = fields.get(path);
  if (known !== undefined) return known;
  const field: Collected = { path, tokens: [], scalars: [] };
  fields.set(path, field);
  return field;
}
