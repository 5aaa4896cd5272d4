import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { type SearchDocument, withVersionField } from '../../../search/document.ts';
import { openEpoch } from '../engine/epoch.ts';
import { openDictionary } from './dictionary.ts';
import { type IndexEntry, makeIndexEntry } from './index-entry.ts';

/**
 * Keeps the search index in step with the objects. Changes are gathered and written just before the commit, in the order
 * of their documents: the full-text index makes a segment for every step backwards.
 */
export type Indexer = {
  /** The document has this content from now on; null: it is not found any more. */
  put(doc: number, content: { readonly document: SearchDocument; readonly version: number } | null): void;
  /** Whether what was put takes as long to write as one transaction should take. */
  isFull(): boolean;
  /** Gives the names in a document their numbers, inside the transaction that is open. */
  number(document: SearchDocument): void;
  /**
   * Makes beforehand, while no transaction is open, what {@link Indexer.put} makes of a document that was numbered, so that the
   * transaction is short. It is made once more where an epoch ends meanwhile.
   */
  prepare(document: SearchDocument, version: number): void;
  /** Writes what was put into the open transaction. */
  flush(): void;
  /** Drops what was put in the open transaction and is not written yet, and all that is known of what the index holds. */
  forget(): void;
  /** A transaction is open: what is known holds only if no other process began a new epoch since. */
  begun(): void;
  committed(): void;
  rolledBack(): void;
};

const CACHED_WORDS = 100_000;

/** Characters that one transaction adds to the full-text index: about 20 ms of work. */
const MAX_TRANSACTION_TEXT = 1_000_000;

/** What a value to sort by, and what leaves the index, cost in such characters. */
const SCALAR_COST = 200;
const REMOVAL_COST = 5_000;

/** New words that one object may add to what wildcards and fuzzy terms are looked up in: each costs a place in a tree. */
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
    insertWord: db.prepare('INSERT OR IGNORE INTO words (word) VALUES (?)'),
  };
  const pending = new Map<number, IndexEntry | null>();
  /** Of what is pending, in characters. */
  let cost = 0;
  const knownWords = new LRUCache<string, true>({ max: CACHED_WORDS });
  const freshWords = new Set<string>();
  const numbers = { path: paths.number, typeKey: typeKeys.number };
  /** The last that was made beforehand. */
  let prepared: { readonly document: SearchDocument; readonly entry: IndexEntry } | null = null;
  let epoch = readEpoch();

  function forget(): void {
    paths.forget();
    typeKeys.forget();
    knownWords.clear();
    freshWords.clear();
    drop();
  }

  function drop(): void {
    pending.clear();
    cost = 0;
    prepared = null;
  }

  function entryOf(document: SearchDocument, version: number): IndexEntry {
    if (prepared?.document !== document || prepared.entry.version !== version) {
      return makeIndexEntry(document, version, numbers);
    }
    const { entry } = prepared;
    prepared = null;
    return entry;
  }

  function insert(doc: number, entry: IndexEntry): void {
    statements.insertEntry.run(doc, entry.version, entry.type, entry.length, entry.spans);
    statements.insertTerms.run(doc, entry.body);
    for (const [path, value] of entry.scalars) statements.insertScalar.run(doc, path, value);
    const room = freshWords.size + MAX_NEW_WORDS;
    for (const word of entry.words) {
      if (freshWords.size >= room) break;
      if (knownWords.get(word) === true || freshWords.has(word)) continue;
      statements.insertWord.run(word);
      freshWords.add(word);
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
      const entry = content && entryOf(content.document, content.version);
      pending.set(doc, entry);
      cost += entry === null ? REMOVAL_COST : entry.body.length + SCALAR_COST * entry.scalars.length;
    },
    number({ fields, typeKey }) {
      for (const { path } of withVersionField(fields, 0)) paths.number(path);
      typeKeys.number(typeKey);
    },
    prepare(document, version) {
      prepared = { document, entry: makeIndexEntry(document, version, numbers) };
    },
    isFull: () => cost >= MAX_TRANSACTION_TEXT,
    flush() {
      const docs = [...pending].sort(([a], [b]) => a - b);
      for (const [doc] of docs) {
        statements.deleteEntry.run(doc);
        statements.deleteTerms.run(doc); // always: a second text under one number could not be removed any more
        statements.deleteScalars.run(doc);
      }
      for (const [doc, entry] of docs) if (entry !== null) insert(doc, entry);
      drop();
    },
    committed() {
      paths.committed();
      typeKeys.committed();
      for (const word of freshWords) knownWords.set(word, true);
      freshWords.clear();
    },
    rolledBack() {
      paths.rolledBack();
      typeKeys.rolledBack();
      freshWords.clear();
      drop();
    },
  };
}
