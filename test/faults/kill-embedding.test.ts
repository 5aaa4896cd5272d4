import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FILE_NAME } from '../../shared/stores/sqlite/engine/database.ts';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { type EmbeddingCall, startEmbeddingServer } from '../support/embedding-server.ts';
import { KILLS, seed } from '../support/kill-loop.ts';
import { randomFrom } from '../support/random.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { nextVersion, shortId } from '../support/things.ts';

const random = randomFrom(seed);
const DIMENSIONS = 64;
const MAX_OBJECTS = 300;
/** A process that was killed while it made vectors holds their lease for a minute. */
const LEASE_MS = 180_000;

/** A vector of its own for each text: of any other text, it has nearly the opposite or no direction. */
function vectorOf(text: string): readonly number[] {
  const next = randomFrom([...text].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) | 0, 7));
  return Array.from({ length: DIMENSIONS }, () => next() - 0.5);
}

/** When a process is killed: as the model gets texts of objects that are stored, some time after its answer, or during a write. */
const MOMENTS = ['asked', 'answered', 'writing'] as const;

function isOfObjects({ texts }: EmbeddingCall): boolean {
  return texts.some((text) => text.startsWith('name '));
}

/** Saves new objects and new versions of others, in batches, until the connection is lost. */
async function write(client: Client, api: string, objects: Map<string, Thing>): Promise<void> {
  while (true) {
    const batch = new Map<string, Thing>();
    for (let index = random() * 20; index > 0; index--) {
      const known = [...objects.values()][Math.floor(random() * objects.size)];
      const isNew = known === undefined || (objects.size + batch.size < MAX_OBJECTS && random() < 0.5);
      const id = `${api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}/1000`;
      const first = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': id };
      const thing = isNew ? first : nextVersion(known);
      batch.set(shortId(thing), { ...thing, name: `name ${randomUUID()}` });
    }
    for (const [id, thing] of batch) objects.set(id, thing);
    try {
      await client.call('/api/sky/repo/multiPut', { json: [...batch.values()] });
    } catch {
      return; // the process was killed
    }
    await sleep(random() * 100);
  }
}

/** Whether the last process waits until the lease of the one before expires, as in operation. */
const WAITS_FOR_LEASE = process.env['CHECKS'] === 'full';

/** The lease of a killed process, as if it had expired. */
function expireLeases(directory: string): void {
  const db = new DatabaseSync(join(directory, FILE_NAME));
  db.exec(`DELETE FROM key_values WHERE key LIKE 'lease/%'`);
  db.close();
}

test(`loses no vector, and keeps none of an old text, after ${KILLS} kill -9 between objects and their vectors (SEED=${seed})`, async () => {
  const models = await startEmbeddingServer();
  onTestFinished(() => models.stop());
  const settings = {
    EMBEDDING_ENDPOINT: models.ollama,
    EMBEDDING_MODEL: 'stand-in',
    EMBEDDING_RATE_LIMIT: '1000000',
    PORT: String(await freePort()),
  };
  const objects = new Map<string, Thing>();
  let directory: string | undefined;
  onTestFinished(async () => {
    if (directory !== undefined) await rm(directory, { recursive: true, force: true });
  });

  async function start(): Promise<TestServer> {
    const server = await startServer(settings, directory);
    onTestFinished(() => server.stop('SIGKILL'));
    directory = server.directory;
    return server;
  }

  let asked = 0;
  for (let round = 0; round < KILLS; round++) {
    const moment = round === KILLS - 1 ? 'asked' : (MOMENTS[Math.floor(random() * MOMENTS.length)] ?? 'asked');
    const killed = Promise.withResolvers<void>();
    let server: TestServer | null = null;
    const kill = () => killed.resolve(server?.stop('SIGKILL'));
    let calls = Math.floor(random() * 3);
    models.reply((call) => {
      if (isOfObjects(call) && calls-- === 0) {
        asked += 1;
        if (moment !== 'writing') setTimeout(kill, moment === 'asked' ? 0 : random() * 40);
        if (moment === 'asked') return 'stall';
      }
      return { vectors: call.texts.map(vectorOf) };
    });
    server = await start();
    const writing = write(createClient(server), server.api, objects);
    setTimeout(kill, moment === 'writing' ? random() * 3_000 : 20_000);
    await killed.promise;
    await writing;
    if (round < KILLS - 1 || !WAITS_FOR_LEASE) expireLeases(server.directory);
  }
  expect([asked > KILLS / 4, objects.size > KILLS]).toEqual([true, true]);

  models.reply(({ texts }) => ({ vectors: texts.map(vectorOf) }));
  const server = await start();
  const client = createClient(server);
  const search = async (parameters: Record<string, string>): Promise<readonly Thing[]> =>
    (await client.call(`/api/sky/repo/search?${new URLSearchParams(parameters)}`)).json();
  const stored = await search({ q: '*', index_hint: '*competency', size: '1000' });
  expect(stored.length).toBeGreaterThan(KILLS);
  const wrong = async () => {
    const names: unknown[] = [];
    for (const { '@id': id, name } of stored) {
      const [nearest] = await search({ q: String(name), mode: 'meaning', size: '1' });
      if (nearest?.['@id'] !== id) names.push(name);
    }
    return names;
  };
  await expect.poll(wrong, { timeout: LEASE_MS, interval: 1_000 }).toEqual([]);
  await server.stop();
  console.log(`${stored.length} objects, ${KILLS} kills, ${asked} while vectors were made, seed ${seed}`);
});
