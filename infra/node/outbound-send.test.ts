import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Problem } from '../../shared/base/errors/problem.ts';
import { type AllowList, ANY_PUBLIC, allBelow, NONE, parseAllowEntry } from '../../shared/base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundLimits } from '../../shared/base/outbound/outbound-fetch.ts';
import { type NameServer, startNameServer } from '../../test/support/name-server.ts';
import { createOutboundSend } from './outbound-send.ts';

const LIMITS: OutboundLimits = { maxBytes: 100_000, timeoutMs: 10_000, types: ['application/json', '+json'] };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const MEBIBYTE = 1 << 20;

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The responses of the server on 127.0.0.1, by path. */
const ANSWERS: Readonly<Record<string, Handler>> = {
  '/json': ({ headers }, response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify(headers)),
  '/linked': (_request, response) => response.writeHead(200, { 'content-type': 'application/ld+json' }).end('{}'),
  '/html': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  '/untyped': (_request, response) => response.writeHead(200).end('{}'),
  '/missing': (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('no'),
  '/empty': (_request, response) => response.writeHead(204).end(),
  '/declared': (_request, response) => response.writeHead(200, { ...JSON_TYPE, 'content-length': MEBIBYTE }).write('{'),
  '/endless': (_request, response) => {
    const send = (): void => void (response.destroyed || response.write('1'.repeat(10_000), () => setImmediate(send)));
    response.writeHead(200, JSON_TYPE);
    send();
  },
  '/silent': () => {},
  '/slow': (_request, response) => response.writeHead(200, JSON_TYPE).write('{'),
  '/cut': (_request, response) => response.writeHead(200, JSON_TYPE).write('{', () => response.destroy()),
  '/gzip': (_request, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
  '/bomb': (_request, response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8 * MEBIBYTE))),
  '/brotli': (_request, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'br' }).end('x'),
  '/other-protocol': ({ socket }) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  '/status-999': ({ socket }) =>
    socket.end('HTTP/1.1 999 Other\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
  '/status-000': ({ socket }) =>
    socket.end('HTTP/1.1 000 None\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'),
  '/not-gzip': (_request, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end('x'),
};

/** The response to `/redirect?to=…&status=…`, and to `/chain/n`, which redirects n times. */
const redirect: Handler = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://any.example');
  const left = Number(pathname.split('/')[2]);
  const next = left > 1 ? `/chain/${left - 1}` : '/json';
  const location = searchParams.get('to') ?? next;
  response.writeHead(Number(searchParams.get('status') ?? 302), { location }).end();
};

let requests: string[] = [];
let names: NameServer;
let server: Server;
let other: Server;
let origin: string;
let port: number;

async function listen(created: Server, host: string, on = 0): Promise<Server> {
  created.listen(on, host);
  await once(created, 'listening');
  return created;
}

beforeAll(async () => {
  names = await startNameServer();
  server = await listen(
    createServer((request, response) => {
      requests.push(`127.0.0.1 ${request.url}`);
      const answer = ANSWERS[request.url ?? ''] ?? redirect;
      answer(request, response);
    }),
    '127.0.0.1',
  );
  ({ port } = server.address() as AddressInfo); // a TCP server has an address with a port
  other = await listen(
    createServer((request, response) => {
      requests.push(`127.0.0.2 ${request.url}`);
      response.writeHead(200, { ...JSON_TYPE, connection: 'close' }).end(JSON.stringify(request.headers));
    }),
    '127.0.0.2',
    port,
  );
  origin = `http://127.0.0.1:${port}`;
});

beforeEach(() => {
  requests = [];
  names.queries.length = 0;
});

afterAll(async () => {
  for (const each of [server, other]) {
    each.close();
    each.closeAllConnections();
  }
  await names.close();
});

function entries(...texts: string[]): AllowList {
  return { anyPublic: true, entries: texts.flatMap((text) => parseAllowEntry(text) ?? []) };
}

/** A fetch that may call the server on 127.0.0.1, and public addresses. */
function fetchFrom(allowed = entries(`${origin}/*`), limits: Partial<OutboundLimits> = {}): typeof fetch {
  const send = createOutboundSend(names.resolve);
  return createOutboundFetch({ allowed, trusted: [] }, { ...LIMITS, ...limits }, send);
}

