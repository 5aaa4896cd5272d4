import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { searchCopy } from '../shared/repository/search/search-copy.ts';
import { freePort, startServer } from '../test/support/server.ts';
import { competency } from './corpus.ts';
import { sendAll } from './load.ts';
import { observed, startBare } from './process.ts';
import { putAll } from './reads.ts';
import { type Result, type Round, toResult } from './result.ts';

const OBJECTS = 30_000;
const ROUNDS = 5;
const SEARCHES = 100;
/** Queries of two terms each. */
export const QUERIES = ['evidence argument', 'brake torque', 'theme poem', 'hazard mentor', 'wheel story'];

/** A two-term search over 30,000 objects, first 50, against the bare FTS5 query, ranked, plus JSON. */
export async function benchSearch(): Promise<Result[]> {
  const server = await startServer();
  const service = observed(server.process, `http://127.0.0.1:${server.port}`);
  const objects = Array.from({ length: OBJECTS }, (_, number) => competency(server.api, number));
  try {
    await putAll(server.api, objects);
    const bare = await startBare(await freePort(), 'search', await bareIndex(objects));
    const load = (path: string, operator: string) =>
      Array.from({ length: SEARCHES }, (_, index) => ({
        path: `${path}?q=${encodeURIComponent((QUERIES[index % QUERIES.length] ?? '').replace(' ', ` ${operator} `))}`,
      }));
    const results: Result[] = [];
    for (const operator of ['AND', 'OR']) {
      const rounds: Round[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        const limit = await sendAll(bare, load('/search', operator), 2);
        const own = await sendAll(service, load('/api/sky/repo/search', operator), 2);
        const cpuRatio =
          own.ratePerCpu === null || limit.ratePerCpu === null ? null : own.ratePerCpu / limit.ratePerCpu;
        if (round >= 0) rounds.push({ bare: limit.rate, service: own.rate, cpuRatio });
      }
      results.push(toResult(`search for two terms (${operator}) over 30,000 objects`, 'searches/s', 0.5, rounds));
    }
    await bare.stop();
    return results;
  } finally {
    await server.dispose();
  }
}

async function bareIndex(objects: readonly ReturnType<typeof competency>[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bare-'));
  const db = new DatabaseSync(join(directory, 'bare.sqlite'));
  db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE objects (text TEXT NOT NULL);
    CREATE VIRTUAL TABLE terms USING fts5 (body, content='', contentless_delete=1); BEGIN`);
  const insert = db.prepare('INSERT INTO objects (text) VALUES (?)');
  const index = db.prepare('INSERT INTO terms (rowid, body) VALUES (?, ?)');
  for (const object of objects) {
    const { lastInsertRowid } = insert.run(JSON.stringify(object));
    index.run(lastInsertRowid, Object.values(searchCopy(object) as Record<string, unknown>).join(' '));
  }
  db.exec('COMMIT');
  db.close();
  return directory;
}
