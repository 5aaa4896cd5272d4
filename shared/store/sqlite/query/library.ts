import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { compilePattern } from '../../../search/pattern.ts';
import type { Pattern } from '../../../search/syntax-tree.ts';
import { type CursorCodec, createCursorCodec } from '../cursor.ts';
import { openForReading } from '../engine/database.ts';
import { openEpoch } from '../engine/epoch.ts';
import type { Journal } from '../engine/journal.ts';
import { readSecret } from '../engine/layout.ts';
import { type DictionaryView, viewDictionary } from '../index/dictionary.ts';

/** The connection of a search thread, with what it keeps between searches. */
export type Library = {
  readonly db: DatabaseSync;
  readonly paths: DictionaryView;
  readonly typeKeys: DictionaryView;
  readonly cursors: CursorCodec;
  /** A snapshot is open: what is kept between searches holds only if no new epoch began since. */
  begun(): void;
  /** Sets how long, in milliseconds, a search may wait for a commit of another thread or process. */
  patience(milliseconds: number): void;
  /** Sets what looks at the clock inside long statements; it ends them by throwing. */
  watch(check: () => void): void;
};

export function openLibrary(directory: string, journal: Journal): Library {
  const db = openForReading(directory, journal);
  const secret = readSecret(db);
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

  const paths = viewDictionary(db, 'paths');
  const typeKeys = viewDictionary(db, 'type_keys');
  const readEpoch = openEpoch(db);
  let epoch = readEpoch();
  return {
    db,
    paths,
    typeKeys,
    cursors: createCursorCodec(secret),
    begun() {
      const current = readEpoch();
      if (current === epoch) return;
      epoch = current;
      paths.forget();
      typeKeys.forget();
    },
    patience(milliseconds) {
      db.exec(`PRAGMA busy_timeout = ${Math.max(1, Math.floor(milliseconds))}`);
    },
    watch(next) {
      check = next;
    },
  };
}
