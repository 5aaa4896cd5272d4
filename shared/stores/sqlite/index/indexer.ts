import type { DatabaseSync } from 'node:sqlite';
import type { SearchDocument } from '../../../repository/search/document.ts';
import { openDictionary, openEpoch } from './dictionary.ts';
import { type IndexEntry, makeIndexEntry } from './index-entry.ts';

/**
 * Updates the search index. The changes of a transaction are collected and written before its commit in the order of their
 * documents, since FTS5 starts a new segment whenever document numbers decrease.
 */
export type Indexer = {
  /** Sets the content of a document; null removes the document from the index. */
  put(doc: number, content: IndexContent | null): void;
  /** Whether the collected changes take as long to write as one transaction may take. */
  isFull(): boolean;
  /** Writes the collected changes, inside the open transaction. */
  flush(): void;
  /** Drops collected changes and clears all caches. */
  forget(): void;
  /** Called after a transaction began: clears the caches when another process has begun a new epoch. */
  begun(): void;
  committed(): void;
  rolledBack(): void;
};

/** What is indexed of an object. */
export type IndexContent = {
  readonly document: SearchDocument;
  readonly version: number;
  /** Whether its number was assigned in this transaction, so that nothing has to be removed. */
  readonly isNew?: boolean;
};

/** Words remembered as being in `words`; then all are forgotten, which costs one more insertion of each that is used again. */
const MAX_KNOWN_WORDS = 100_000;

/** Characters added to the full-text index per transaction: about 20 ms of work. */
const MAX_TRANSACTION_TEXT = 1_000_000;

/** Cost of a scalar, and of removing a document, in the same unit. */
const SCALAR_COST = 200;
const REMOVAL_COST = 5_000;

/** New rows of `words` per object: each is an insertion into a B-tree. */
const MAX_NEW_WORDS = 20_000;

export function openIndexer(db: DatabaseSync): Indexer {
  const readEpoch = openEpoch(db);
  const paths = openDictionary(db, 'paths');
  const typeKeys = openDictionary(db, 'type_keys');
  const statements = {
    deleteEntry: db.prepare('DELETE FROM entries WHERE doc = ?'),
    deleteTerms: db.prepare('DELETE FROM terms WHERE rowid = ?'),
    deleteScalars: db.prepare('DELETE FROM scalars WHERE doc = ?'),
    insertEntry: db.prepare('INSERT INTO entries (doc, version, type, length, spans) VALUES (?, ?, ?, ?, ?)'),
    insertTerms: db.prepare('INSERT INTO terms (rowid, body) VALUES (?, ?)'),
    insertScalar: db.prepare('INSERT OR IGNORE INTO scalars (doc, path, value) VALUES (?, ?, ?)'),
    insertWords: db.prepare('INSERT OR IGNORE INTO words (word) SELECT value FROM json_each(?)'),
  };
  const pending = new Map<number, { readonly entry: IndexEntry | null; readonly isNew: boolean }>();
  /** Cost of the pending changes. */
  let cost = 0;
  const knownWords = new Set<string>();
  /** Those of the known words that the open transaction adds. */
  let freshWords: string[] = [];
  const numbers = { path: paths.number, typeKey: typeKeys.number };
  let epoch = readEpoch();

  function forget(): void {
    paths.forget();
    typeKeys.forget();
    knownWords.clear();
    freshWords = [];
    drop();
  }

  function drop(): void {
    pending.clear();
    cost = 0;
  }

  function insert(doc: number, entry: IndexEntry): void {
    statements.insertEntry.run(doc, entry.version, entry.type, entry.length, entry.spans);
    statements.insertTerms.run(doc, entry.body);
    for (const [path, value] of entry.scalars) statements.insertScalar.run(doc, path, value);
    const maxLength = freshWords.length + MAX_NEW_WORDS;
    for (const words of entry.words) {
      for (const word of words) {
        if (freshWords.length >= maxLength) return;
        if (knownWords.has(word)) continue;
        knownWords.add(word);
        freshWords.push(word);
      }
    }
  }

  return {
    begun() {
      const current = readEpoch();
      if (current === epoch) return;
      epoch = current;
      forget();
    },
    forget,
    put(doc, content) {
      const entry = content && makeIndexEntry(content.document, content.version, numbers);
      pending.set(doc, { entry, isNew: content?.isNew === true });
      cost += entry === null ? REMOVAL_COST : entry.body.length + SCALAR_COST * entry.scalars.length;
    },
    isFull: () => cost >= MAX_TRANSACTION_TEXT,
    flush() {
      const docs = [...pending].sort(([a], [b]) => a - b);
      for (const [doc, { isNew }] of docs) {
        if (isNew) continue;
        statements.deleteEntry.run(doc);
        statements.deleteTerms.run(doc); // always: a second row with the same number could not be removed
        statements.deleteScalars.run(doc);
      }
      const written = freshWords.length;
      for (const [doc, { entry }] of docs) if (entry !== null) insert(doc, entry);
      if (freshWords.length > written) statements.insertWords.run(JSON.stringify(freshWords.slice(written)));
      drop();
    },
    committed() {
      paths.committed();
      typeKeys.committed();
      if (knownWords.size > MAX_KNOWN_WORDS) knownWords.clear();
      freshWords = [];
    },
    rolledBack() {
      paths.rolledBack();
      typeKeys.rolledBack();
      for (const word of freshWords) knownWords.delete(word);
      freshWords = [];
      drop();
    },
  };
}
