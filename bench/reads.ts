import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort, startServer } from '../test/support/server.ts';
import { person, sheet } from '../test/support/signer.ts';
import { competency, pathOf } from './corpus.ts';
import { type LoadRequest, sendAll } from './load.ts';
import { observed, type Process, startBare } from './process.ts';
import { type Result, type Round, toResult } from './result.ts';

const OBJECTS = 1000;
const ROUNDS = 5;

/**
 * Public GET against a bare `node:http` + `node:sqlite` handler, and against one of Hono; and GET with a fresh signed sheet against
 * the latter plus one RSA verify.
 */
export async function benchReads(): Promise<Result[]> {
  const server = await startServer();
  const service = observed(server.process, `http://127.0.0.1:${server.port}`);
  const objects = Array.from({ length: OBJECTS }, (_, number) => competency(server.api, number));
  await putAll(server.api, objects);
  const directory = await bareObjects(objects);
  const paths = objects.map((object) => ({ path: pathOf(object) }));
  try {
    const gets = Array.from({ length: 20 }, () => paths).flat();
    const http = await compare(await startBare(await freePort(), 'http', directory), service, async () => gets, 16);
    const plain = await compare(await startBare(await freePort(), 'get', directory), service, async () => gets, 16);
    const someone = await person();
    const signed = async (): Promise<LoadRequest[]> =>
      Promise.all(
        paths.map(async ({ path }, index) => ({
          path,
          headers: { signatureSheet: await sheet(server.api, [someone], 300_000 + index) },
        })),
      );
    const fresh = await compare(await startBare(await freePort(), 'verify', directory), service, signed, 8);
    return [
      toResult('public GET; bare: node:http alone', 'requests/s', 0.5, http),
      toResult('public GET', 'requests/s', 0.5, plain),
      toResult('GET with a fresh signed sheet', 'requests/s', 0.6, fresh),
    ];
  } finally {
    await server.dispose();
  }
}

async function compare(
  bare: Process,
  service: Process,
  requests: () => Promise<readonly LoadRequest[]>,
  connections: number,
): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const load = await requests();
    const limit = await sendAll(bare, load, connections);
    const own = await sendAll(service, load, connections);
    const cpuRatio = own.ratePerCpu === null || limit.ratePerCpu === null ? null : own.ratePerCpu / limit.ratePerCpu;
    if (round >= 0) rounds.push({ bare: limit.rate, service: own.rate, cpuRatio }); // the first one warms up
  }
  await bare.stop();
  return rounds;
}

/** Stores objects through the service, in the JSON binding. */
export async function putAll(api: string, objects: readonly unknown[]): Promise<void> {
  for (let from = 0; from < objects.length; from += 2000) {
    const response = await fetch(`${api}sky/repo/multiPut`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(objects.slice(from, from + 2000)),
    });
    const answer = (await response.json()) as { failed?: unknown[] };
    if (!response.ok || answer.failed?.length !== 0)
      throw new Error(`multiPut failed: ${JSON.stringify(answer).slice(0, 300)}`);
  }
}

async function bareObjects(objects: readonly Parameters<typeof pathOf>[0][]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bare-'));
  const db = new DatabaseSync(join(directory, 'bare.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE objects (guid TEXT PRIMARY KEY, text TEXT NOT NULL)');
  const insert = db.prepare('INSERT INTO objects VALUES (?, ?)');
  for (const object of objects) insert.run(pathOf(object).split('/').at(-1) ?? '', JSON.stringify(object));
  db.close();
  return directory;
}
