import { describe, expect, it, onTestFinished } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { HUB, newPrefix, startInstance } from '../support/instances.ts';
import { isLinearizable, type Operation } from '../support/linearizable.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { randomFrom } from '../support/random.ts';
import { startServer, type TestServer } from '../support/server.ts';

const CLIENTS = 6;
const OBJECTS = 4;
const OPERATIONS = Number(process.env['OPERATIONS'] ?? (process.env['CHECKS'] === 'full' ? 3000 : 60));

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const engine = await openSearchForTests();

describe('the checker', () => {
  const at = (start: number, end: number, kind: Operation['kind'], value: string | null) => ({
    start,
    end,
    kind,
    value,
  });

  it('accepts a history that some order explains', () => {
    expect(isLinearizable([at(0, 5, 'write', 'a'), at(1, 2, 'read', null), at(3, 4, 'read', 'a')])).toBe(true);
  });

  it.each([
    ['a stale read', [at(0, 1, 'write', 'a'), at(2, 3, 'write', 'b'), at(4, 5, 'read', 'a')]],
    ['time running backwards', [at(0, 9, 'write', 'a'), at(1, 2, 'read', 'a'), at(3, 4, 'read', null)]],
    ['a value from nowhere', [at(0, 1, 'read', 'a')]],
  ])('refuses %s', (_what, history) => {
    expect(isLinearizable(history)).toBe(false);
  });
});

describe(`puts, gets and deletes of ${CLIENTS} clients (SEED=${seed})`, () => {
  it('G9 are linearizable on the embedded store', async () => {
    const server = await startServer({ SVC_EXTERNAL_ENDPOINT: HUB });
    onTestFinished(() => server.dispose());
    await expectLinearizable([server]);
  });

  it('G9 are linearizable on one directory of a network, through two processes', async () => {
    const settings = { SVC_EXTERNAL_ENDPOINT: HUB, SVC_DATA_DIR_ON: 'network' };
    const first = await startServer(settings);
    onTestFinished(() => first.dispose());
    const second = await startServer(settings, first.directory);
    onTestFinished(() => second.stop());
    await expectLinearizable([first, second]);
  });

  it.skipIf(engine === null)('G9 are linearizable on OpenSearch, through two instances', async () => {
    const endpoint = engine?.endpoint ?? '';
    const prefix = newPrefix();
    onTestFinished(() => removeIndices(endpoint, prefix));
    const servers = [await startInstance(endpoint, prefix), await startInstance(endpoint, prefix)];
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.dispose()))));
    await expectLinearizable(servers);
  });
});

/** Runs clients on the instances in turn, and checks the history of each object. */
async function expectLinearizable(servers: readonly TestServer[]): Promise<void> {
  const histories = new Map<string, Operation[]>();
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => {
      const server = servers[client % servers.length] as TestServer; // there is one for each remainder
      return operate(server, client, randomFrom(seed + client), histories);
    }),
  );
  expect(histories.size).toBe(OBJECTS);
  for (const [object, history] of histories) expect(isLinearizable(history), object).toBe(true);
}

async function operate(
  server: TestServer,
  client: number,
  random: () => number,
  histories: Map<string, Operation[]>,
): Promise<void> {
  for (let count = 0; count < OPERATIONS; count++) {
    const path = `data/schema.org.Thing/register-${Math.floor(random() * OBJECTS)}`;
    const url = `${server.api}${path}`;
    const choice = random();
    const start = performance.now();
    const operation = await (choice < 0.4
      ? read(url)
      : choice < 0.85
        ? write(url, path, `${client}-${count}`)
        : remove(url));
    const history = histories.get(path) ?? [];
    history.push({ ...operation, start, end: performance.now() });
    histories.set(path, history);
  }
}

type Outcome = Pick<Operation, 'kind' | 'value'>;

async function read(url: string): Promise<Outcome> {
  const response = await fetch(url);
  const object = (await response.json()) as { name?: string };
  expect([200, 404]).toContain(response.status);
  return { kind: 'read', value: response.status === 200 ? (object.name ?? null) : null };
}

async function write(url: string, path: string, name: string): Promise<Outcome> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ '@context': 'https://schema.org', '@type': 'Thing', '@id': `${HUB}${path}`, name }),
  });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  return { kind: 'write', value: name };
}

async function remove(url: string): Promise<Outcome> {
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(200);
  return { kind: 'write', value: null };
}
