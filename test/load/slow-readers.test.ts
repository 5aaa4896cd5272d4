import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MCP_HEADERS, mcpSession } from '../support/mcp.ts';
import { memoryOf } from '../support/memory.ts';
import { person } from '../support/signer.ts';
import { useServer } from '../support/use-server.ts';

const MIB = 1 << 20;

/** The heap of the service, as in a container of 512 MiB. */
const HEAP_MIB = 256;

/** Maximum memory of the process: its heap, and code, buffers of sockets, and the threads of the store. */
const MAX_RESIDENT_BYTES = (HEAP_MIB + 896) * MIB;

/** Number of objects of 40,000 characters: ten times as many with `CHECKS=full`. */
const COUNT = process.env.CHECKS === 'full' ? 20_000 : 2_000;
const LENGTH = 40_000;

/** One route reads all objects three times. */
const TEST_TIMEOUT_MS = 60 * COUNT;
const BATCH_SIZE = 100;

/** Number of competencies in the framework that can be exported within the memory of the service. */
const SMALL_FRAMEWORK_SIZE = 200;

/** Number of clients that read nothing, that read slowly, and that read as fast as they can. */
const SILENT_CLIENTS = 15;
const SLOW_CLIENTS = 10;
const FAST_CLIENTS = 5;
const PRESSURE_MS = 4_000;

/** How long a ping may take on a busy machine; the longest one is printed. */
const PING_TIMEOUT_MS = 20_000;

