import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenSearchUnavailable } from './absent.ts';
import { firstPossible, startOpenSearch, type Way } from './start.ts';

let empty: string;
let running: Server | undefined;

beforeEach(async () => {
  empty = await mkdtemp(join(tmpdir(), 'nothing-'));
});

afterEach(async () => {
  running?.close();
  running = undefined;
  await rm(empty, { recursive: true, force: true });
});

/** A machine with no container engine, no Maven and no libraries from earlier. */
const bare = (more: Record<string, string> = {}) => ({ PATH: empty, XDG_CACHE_HOME: empty, ...more });

async function engine(version: unknown): Promise<{ address: string; seen: () => string | undefined }> {
  let authorization: string | undefined;
  const server = createServer((request, response) => {
    authorization = request.headers.authorization;
    response.end(JSON.stringify({ version }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running = server;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { address: `127.0.0.1:${address.port}`, seen: () => authorization };
}

test('an OpenSearch that answers at SEARCH_ENDPOINT is used and left running', async () => {
  const { address } = await engine({ distribution: 'opensearch', number: '2.19.3' });
  const endpoint = `http://${address}`;
  const cluster = await startOpenSearch({ environment: bare({ SEARCH_ENDPOINT: endpoint }) });
  expect(cluster).toMatchObject({ endpoint, endpoints: [endpoint], version: '2.19.3', runsIn: null });
  expect(cluster.pids()).toEqual([]);
  await expect(cluster.killNode(0)).rejects.toThrow('not started here');
  await cluster.stop();
  expect((await fetch(endpoint)).ok).toBe(true);
});

test('the name and password in SEARCH_ENDPOINT are sent', async () => {
  const { address, seen } = await engine({ distribution: 'opensearch', number: '3.1.0' });
  await startOpenSearch({ environment: bare({ SEARCH_ENDPOINT: `http://us%40er:pass@${address}/` }) });
  expect(seen()).toBe(`Basic ${Buffer.from('us@er:pass').toString('base64')}`);
});

test.each([
  ['another major version', { distribution: 'opensearch', number: '2.19.3' }, 'has OpenSearch 2.19.3, not 3'],
  ['another engine', { number: '8.1.0' }, 'is not OpenSearch'],
])('%s at SEARCH_ENDPOINT is not used, and its password not shown', async (_, version, reason) => {
  const { address } = await engine(version);
  const environment = bare({ SEARCH_ENDPOINT: `http://user:secret@${address}` });
  const refused = await startOpenSearch({ version: 3, environment }).catch(String);
  expect(refused).toContain(reason);
  expect(refused).not.toContain('secret');
});

test('where nothing is possible the error is one line with every reason', async () => {
  const environment = bare({ SEARCH_ENDPOINT: 'http://127.0.0.1:1' });
  const error = await startOpenSearch({ environment }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(OpenSearchUnavailable);
  expect(String(error)).toMatch(
    /nothing answers at http:\/\/127\.0\.0\.1:1; no container engine is running; .*(Java|Maven)/,
  );
  expect(String(error)).not.toContain('\n');
});

test('SEARCH_ENDPOINT is never used for several nodes or an own one', async () => {
  const { address } = await engine({ distribution: 'opensearch', number: '3.8.0' });
  const environment = bare({ SEARCH_ENDPOINT: `http://${address}` });
  await expect(startOpenSearch({ nodes: 3, environment })).rejects.toThrow(OpenSearchUnavailable);
  await expect(startOpenSearch({ own: true, environment })).rejects.toThrow(OpenSearchUnavailable);
});

test('the first possible way is taken, and no later one is tried', async () => {
  const way: Way = () => Promise.reject(new Error('not here'));
  const never = () => Promise.reject(new Error('must not be looked at'));
  expect(await firstPossible([async () => ({ absent: 'a' }), async () => way, never], [])).toBe(way);
});
