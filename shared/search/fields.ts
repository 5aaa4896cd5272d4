import { ExactNumber, type Json, type JsonObject } from '../linked-data/json.ts';
import { MAX_KEYWORD, type SearchField } from './document.ts';
import { tokenize } from './tokenizer.ts';

/**
 * Dotted paths are at most this long (UTF-16 units). What lies deeper is found under the path of the last ancestor that
 * fits: long names nested deeply would otherwise make paths far larger than the object itself.
 */
export const MAX_PATH = 512;

/**
 * Fields of their own that one object may have. An object with more keeps those with the shortest paths, which are the
 * ones that people ask for; all others share {@link OTHER_FIELDS}: their words are found, but not by field.
 */
export const MAX_FIELDS = 2000;

/** Path of what found no place among the {@link MAX_FIELDS}. */
export const OTHER_FIELDS = '';

/** Words of one object that are found: the others are stored, not indexed. A framework of 20,000 addresses has half as many. */
export const MAX_WORDS = 500_000;

type Collected = { readonly path: string; readonly tokens: string[][]; readonly scalars: (string | number)[] };

/**
 * Flattens a search copy into its fields: one per dotted path, in the order in which they first occur, with all values
 * found there. Arrays add nothing to the path; `null`, empty arrays and empty objects are no values. What one object may
 * cost has limits: {@link MAX_FIELDS}, {@link MAX_WORDS}.
 *
 * @param copy what search may know of the object; it is not changed
 */
export function searchFields(copy: JsonObject): SearchField[] {
  const fields = new Map<string, Collected>();
  collectMembers(copy, '', fields);
  return limitWords(limitFields([...fields.values()]));
}

function limitFields(fields: readonly Collected[]): readonly Collected[] {
  if (fields.length <= MAX_FIELDS) return fields;
  const byLength = [...fields].sort((a, b) => a.path.length - b.path.length);
  const kept = new Set(byLength.slice(0, MAX_FIELDS));
  const others = fields.filter((field) => !kept.has(field)).flatMap((field) => field.tokens);
  return [...fields.filter((field) => kept.has(field)), { path: OTHER_FIELDS, tokens: others, scalars: [] }];
}

function limitWords(fields: readonly Collected[]): SearchField[] {
  let room = MAX_WORDS;
  return fields.map((field) => {
    const tokens = field.tokens.map((words) => {
      const found = words.length <= room ? words : words.slice(0, room);
      room -= found.length;
      return found;
    });
    return { ...field, tokens };
  });
}

function collectMembers(object: JsonObject, path: string, fields: Map<string, Collected>): void {
  for (const [name, value] of Object.entries(object)) collectValue(value, pathOf(path, name), fields);
}

function pathOf(parent: string, name: string): string {
  if (parent === '') return name.slice(0, MAX_PATH);
  return parent.length + 1 + name.length > MAX_PATH ? parent : `${parent}.${name}`;
}

function collectValue(value: Json, path: string, fields: Map<string, Collected>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectValue(item, path, fields);
  } else if (value instanceof ExactNumber) {
    addNumber(fieldAt(fields, path), Number(value.source), value.source);
  } else if (typeof value === 'object') {
    if (value !== null) collectMembers(value, path, fields);
  } else if (typeof value === 'string') {
    addText(fieldAt(fields, path), value);
  } else if (typeof value === 'number') {
    addNumber(fieldAt(fields, path), value, String(value));
  } else {
    add(fieldAt(fields, path), [String(value)], value ? 1 : 0);
  }
}

function fieldAt(fields: Map<string, Collected>, path: string): Collected {
  const known = fields.get(path);
  if (known !== undefined) return known;
  const field: Collected = { path, tokens: [], scalars: [] };
  fields.set(path, field);
  return field;
}

function addText(field: Collected, text: string): void {
  field.tokens.push(tokenize(text));
  if (text.length <= MAX_KEYWORD) field.scalars.push(text);
}

/** Engines know no infinity: a number beyond the range of a double counts as the largest that there is. */
function addNumber(field: Collected, value: number, source: string): void {
  add(field, tokenize(source), Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE));
}

function add(field: Collected, tokens: string[], scalar: string | number): void {
  field.tokens.push(tokens);
  field.scalars.push(scalar);
}