/** The code of the problem with which a fetch, or reading its body, fails. */
async function problemOf(response: Promise<Response>): Promise<string> {
  const error: unknown = await response.then((found) => found.text()).catch((thrown: unknown) => thrown);
  return (error as Problem).code; // undefined for anything else
}

describe('a name', () => {
  test('E9 is resolved once for a connection, and a second resolution cannot redirect it', async () => {
    names.answers.set('rebinding.example', [['127.0.0.2'], ['127.0.0.1']]);
    const send = createOutboundSend(names.resolve);
    const trusted = [allBelow(`http://rebinding.example:${port}`)];
    const fetch = createOutboundFetch({ allowed: NONE, trusted }, LIMITS, send);
    expect(await fetch(`http://rebinding.example:${port}/json`)).toMatchObject({ status: 200 });
    expect(requests).toEqual(['127.0.0.2 /json']);
    expect(names.queries).toEqual(['rebinding.example']);
  });

  test('E9 is refused when it resolves to loopback, even if it was public before', async () => {
    names.answers.set('public-first.example', [['8.8.8.8'], ['127.0.0.1']]);
    const reach = { method: 'GET', headers: new Headers(), body: null, reach: 'public' } as const;
    const send = createOutboundSend(names.resolve);
    const url = new URL(`http://public-first.example:${port}/json`);
    const controller = new AbortController();
    const first = send({ ...reach, url, signal: controller.signal });
    controller.abort(); // there is nothing to connect to: only the name is resolved
    await expect(first).rejects.toThrow();
    await expect.poll(() => names.queries.length).toBe(1);
    await expect(send({ ...reach, url, signal: AbortSignal.timeout(10_000) })).rejects.toMatchObject({
      code: 'fetch-refused',
    });
    expect(requests).toEqual([]);
  });

  test.each([[['127.0.0.1']], [['10.0.0.1', '169.254.169.254']], [['0.0.0.0']]])(
    'E1-E7 is refused before anything is sent when it resolves to %s, listed or not',
    async (addresses) => {
      names.answers.set('private.example', [addresses]);
      const address = `http://private.example:${port}/json`;
      expect(await problemOf(fetchFrom()(address))).toBe('fetch-refused');
      expect(await problemOf(fetchFrom(entries(address))(address))).toBe('fetch-refused');
      expect(requests).toEqual([]);
    },
  );

  test('is refused like a private one when it does not exist', async () => {
    expect(await problemOf(fetchFrom()(`http://unknown.example:${port}/json`))).toBe('fetch-refused');
  });

  test('opens loopback when it is localhost and listed, even with a dot at its end', async () => {
    names.answers.set('localhost', [['127.0.0.1']]);
    const allowed = entries(`http://localhost:${port}/json`);
    expect(await fetchFrom(allowed)(`http://localhost.:${port}/json`)).toMatchObject({ status: 200 });
    expect(await problemOf(fetchFrom()(`http://localhost.:${port}/json`))).toBe('fetch-refused');
    expect(requests).toEqual(['127.0.0.1 /json']);
  });
});

describe('an address', () => {
  test.each(['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '[::1]', '0', '127.0.0.1.'])(
    'E8 is refused with the host %s, as 127.0.0.1 is',
    async (host) => {
      expect(await problemOf(fetchFrom(ANY_PUBLIC)(`http://${host}:${port}/json`))).toBe('fetch-refused');
      expect(requests).toEqual([]);
    },
  );

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:application/json,{}', 'gopher://127.0.0.1', '/json', 'x'])(
    'E12 is refused when it is %s',
    async (address) => {
      expect(await problemOf(fetchFrom()(address))).toBe('fetch-refused');
    },
  );

  test('E14 is refused with credentials', async () => {
    expect(await problemOf(fetchFrom()(`http://user:secret@127.0.0.1:${port}/json`))).toBe('fetch-refused');
    expect(requests).toEqual([]);
  });
});

