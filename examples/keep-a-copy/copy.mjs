// Keeps a copy of what everyone may read in step, in a file of SQLite, by long polling:
//
//   node examples/keep-a-copy/copy.mjs http://localhost:8080/api/ copy.db
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const [api, file] = process.argv.slice(2);
const db = new DatabaseSync(file);
db.exec('CREATE TABLE IF NOT EXISTS copy (id TEXT PRIMARY KEY, object TEXT)'); // the id '' has the place in the changes
const set = db.prepare('INSERT OR REPLACE INTO copy VALUES (?, ?)');

async function get(path, expected) {
  const response = await fetch(api + path);
  if (!response.ok && response.status !== expected) throw new Error(`${response.status} ${await response.text()}`);
  return response;
}

async function takePage() {
  const place = db.prepare("SELECT object FROM copy WHERE id = ''").get()?.object;
  const changes = await get(`changes?wait=30${place ? `&since=${place}` : ''}`, 400);
  if (!changes.ok) return db.exec('DELETE FROM copy'); // the place is of another store: from the beginning
  const lines = (await changes.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const line of lines.filter(({ id, deleted }) => id && !deleted)) {
    const response = await get(`data/${encodeURIComponent(line.id)}`, 404); // 404: deleted since then
    if (response.ok) line.object = await response.text();
  }
  db.exec(lines[0].purged ? 'BEGIN; DELETE FROM copy' : 'BEGIN');
  for (const { id, object } of lines.filter(({ id }) => id)) {
    if (object) set.run(id, object);
    else db.prepare('DELETE FROM copy WHERE id = ?').run(id);
  }
  set.run('', lines.at(-1).cursor); // the copy and its place together
  db.exec('COMMIT');
}

for (;;) await takePage().catch((error) => delay(2_000, process.stderr.write(`${error}; trying again\n`)));
