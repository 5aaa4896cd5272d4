import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { compilePattern } from '../../search/pattern.ts';
import type { Pattern } from '../../search/syntax-tree.ts';
import { type CursorCodec, createCursorCodec } from './cursor.ts';
import { openForReading } from './database.ts';
import { type DictionaryView, viewDictionary } from './dictionary.ts';
import { readMeta } from './layout.ts';

/** The connection of a search thread, with what it keeps between searches. */
export type Library = {
  readonly db: DatabaseSync;
  readonly paths: DictionaryView;
  readonly typeKeys: DictionaryView;
  readonly cursors: CursorCodec;
  /** Sets what looks at the clock inside long statements; it ends them by throwing. */
  watch(check: () => void): void;
};

export function openLibrary(directory: string): Library {
  const db = openForReading(directory);
  const secret = readMeta(db, 'secret');
  if (secret === null) throw new Error('The database file has no secret.');
  let check: () => void = () => {};
  let fits: { readonly source: string; readonly test: (text: string) => boolean } | null = null;

  db.function('alive', (_doc: SQLInputValue) => {
    check();
    return 1;
  });
  db.function('fits', (pattern: SQLInputValue, value: SQLInputValue) => {
    if (typeof pattern !== 'string' || typeof value !== 'string') return 0;
    if (fits?.source !== pattern) {
      fits = { source: pattern, test: compilePattern(JSON.parse(pattern) as Pattern) }; // valuePatternClause wrote it
    }
    return fits.test(value) ? 1 : 0;
  });

  return {
    db,
    paths: viewDictionary(db, 'paths'),
    typeKeys: viewDictionary(db, 'type_keys'),
    cursors: createCursorCodec(secret),
    watch(next) {
      check = next;
    },
  };
}
