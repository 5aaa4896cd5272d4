import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { castOf } from '../support/cast.ts';
import { createClient, type Thing } from '../support/client.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';

const SETTINGS = { NOTIFY_POLL: '50' };

/** Consumers wait two seconds before they try again, and the machine may be busy. */
const IN_STEP = { timeout: 60_000, interval: 200 };

const CONSUMERS: readonly (readonly [name: string, command: string, script: string])[] = [
  ['Node', process.execPath, 'examples/keep-a-copy/copy.mjs'],
  ['Python', 'python3', 'examples/keep-a-copy/copy.py'],
];

let directory: string;
let file: string;
let server: TestServer;
let consumer: ChildProcess | null;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'copy-'));
  file = join(directory, 'copy.db');
  server = await startServer({ ...SETTINGS, PORT: String(await freePort()) });
  consumer = null;
});
afterEach(async () => {
  await kill();
  await server.dispose();
  await rm(directory, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  if (consumer === null || consumer.exitCode !== null || consumer.signalCode !== null) return;
  const gone = once(consumer, 'exit');
  consumer.kill('SIGKILL');
  await gone;
}

/** The objects of the copy by their ids. */
function copied(): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {};
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db.prepare(`SELECT id, object FROM copy WHERE id <> ''`).all();
    return Object.fromEntries(rows.map(({ id, object }) => [String(id), JSON.parse(String(object))]));
  } catch {
    return {}; // it is being created
  } finally {
    db.close();
  }
}

/** What everyone may read, by a search. */
async function everything(): Promise<Readonly<Record<string, unknown>>> {
  const answer = await createClient(server).call('/api/sky/repo/search?size=10000');
  return Object.fromEntries((answer.json() as Thing[]).map((thing) => [shortId(thing), thing]));
}

const expectInStep = async (): Promise<void> => expect.poll(copied, IN_STEP).toEqual(await everything());

describe.each(CONSUMERS)('the example for %s', (name, command, script) => {
  const start = (): void => {
    consumer = spawn(command, [script, server.api, file], { stdio: 'ignore' });
  };

  test('keeps a copy in step, through its own restarts and those of the service', { timeout: 240_000 }, async ({
    skip,
  }) => {
    if (name === 'Python' && !(await hasPython())) {
      if (process.env.CI) throw new Error('There is no python3.');
      return skip();
    }
    const client = createClient(server);
    const { sheets, owner, reader } = await castOf(server);
    const things = Array.from({ length: 30 }, () => newThing(server, { '@owner': [owner.pem] }));
    const foreign = { ...newThing(server), '@id': 'https://elsewhere.example/skills/welding' };
    await client.call('/api/sky/repo/multiPut', { json: [...things, foreign], sheet: sheets.owner });
    start();
    await expectInStep();
    expect(Object.keys(copied())).toHaveLength(31);

    const [changed, gone, hidden, shown] = things;
    if (!changed || !gone || !hidden || !shown) throw new Error('There are 30.');
    await client.save(nextVersion(changed, { '@owner': [owner.pem], name: 'changed' }), sheets.owner);
    await client.call(shortId(gone), { method: 'DELETE', sheet: sheets.owner });
    await expectInStep();

    await kill();
    await client.save(nextVersion(hidden, { '@owner': [owner.pem], '@reader': [reader.pem] }), sheets.owner);
    await client.save(nextVersion(hidden, { '@owner': [owner.pem], '@reader': [reader.pem] }, 2), sheets.owner);
    await client.save(newThing(server));
    await client.save(newThing(server, { '@owner': [owner.pem], '@reader': [reader.pem] }), sheets.owner);
    start();
    await expectInStep();
    expect(copied()).not.toHaveProperty([shortId(hidden)]);

    await server.stop();
    server = await startServer({ ...SETTINGS, PORT: String(server.port) }, server.directory);
    await createClient(server).save(nextVersion(shown, { '@owner': [owner.pem], name: 'after' }), sheets.owner);
    await expectInStep();

    await createClient(server).call('/api/util/purge', { method: 'POST', sheet: sheets.admin });
    await createClient(server).save(newThing(server));
    await expectInStep();
    expect(Object.keys(copied())).toHaveLength(1);

    // Another store at the same address: its changes have other cursors.
    await server.dispose();
    server = await startServer({ ...SETTINGS, PORT: String(server.port) });
    await createClient(server).save(newThing(server));
    await expectInStep();
  });
});

async function hasPython(): Promise<boolean> {
  return promisify(execFile)('python3', ['-c', 'import sqlite3']).then(
    () => true,
    () => false,
  );
}
