import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeWrite } from '../../../repository/store/contract/fixtures.ts';
import { openForWriting } from '../engine/database.ts';
import { prepareLayout } from '../engine/layout.ts';
import { openIndexer } from './indexer.ts';
import { openRebuildSteps, SWEPT } from './rebuild-steps.ts';

it('a sweep keeps names that the same transaction uses before and after it, and drops the rest', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'store-'));
  const db = openForWriting(directory, null, 'wal');
  try {
    prepareLayout(db, 'secret');
    const indexer = openIndexer(db);
    const { sweepNames } = openRebuildSteps(db, indexer);
    const content = (word: string) => {
      return { document: makeWrite('a', { members: { [`field${word}`]: `word${word}` } }).search, version: 1 };
    };
    const transact = (work: () => void) => {
      db.exec('BEGIN');
      indexer.begun();
      work();
      indexer.flush();
      db.exec('COMMIT');
      indexer.committed();
    };
    transact(() => ['before', 'after', 'never'].forEach((word, doc) => void indexer.put(doc, content(word))));
    transact(() => [0, 1, 2].forEach((doc) => void indexer.put(doc, null)));
    transact(() => {
      indexer.put(1, content('before'));
      for (const table of SWEPT) expect(sweepNames({ table, after: null })).toBeNull();
      indexer.put(2, content('after'));
    });
    const column = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0]);
    expect(column(`SELECT word FROM words WHERE word LIKE 'word%' ORDER BY word`)).toEqual(['wordafter', 'wordbefore']);
    expect(column(`SELECT name FROM paths WHERE name LIKE 'field%' ORDER BY name`)).toEqual([
      'fieldafter',
      'fieldbefore',
    ]);
    for (const word of ['before', 'after']) {
      const stored = `SELECT s.value FROM scalars s JOIN paths p ON p.number = s.path WHERE p.name = 'field${word}'`;
      expect(column(stored)).toEqual([`word${word}`]);
    }
    expect(column('SELECT name FROM type_keys')).toEqual(['example.org.thing']);
  } finally {
    db.close();
    await rm(directory, { recursive: true, force: true });
  }
});
