import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { prepareLayout } from '../engine/layout.ts';
import { openIndexer } from './indexer.ts';

it('words of a transaction that was rolled back are stored with the next one that has them', () => {
  const db = new DatabaseSync(':memory:');
  prepareLayout(db, 'secret');
  const indexer = openIndexer(db);
  const fields = [{ path: 'name', tokens: [['night', 'été', "o'clock"]], scalars: [] }];
  const document = { typeKey: 'schema.org.thing', visibleTo: null, participants: [], fields };
  for (const [end, ended] of [
    ['ROLLBACK', indexer.rolledBack],
    ['COMMIT', indexer.committed],
  ] as const) {
    db.exec('BEGIN IMMEDIATE');
    indexer.begun();
    indexer.put(1, { document, version: 5 });
    indexer.flush();
    db.exec(end);
    ended();
  }
  const words = db.prepare('SELECT word FROM words ORDER BY word').all();
  expect(words.map(({ word }) => word)).toEqual(['5', 'night', "o'clock", 'été']);
  db.close();
});