describe('a redirect', () => {
  test('E10 is followed at most three times', async () => {
    expect(await fetchFrom()(`${origin}/chain/3`)).toMatchObject({ status: 200 });
    expect(requests).toHaveLength(4);
    expect(await problemOf(fetchFrom()(`${origin}/chain/4`))).toBe('fetch-failed');
    expect(requests).toHaveLength(8);
  });

  test.each([
    ['http://127.0.0.2:PORT/json'],
    ['//2130706434:PORT/json'],
    ['http://169.254.169.254/latest/meta-data/'],
    ['http://private.example:PORT/json'],
    ['http://user:secret@127.0.0.1:PORT/json'],
    ['file:///etc/passwd'],
    ['http://['],
  ])('E10 is refused when it leads to %s', async (target) => {
    names.answers.set('private.example', [['127.0.0.2']]);
    const to = encodeURIComponent(target.replace('PORT', String(port)));
    expect(await problemOf(fetchFrom()(`${origin}/redirect?to=${to}`))).toBe('fetch-refused');
    expect(requests).toHaveLength(1);
  });

  test('E14 sends no credentials to another origin', async () => {
    const to = encodeURIComponent(`http://127.0.0.2:${port}/json`);
    const allowed = entries(`${origin}/*`, `http://127.0.0.2:${port}/*`);
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-admin-secret': 's', accept: 'application/json' };
    const sent: unknown = await (await fetchFrom(allowed)(`${origin}/redirect?to=${to}`, { headers })).json();
    expect(sent).toEqual({
      host: `127.0.0.2:${port}`,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-encoding': 'gzip',
    });
  });

  test.each([301, 302, 303, 307, 308])('is not followed when it answers a POST with status %s', async (status) => {
    const address = `${origin}/redirect?to=/json&status=${status}`;
    expect(await problemOf(fetchFrom()(address, { method: 'POST', body: 'secret' }))).toBe('fetch-failed');
    expect(requests).toHaveLength(1);
  });

  test('is returned or refused if the caller chooses so', async () => {
    const address = `${origin}/redirect?to=/json`;
    const answer = await fetchFrom()(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/json']);
    expect(await problemOf(fetchFrom()(address, { redirect: 'error' }))).toBe('fetch-failed');
    expect(requests).toHaveLength(2);
  });
});

describe('a response', () => {
  test('is returned with its status, headers and body, decompressed', async () => {
    const headers = { authorization: 'Bearer x' };
    expect(await (await fetchFrom()(`${origin}/json`, { headers })).json()).toMatchObject(headers);
    expect(await (await fetchFrom()(`${origin}/gzip`)).json()).toEqual({ a: 1 });
    expect(await (await fetchFrom()(`${origin}/linked`)).text()).toBe('{}');
    expect(await fetchFrom()(`${origin}/empty`)).toMatchObject({ status: 204, body: null });
    expect(await fetchFrom()(`${origin}/missing`)).toMatchObject({ status: 404 });
    expect(await fetchFrom()(`${origin}/html`, { method: 'HEAD' })).toMatchObject({ status: 200, body: null });
  });

  test.each(['/html', '/untyped', '/declared', '/endless', '/bomb', '/brotli', '/not-gzip', '/cut'])(
    'E13 is refused when it is too long, broken or of another type: %s',
    async (path) => {
      expect(await problemOf(fetchFrom()(origin + path))).toBe('fetch-failed');
    },
  );

  test.each(['/other-protocol', '/status-999', '/status-000'])(
    'is refused when it is not an HTTP response to a request: %s',
    async (path) => {
      expect(await problemOf(fetchFrom()(origin + path))).toBe('fetch-failed');
    },
  );

  test.each(['/silent', '/slow'])('E13 is aborted when it takes too long: %s', async (path) => {
    expect(await problemOf(fetchFrom(undefined, { timeoutMs: 200 })(origin + path))).toBe('fetch-failed');
  });

  test('closes its connection when it is not read to its end', async () => {
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    const answer = await fetchFrom()(`${origin}/endless`);
    await answer.body?.cancel();
    await closed;
  });

  test('is aborted when the caller aborts, with the same reason', async () => {
    const reason = new Error('not needed');
    const controller = new AbortController();
    const answer = fetchFrom()(`${origin}/silent`, { signal: controller.signal });
    await expect.poll(() => requests.length).toBe(1);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });
});
