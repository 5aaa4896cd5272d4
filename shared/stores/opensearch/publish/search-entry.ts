import {
  type SearchDocument,
  type SearchField,
  TIME_PATH,
  VERSION_PATH,
  withVersionField,
} from '../../../repository/search/document.ts';
import { damping } from '../../../repository/search/relevance.ts';
import type { StoredVersion } from '../../../repository/store/object-store.ts';
import type { DocumentSource } from '../engine/engine.ts';
import { ANYBODY, EVERYBODY, exactValue, fieldedTerm, foldedText, pathTerm } from './terms.ts';

/** Maximum number of paths of one object to sort by, the shortest first: each is a nested document. */
const MAX_SORT_PATHS = 500;

/** Longer type keys are omitted: the engine refuses terms of more than 32,766 bytes. */
const MAX_TYPE_LENGTH = 8_000;

/** The state that a search copy is of. `born`: see `clocks.ts`; `time`: of the write, UTC milliseconds. */
export type CopiedState = {
  readonly key: string;
  readonly born: number;
  readonly version: number;
  readonly time: number;
};

/** The document of the `search` index for one object. See `indices/index-definitions.ts` and `terms.ts`. */
export function searchEntry({ key, born, version, time }: CopiedState, document: SearchDocument): DocumentSource {
  const fields = withVersionField(document.fields, version);
  const words: string[] = [];
  const fielded: string[] = [];
  const vocabulary = new Set<string>();
  let length = 0;
  for (const { path, tokens } of fields) {
    const prefix = fieldedTerm(path, '');
    for (const value of tokens) {
      if (value.length === 0) continue;
      words.push(value.join(' '));
      fielded.push(prefix + value.join(` ${prefix}`));
      for (const token of value) vocabulary.add(token);
      length += value.length;
    }
  }
  return {
    key,
    born,
    ...(document.typeKey.length <= MAX_TYPE_LENGTH ? { type: document.typeKey } : {}),
    readers: [EVERYBODY, ...(document.visibleTo ?? [ANYBODY])],
    participants: document.participants,
    present: fields.filter(hasValue).map(({ path }) => path),
    words,
    fielded,
    vocabulary: [...vocabulary],
    scalars: fields.flatMap(scalarTerms),
    sorts: sortEntries(fields, time),
    damping: damping(length),
    ...namedFields(fields),
  };
}

/** The search copy of a deleted object. No search finds it; its version prevents older copies from replacing it. */
export function goneEntry(key: string, born: number): DocumentSource {
  return { key, born };
}

/** A message for the sender about parts that the search copy lacks because of limits of this store; null: none. */
export function entryLacks({ typeKey, fields }: SearchDocument): string | null {
  const lacks = [
    ...(typeKey.length > MAX_TYPE_LENGTH ? ['The type of this object is too long to search by.'] : []),
    ...(fields.length >= MAX_SORT_PATHS && sortable(withVersionField(fields, 0)).length > MAX_SORT_PATHS
      ? [`Results can be sorted by ${MAX_SORT_PATHS} of the fields of this object, those with the shortest names.`]
      : []),
  ];
  return lacks.length === 0 ? null : lacks.join(' ');
}

function hasValue({ tokens, scalars }: SearchField): boolean {
  return tokens.length > 0 || scalars.length > 0;
}

function scalarTerms({ path, scalars }: SearchField): string[] {
  const prefix = `${pathTerm(path)}=`;
  return scalars.flatMap((value) => {
    const exact = prefix + exactValue(value);
    return typeof value === 'number' ? [exact] : [exact, prefix + foldedText(value)];
  });
}

/** The smallest and the largest value of each path, and the time: numbers before texts, texts by code points. */
function sortEntries(fields: readonly SearchField[], time: number): DocumentSource[] {
  const all = sortable(fields);
  const kept = all.length <= MAX_SORT_PATHS ? all : [...all].sort((a, b) => a.path.length - b.path.length);
  const own = { path: TIME_PATH, scalars: [time] };
  return [...kept.slice(0, MAX_SORT_PATHS), own].map(({ path, scalars }) => {
    const values = scalars.map(exactValue);
    const low = values.reduce((least, value) => (comesBefore(value, least) ? value : least));
    const high = values.reduce((most, value) => (comesBefore(most, value) ? value : most));
    return { path: pathTerm(path), low, high };
  });
}

function sortable(fields: readonly SearchField[]): readonly SearchField[] {
  return fields.filter(({ path, scalars }) => scalars.length > 0 && path !== TIME_PATH);
}

/** Compares by code points, as the engine does. The order of UTF-16 code units differs for surrogates and the characters above them. */
function comesBefore(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x < y : isSurrogate(y);
  }
  return a.length < b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

const NUMBERS = new Set([VERSION_PATH, 'confidence', 'assertionDateDecrypted']);
const TEXTS = new Set(['ceasn:codedNotation', 'skos:hasTopConcept']);

/** The fields whose types the specification defines, for operators who query the index directly. */
function namedFields(fields: readonly SearchField[]): DocumentSource {
  const named = fields.filter(({ path }) => NUMBERS.has(path) || TEXTS.has(path));
  return Object.fromEntries(
    named.map(({ path, scalars }) => {
      const kind = NUMBERS.has(path) ? 'number' : 'string';
      return [path, scalars.filter((value) => typeof value === kind)];
    }),
  );
}

/** A form of a search copy. */
export type EntryForm = {
  readonly reduce: (entry: DocumentSource) => DocumentSource;
  /** A message for the sender about parts that searches cannot find in this form; null: none. */
  readonly lack: string | null;
};

/**
 * The forms of a search copy, from the complete one to one that the engine has no reason to refuse: none of its parts grows
 * with the object.
 */
export const ENTRY_FORMS: readonly [EntryForm, ...EntryForm[]] = [
  { reduce: (entry) => entry, lack: null },
  {
    reduce: (entry) => only(entry, ['key', 'born', 'type', 'readers', 'participants', 'words', 'damping']),
    lack: 'Search finds this object by its words, its type and its ids, not by single fields.',
  },
  {
    reduce: (entry) => only(entry, ['key', 'born', 'type', 'readers', 'damping']),
    lack: 'Search finds this object by its type and its ids only, not by its contents.',
  },
];

function only(entry: DocumentSource, names: readonly string[]): DocumentSource {
  return Object.fromEntries(names.flatMap((name) => (name in entry ? [[name, entry[name]]] : [])));
}

/** The search copy of a large object in one form, as JSON text. */
export type LargeCopy = {
  readonly text: string;
  /** A message for the sender about parts that searches cannot find in any form; null: none. */
  readonly lack: string | null;
};

/**
 * Makes the search copy of a large object.
 *
 * @param born see `clocks.ts`
 * @param form position in {@link ENTRY_FORMS}
 */
export type CopyLarge = (stored: StoredVersion, born: number, form: number) => Promise<LargeCopy>;

/** Implements {@link CopyLarge} with the search document of the object. */
export function largeCopy(stored: StoredVersion, document: SearchDocument, born: number, form: number): LargeCopy {
  const entry = searchEntry({ ...stored, born }, document);
  const lacks = [...(document.omitted ?? []), entryLacks(document) ?? []].flat();
  return {
    text: JSON.stringify(ENTRY_FORMS[form]?.reduce(entry) ?? {}),
    lack: lacks.length === 0 ? null : lacks.join(' '),
  };
}
