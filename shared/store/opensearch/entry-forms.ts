import type { Dsl } from './engine/engine.ts';

/** A form of a search copy. */
export type EntryForm = {
  readonly reduce: (entry: Dsl) => Dsl;
  /** What search cannot do with it, in words for the sender of the object; null: nothing. */
  readonly lack: string | null;
};

/**
 * The forms in which a search copy may go in, from the whole one down to one that no engine has a reason to refuse: none
 * of its parts grows with the object.
 */
export const ENTRY_FORMS: readonly [EntryForm, ...EntryForm[]] = [
  { reduce: (entry) => entry, lack: null },
  {
    reduce: (entry) => only(entry, ['key', 'born', 'type', 'readers', 'participants', 'words', 'damping']),
    lack: 'Search finds this object by its words, its type and its ids, not by single fields.',
  },
  {
    reduce: (entry) => only(entry, ['key', 'born', 'type', 'readers', 'damping']),
    lack: 'Search finds this object by its type and its ids alone, not by what it says.',
  },
];

function only(entry: Dsl, names: readonly string[]): Dsl {
  return Object.fromEntries(names.flatMap((name) => (name in entry ? [[name, entry[name]]] : [])));
}
