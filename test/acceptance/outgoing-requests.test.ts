import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';

/** The server of an import, and one to which it redirects. */
let named: { readonly server: Server; readonly url: string };
let other: typeof named;
let received: IncomingMessage[] = [];
let directory: string;
/** Which paths `named` redirects. */
let moved: (path: string) => boolean;

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<typeof named> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens at a port
  return { server, url: `http://127.0.0.1:${port}` };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outgoing-'));
  await writeFile(join(directory, 'secret'), 'a secret for the named server');
  other = await listen((request, response) => {
    received.push(request);
    response.writeHead(404).end();
  });
  named = await listen(({ url = '' }, response) => {
    if (moved(url)) response.writeHead(302, { location: other.url + url }).end();
    else if (url === '/api/ping') response.end(JSON.stringify({ ping: 'pong', time: Date.now() }));
    else response.end('[]');
  });
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  for (const { server } of [named, other]) {
    server.close();
    server.closeAllConnections();
  }
  await rm(directory, { recursive: true });
});

function importFrom(allowed: string) {
  const settings = { SVC_DATA_DIR: join(directory, 'data'), FETCH_ALLOW_LIST: allowed };
  return runCommand(['import', '--from', named.url, '--secret', join(directory, 'secret')], settings);
}

test('E10 an import follows no redirect to a private address', async () => {
  moved = () => true;
  const { code, stderr } = await importFrom('*');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(`The service does not fetch this address at ${other.url}`),
  });
  expect(received).toEqual([]);
});

test('E11 an address in FETCH_ALLOW_LIST is opened, and no other on its host', async () => {
  moved = () => true;
  await importFrom(`${other.url}/api/ping`);
  expect(received.map(({ url }) => url)).toEqual(['/api/ping']);
  received = [];
  await importFrom(`${other.url}/api/pin,${other.url}0/*`);
  expect(received).toEqual([]);
});

test('E14 a redirect to another server does not give it the credentials', async () => {
  moved = (path) => path.startsWith('/api/util/export');
  await importFrom(`${other.url}/*`);
  expect(received).toHaveLength(1);
  expect(JSON.stringify(received.map(({ rawHeaders }) => rawHeaders))).not.toMatch(/secret/i);
});

test('a FETCH_ALLOW_LIST that could open another host stops the start with one sentence', async () => {
  const { code, stderr } = await runCommand([], { SVC_DATA_DIR: directory, FETCH_ALLOW_LIST: 'https://host.example*' });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('FETCH_ALLOW_LIST has "https://host.example*", which must be'),
  });
});
