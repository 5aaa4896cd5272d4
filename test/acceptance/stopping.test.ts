import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, startServer } from '../support/server.ts';

const MAIN = fileURLToPath(new URL('../../infra/node/main.ts', import.meta.url));

let directory: string;
/** A cluster that takes connections and never answers. */
let silent: Server;
let connections: Socket[];
let service: ChildProcessByStdio<null, Readable, null>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stopping-'));
  connections = [];
  silent = createServer((socket) => void connections.push(socket.on('error', () => {})));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(async () => {
  service.kill('SIGKILL');
  for (const socket of connections) socket.destroy();
  silent.close();
  await rm(directory, { recursive: true, force: true });
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // it listens at a port
}

/** @returns the address of the service */
async function start(searchPort: number): Promise<string> {
  const SEARCH_ENDPOINT = `http://127.0.0.1:${searchPort}`;
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'] ?? '',
    SVC_DATA_DIR: directory,
    PORT: String(port),
    SEARCH_ENDPOINT,
  };
  service = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return `http://127.0.0.1:${port}/`;
}

/** Expects an orderly exit: an unhandled signal leaves no exit code, and has no effect in the first process of a container. */
async function expectEnd(signal: NodeJS.Signals): Promise<void> {
  const ended = once(service, 'exit');
  service.kill(signal);
  expect(await ended).toEqual([0, null]);
}

test('SIGINT at once stops a service that waits for its cluster', async () => {
  const asked = once(silent, 'connection');
  await start(portOf(silent));
  await asked;
  await expectEnd('SIGINT');
});

test('SIGTERM at once stops a service that keeps trying to reach its cluster', async () => {
  const port = portOf(silent);
  silent.close();
  await once(silent, 'close');
  await start(port);
  let log = '';
  for await (const chunk of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    log += chunk;
    if (log.includes('Waiting for the search cluster')) break;
  }
  await expectEnd('SIGTERM');
});

test('a service that waits for its cluster is live, reports the reason in readyz, and serves nothing else', async () => {
  const asked = once(silent, 'connection');
  const url = await start(portOf(silent));
  await asked;
  expect((await fetch(`${url}livez`)).status).toBe(200);
  const readyz = await fetch(`${url}readyz`);
  expect(readyz.status).toBe(503);
  expect(await readyz.json()).toMatchObject({
    status: 'unavailable',
    state: 'connecting',
    since: expect.any(String),
    detail: 'The service is starting: it waits for the search cluster.',
  });
  const search = await fetch(`${url}api/sky/repo/search`);
  expect([search.status, search.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await search.json()).toMatchObject({ type: 'urn:competency-service:problem:store-unavailable' });
  const form = await fetch(`${url}api/data/a/b`, { method: 'POST', body: new URLSearchParams({ data: '{}' }) });
  expect([form.status, await form.text()]).toEqual([503, 'The service is starting: it waits for the search cluster.']);
  await expectEnd('SIGTERM');
});

test('with SHUTDOWN_DELAY, a stopping service keeps serving, reports that in readyz, and ends at a second signal', async () => {
  const server = await startServer({ SHUTDOWN_DELAY: '600000' });
  const ended = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  const readyz = async () => (await fetch(`${server.url}readyz`)).json();
  await expect.poll(readyz, { timeout: 20_000 }).toMatchObject({ status: 'unavailable', state: 'stopping' });
  expect((await fetch(`${server.url}api/ping`)).status).toBe(200);
  server.process.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
  await server.dispose();
});

test('the log of a service that stops in order ends with that', async () => {
  const server = await startServer();
  await server.stop();
  const messages = server
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(messages.at(0)).toBe('Log started');
  expect(messages.slice(-2)).toEqual(['Stopping', 'Stopped']);
  await server.dispose();
});
