import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldTerm, wordTerm } from './index-entry.ts';

it('terms reach the full-text index as they are: each is found by itself and by nothing else', () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE terms USING fts5 (body, content='', tokenize="ascii tokenchars '_.%='''")`);
  db.exec('CREATE VIRTUAL TABLE vocabulary USING fts5vocab (terms, row)');
  const insert = db.prepare('INSERT INTO terms (rowid, body) VALUES (?, ?)');
  const find = db.prepare('SELECT rowid FROM terms WHERE terms MATCH ?');
  let doc = 0;
  const tokens = fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(tokens, (drawn) => {
      db.exec(`INSERT INTO terms (terms) VALUES ('delete-all')`);
      const docs = drawn.map((token) => {
        doc++;
        insert.run(doc, `${wordTerm(token)} ${fieldTerm(7, token)}`);
        return { token, doc };
      });
      expect(db.prepare('SELECT count(*) AS terms FROM vocabulary').get()?.terms).toBe(2 * drawn.length);
      for (const { token, doc: expected } of docs) {
        expect(find.all(`"${wordTerm(token)} ${fieldTerm(7, token)}"`).map((row) => row.rowid)).toEqual([expected]);
      }
    }),
    { numRuns: 40 },
  );
});
