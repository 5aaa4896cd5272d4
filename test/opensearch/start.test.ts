import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSearchForTests, ownOpenSearch } from '../support/opensearch.ts';
import { freePort } from '../support/server.ts';

const newer = await openSearchForTests(3);
const older = await openSearchForTests(2);

let temporary: string;
let program: ChildProcess | undefined;

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'opensearch-test-'));
});

afterEach(async () => {
  program?.kill('SIGKILL');
  program = undefined;
  await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the program as `npm run opensearch` does, and waits for the address that it prints. */
async function runProgram(...parameters: string[]): Promise<{ child: ChildProcess; endpoint: string }> {
  const main = fileURLToPath(new URL('../../tools/engines/opensearch/main.ts', import.meta.url));
  const env = { ...process.env, SEARCH_ENDPOINT: '', TMPDIR: temporary };
  const child = spawn(process.execPath, [main, ...parameters], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  program = child;
  const [endpoint] = await once(createInterface(child.stdout), 'line');
  return { child, endpoint };
}

const answers = (endpoint: string) =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

async function untilGone(endpoint: string): Promise<void> {
  while (await answers(endpoint)) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function write(endpoint: string, id: string): Promise<void> {
  const response = await fetch(`${endpoint}/things/_doc/${id}?refresh=true`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  expect(response.status).toBe(201);
}

const count = async (endpoint: string) => (await (await fetch(`${endpoint}/things/_count`)).json()).count;

// If both are available, this program started at least one of them.
describe.skipIf(newer === null || older === null)('npm run opensearch', () => {
  test.each([
    ['3', newer],
    ['2', older],
  ])('all test files of a run share one of major version %s, which is healthy', async (major, engine) => {
    expect(await openSearchForTests(major === '2' ? 2 : 3)).toEqual(engine);
    expect(engine?.version).toMatch(new RegExp(`^${major}\\.`));
    const health = await fetch(`${engine?.endpoint}/_cluster/health`);
    expect(await health.json()).toMatchObject({ status: expect.stringMatching(/green|yellow/), timed_out: false });
  });

  test('the program prints the address with the given port, keeps data in a given directory, and stops on SIGTERM', async () => {
    const port = await freePort();
    const data = join(temporary, 'kept');
    const first = await runProgram('--port', String(port), '--data', data);
    expect(first.endpoint).toBe(`http://127.0.0.1:${port}`);
    await write(first.endpoint, 'a');
    first.child.kill('SIGTERM');
    expect((await once(first.child, 'exit'))[0]).toBe(0);
    expect(await answers(first.endpoint)).toBe(false);

    const second = await runProgram('--port', String(port), '--data', data);
    expect(await count(second.endpoint)).toBe(1);
    second.child.kill('SIGINT');
    expect((await once(second.child, 'exit'))[0]).toBe(0);
  });

  test('a node ends, and its temporary data are removed, when the program that started it is killed', async () => {
    const { child, endpoint } = await runProgram('--port', String(await freePort()));
    expect(await readdir(temporary)).not.toEqual([]);
    child.kill('SIGKILL');
    await untilGone(endpoint);
    while ((await readdir(temporary)).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  });

  test('when one of three nodes is killed, the others have all data, and it can be restarted', async () => {
    const cluster = await ownOpenSearch({ nodes: 3 });
    if (cluster === null) throw new Error('One could be started before.');
    try {
      const [first = '', second = ''] = cluster.endpoints;
      const settings = { 'index.number_of_replicas': 1, 'index.unassigned.node_left.delayed_timeout': '1s' };
      const body = JSON.stringify({ settings: { ...settings, 'index.write.wait_for_active_shards': 2 } });
      await fetch(`${first}/things`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      for (const id of ['a', 'b', 'c']) await write(first, id);
      await cluster.killNode(0);
      expect(await answers(first)).toBe(false);
      expect(await count(second)).toBe(3);
      await cluster.startNode(0);
      expect(await count(first)).toBe(3);
      const health = await fetch(`${second}/_cluster/health?wait_for_nodes=3&timeout=60s`);
      expect(await health.json()).toMatchObject({ number_of_nodes: 3 });
    } finally {
      await cluster.stop();
    }
    expect(await Promise.all(cluster.endpoints.map(answers))).toEqual([false, false, false]);
  });
});