const { server, client } = useServer({ NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` });

const CASS = 'https://schema.cassproject.org/0.4/';
const ids: string[] = [];
let whole = '';
let small = '';
let changed = '';
let subject = '';
let session = '';
const sockets: Socket[] = [];

function address(type: string): string {
  return `${server.api}data/schema.cassproject.org.0.4.${type}/${randomUUID()}`;
}

async function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function saveAll(objects: readonly object[]): Promise<void> {
  for (let at = 0; at < objects.length; at += BATCH_SIZE) {
    const some = objects.slice(at, at + BATCH_SIZE);
    expect(await (await post('sky/repo/multiPut', some)).json()).toMatchObject({ stored: some.length });
  }
}

/** The dash makes a JavaScript engine store the string with two bytes per character. */
function competency(id: string, name: string): object {
  return { '@context': CASS, '@type': 'Competency', '@id': id, name, description: `– ${'a'.repeat(LENGTH)}` };
}

async function saveFramework(competency: readonly string[]): Promise<string> {
  const id = address('Framework');
  await saveAll([{ '@context': CASS, '@type': 'Framework', '@id': id, name: 'Drawings', competency }]);
  return id;
}

beforeAll(async () => {
  for (let at = 0; at < COUNT; at += BATCH_SIZE) {
    const some = Array.from({ length: BATCH_SIZE }, () => address('Competency'));
    ids.push(...some);
    await saveAll(some.map((id, index) => competency(id, `drawing ${at + index}`)));
  }
  whole = await saveFramework(ids);
  small = await saveFramework(ids.slice(0, SMALL_FRAMEWORK_SIZE));
  changed = address('Competency');
  for (let version = 0; version < COUNT; version += BATCH_SIZE) {
    const some = Array.from({ length: BATCH_SIZE }, (_, index) => {
      return competency(`${changed}/${1_700_000_000_000 + version + index}`, 'history');
    });
    await saveAll(some);
  }
  subject = (await person()).pem;
  session = (await mcpSession(client)).id;
}, 600_000);

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

type Sent = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Sends a request over a new connection. @param onData absent: nothing of the answer is read */
function send({ method = 'GET', path, headers = {}, body = '' }: Sent, onData?: (bytes: Buffer) => void): Socket {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {}); // the service may close a connection that reads nothing
  if (onData === undefined) socket.pause();
  else socket.on('data', onData);
  const fields = {
    host: `localhost:${server.port}`,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return socket;
}

/** Reads some of the answer, then pauses, again and again. */
function sendSlowly(request: Sent): void {
  const socket = send(request, () => {
    socket.pause();
    setTimeout(() => socket.resume(), 50);
  });
}

async function readWhole(sent: Sent): Promise<{ status: number; length: number; retryAfter: string | null }> {
  const { method = 'GET', path, headers = {}, body } = sent;
  const response = await fetch(new URL(path, server.url), {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  });
  let length = 0;
  for await (const chunk of response.body ?? []) length += chunk.length;
  return { status: response.status, length, retryAfter: response.headers.get('retry-after') };
}

/** Pings while others load the service. @returns the longest time that one took, in milliseconds */
async function pingWhile(duringMs: number): Promise<number> {
  const end = performance.now() + duringMs;
  let longest = 0;
  while (performance.now() < end) {
    const begin = performance.now();
    const response = await fetch(`${server.api}ping`, { signal: AbortSignal.timeout(PING_TIMEOUT_MS) });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    longest = Math.max(longest, performance.now() - begin);
    await pause(50);
  }
  return longest;
}

const routes: readonly (readonly [string, () => Sent])[] = [
  ['multiGet', () => ({ method: 'POST', path: '/api/sky/repo/multiGet', body: JSON.stringify(ids) })],
  [
    'multiGet that names each object three ways',
    () => {
      const guids = ids.map((id) => `data/x/${id.slice(id.lastIndexOf('/') + 1)}`);
      return { method: 'POST', path: '/api/sky/repo/multiGet', body: JSON.stringify([...ids, ...guids, ...ids]) };
    },
  ],
  ['search', () => ({ path: '/api/sky/repo/search?q=drawing&size=2000' })],
  ['history', () => ({ path: `${new URL(changed).pathname}?history=true` })],
  [
    'history as Turtle',
    () => ({ path: `${new URL(changed).pathname}?history=true`, headers: { accept: 'text/turtle' } }),
  ],
  ['CASE package', () => ({ path: `/api/ims/case/v1p0/CFPackages/${encodeURIComponent(whole)}` })],
  ['CASE package that fits', () => ({ path: `/api/ims/case/v1p0/CFPackages/${encodeURIComponent(small)}` })],
  ['CASE items', () => ({ path: '/api/ims/case/v1p0/CFItems?limit=500' })],
  ['CTDL-ASN', () => ({ path: `/api/ceasn/${encodeURIComponent(whole)}` })],
  ['CTDL-ASN that fits', () => ({ path: `/api/ceasn/${encodeURIComponent(small)}` })],
  ['ASN that fits', () => ({ path: `/api/asn/${encodeURIComponent(small)}`, headers: { accept: 'text/turtle' } })],
  [
    'profile',
    () => ({
      path: `/api/profile/latest?cache=false&frameworkId=${encodeURIComponent(whole)}&subject=${encodeURIComponent(subject)}`,
    }),
  ],
  [
    'MCP',
    () => ({
      method: 'POST',
      path: '/api/mcp',
      headers: { ...MCP_HEADERS, 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_data', arguments: { q: 'drawing', size: 2000 } },
      }),
    }),
  ],
];

describe.each(routes)('%s', (name, request) => {
  test(
    'leaves the service alive within its memory, whatever clients read',
    async () => {
      for (let client = 0; client < SILENT_CLIENTS; client++) send(request());
      for (let client = 0; client < SLOW_CLIENTS; client++) sendSlowly(request());
      const many = Array.from({ length: FAST_CLIENTS }, () => readWhole(request()).catch(() => null));
      const longestMs = await pingWhile(PRESSURE_MS);
      const now = memoryOf(server);
      for (const socket of sockets.splice(0)) socket.destroy();
      const statuses = (await Promise.all(many)).map((answer) => answer?.status ?? 'cut');
      for (const answer of await Promise.all(many)) {
        if (answer?.status === 503) expect(answer.retryAfter).toMatch(/^\d+$/);
      }
      expect(server.process.exitCode).toBeNull();
      expect(server.process.signalCode).toBeNull();
      const resident = memoryOf(server, 'VmHWM');
      console.info(
        name,
        Math.round(longestMs),
        'ms',
        Math.round(now / MIB),
        Math.round(resident / MIB),
        'MiB',
        JSON.stringify(statuses),
      );
      const after = await readWhole(request());
      console.info(name, 'then', after.status, after.length);
      expect(resident).toBeLessThan(MAX_RESIDENT_BYTES);
      expect([200, 400, 404, 413, 422]).toContain(after.status);
    },
    TEST_TIMEOUT_MS,
  );
});
