import { randomUUID } from 'node:crypto';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { adminOf } from '../support/cast.ts';
import { createClient } from '../support/client.ts';
import { type ForwardTarget, type Ralph, ralphProgram, startRalph } from '../support/ralph.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { sheet } from '../support/signer.ts';

const COMPETENCY = 'https://example.org/competency/welding';
const WAIT_MS = 60_000;

const program = await ralphProgram();
if ('absent' in program && process.env['CI'] === 'true') throw new Error(program.absent);
if ('absent' in program) console.warn(`Skipped: ${program.absent}`);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const competency = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': COMPETENCY };
  await createClient(server).save(competency);
  await server.stop();
  return () => server.dispose();
});

async function ralph(forwardTo: ForwardTarget | null = null): Promise<Ralph> {
  if ('absent' in program) throw new Error(program.absent);
  const store = await startRalph(program.bin, forwardTo);
  onTestFinished(() => store.stop());
  return store;
}

/** The service on the data with the competency, until the end of the test. */
async function started(settings: Record<string, string>): Promise<TestServer> {
  const running = await startServer({ ...settings, PORT: String(server.port) }, server.directory);
  onTestFinished(() => running.stop());
  return running;
}

function newStatements(count: number) {
  return Array.from({ length: count }, () => ({
    id: randomUUID(),
    actor: { objectType: 'Agent', mbox: 'mailto:learner@example.com' },
    verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
    object: { id: COMPETENCY },
    result: { success: true },
    timestamp: new Date().toISOString(),
  }));
}

/** Waits until the service has made assertions from these statements, and from earlier ones. */
async function untilTaken(running: TestServer, statements: readonly { readonly id: string }[]): Promise<void> {
  const admin = await sheet(running.api, [await adminOf(running)]);
  const path = '/api/sky/repo/search?q=*&index_hint=*assertion&size=1000';
  await vi.waitFor(
    async () => {
      const found = (await createClient(running).call(path, { sheet: admin })).json() as { identifier: string }[];
      const taken = found.map(({ identifier }) => identifier);
      expect(taken).toEqual(expect.arrayContaining(statements.map(({ id }) => id)));
      expect(new Set(taken).size).toBe(taken.length);
    },
    { timeout: WAIT_MS, interval: 500 },
  );
}

test.skipIf('absent' in program)(
  'statements that are stored in Ralph are taken from it, page by page, and later ones too',
  async () => {
    const store = await ralph();
    const first = newStatements(5);
    await store.store(first.slice(0, 3));
    await store.store(first.slice(3));
    const running = await started({
      XAPI_ENDPOINT: store.endpoint,
      XAPI_AUTH: store.authorization,
      XAPI_STATEMENT_COUNT: '2',
    });
    await untilTaken(running, first);
    const later = newStatements(3);
    await store.store(later);
    const admin = await sheet(running.api, [await adminOf(running)]);
    const tick = await createClient(running).call('/api/xapi/tick', { method: 'POST', sheet: admin });
    expect(tick.json()).toEqual({ outcome: 'done' });
    await untilTaken(running, [...first, ...later]);
  },
);

test.skipIf('absent' in program)('statements that Ralph forwards are taken', async () => {
  const user = { user: 'ralph', password: 'secret' };
  const running = await started({ XAPI_INGEST_AUTH: `Basic ${btoa(`${user.user}:${user.password}`)}` });
  const store = await ralph({ ...user, url: `http://127.0.0.1:${running.port}/api/xapi/statements` });
  const statements = newStatements(3);
  await store.store(statements);
  await untilTaken(running, statements);
});
