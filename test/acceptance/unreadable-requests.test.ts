import { Agent } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type RawAnswer, rawExchange } from '../support/raw-exchange.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

afterEach(async () => {
  expect(server.process.exitCode).toBeNull();
  expect(server.output()).not.toMatch(/\n\s+at /);
});

const HOST = 'Host: localhost\r\n';
const LAST = `GET /livez HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

/** Expects a problem document with this status, a request id, and no internals. */
function expectProblem({ status, headers, body }: RawAnswer, expected: number): void {
  expect(status, body).toBe(expected);
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({ status, requestId: headers['x-request-id'], detail: expect.stringMatching(/\.$/) });
  expect(body).not.toMatch(/\.ts:\d|node_modules|HPE_|ERR_/);
}

describe('an unreadable request gets a problem document, and the connection is closed', () => {
  test.each([
    [400, 'text that is not HTTP', 'hello\r\n\r\n'],
    [400, 'another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    [400, 'a handshake of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    [400, 'the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [400, 'a method that does not exist', `G@T /livez HTTP/1.1\r\n${HOST}\r\n`],
    [400, 'a byte in the target that is to be encoded', `GET /gr\xc3\xbcn?q=\xff HTTP/1.1\r\n${HOST}\r\n`],
    [400, 'a version that does not exist', `GET /livez HTTP/9.9\r\n${HOST}\r\n`],
    [400, 'a blank in the target', `GET /li vez HTTP/1.1\r\n${HOST}\r\n`],
    [400, 'a target without a slash', `OPTIONS livez HTTP/1.1\r\n${HOST}\r\n`],
    [400, 'a name of a field with a blank', `GET /livez HTTP/1.1\r\n${HOST}Bad Name: x\r\n\r\n`],
    [400, 'a name of a field that is not ASCII', `GET /livez HTTP/1.1\r\n${HOST}n\xe4me: x\r\n\r\n`],
    [400, 'NUL in a field', `GET /livez HTTP/1.1\r\n${HOST}x: a\0b\r\n\r\n`],
    [400, 'a length that is not a number', `POST /api/data/T/x HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`],
    [400, 'two lengths', `POST /api/data/T/x HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      400,
      'a length and chunks',
      `POST /api/data/T/x HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      400,
      'chunks that are none',
      `POST /api/data/T/x HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    [431, 'a field of 100 KB', `GET /livez HTTP/1.1\r\n${HOST}signatureSheet: ${'x'.repeat(100_000)}\r\n\r\n`],
    [431, 'a field of 1 MB', `GET /livez HTTP/1.1\r\n${HOST}signatureSheet: ${'x'.repeat(1_000_000)}\r\n\r\n`],
    [431, 'a target of 100 KB', `GET /api/sky/repo/search?q=${'x'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ])('%i %s', async (status, _, sent) => {
    const answers = await rawExchange(server.port, sent);
    expect(answers).toHaveLength(1);
    for (const answer of answers) {
      expectProblem(answer, status);
      expect(answer.headers.connection).toBe('close');
    }
    expect((await client.call('/livez')).status).toBe(200);
  });

  test('an answer that was begun is not mixed with another one', async () => {
    const sent = `GET /api/openapi.json HTTP/1.1\r\n${HOST}\r\n`.repeat(5);
    const answers = await rawExchange(server.port, `${sent}what is this\r\n\r\n`);
    for (const { status, body } of answers.slice(0, -1)) {
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ openapi: '3.0.3' });
    }
  });
});

describe('a request with an invalid address gets a problem document, and the connection stays open', () => {
  test.each([
    [400, 'no Host', `GET /livez HTTP/1.1\r\n\r\n`],
    [400, 'a Host with a path', 'GET /livez HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    [400, 'a Host with a user', 'GET /livez HTTP/1.1\r\nHost: a@b\r\n\r\n'],
    [400, 'a Host with a blank', 'GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n'],
    [400, 'a Host with a query', 'GET /livez HTTP/1.1\r\nHost: a?b\r\n\r\n'],
    [400, 'half an address as Host', 'GET /livez HTTP/1.1\r\nHost: [::1\r\n\r\n'],
    [400, 'a port that does not exist', 'GET /livez HTTP/1.1\r\nHost: a:99999\r\n\r\n'],
    [400, 'a Host that is not ASCII', 'GET /livez HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n'],
    [400, 'a target with a backslash', `GET /api\\ping HTTP/1.1\r\n${HOST}\r\n`],
    [400, 'a target that is half an address', `GET http://[/livez HTTP/1.1\r\n${HOST}\r\n`],
    [404, 'a target that leads nowhere', `GET /%ff%00%zz HTTP/1.1\r\n${HOST}\r\n`],
  ])('%i %s', async (status, _, sent) => {
    const [first, second, ...more] = await rawExchange(server.port, sent + LAST);
    if (first === undefined) throw new Error('There is no answer.');
    expectProblem(first, status);
    expect([second?.status, more]).toEqual([200, []]);
  });
});

describe('ignored parts of a request', () => {
  test.each([
    ['an expectation that is not known', `GET /livez HTTP/1.1\r\n${HOST}Expect: the-unexpected\r\n\r\n`],
    ['the absence of Host in HTTP/1.0', 'GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
    ['an empty Host', 'GET /livez HTTP/1.1\r\nHost:\r\n\r\n'],
  ])('%s', async (_, sent) => {
    const statuses = (await rawExchange(server.port, sent + LAST)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
  });
});

test('a preflight that requests invalid header fields is answered without them', async () => {
  const asked = 'Origin: https://a.example\r\nAccess-Control-Request-Headers: gr\xfcn\r\n';
  const [first, second] = await rawExchange(server.port, `OPTIONS /api/ping HTTP/1.1\r\n${HOST}${asked}\r\n${LAST}`);
  expect(first?.status).toBe(204);
  expect(first?.headers).not.toHaveProperty('access-control-allow-headers');
  expect(second?.status).toBe(200);
});

test('an upgrade to a protocol that is not offered is ignored, with and without a body', async () => {
  const upgrade = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAEAAEAAAAIAAAAAAAMAAABkAAQBAAAA',
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (call: Pick<RawRequest, 'method' | 'path' | 'body'>) =>
    rawRequest({ port: server.port, agent, headers: { ...upgrade, 'content-type': 'application/json' }, ...call });
  expect((await send({ path: '/livez' })).status).toBe(200);
  const search = await send({ method: 'POST', path: '/api/sky/repo/search', body: ['{"searchParams":{"q":"none"}}'] });
  expect(search.json()).toEqual([]);
  expect((await send({ path: '/livez' })).status).toBe(200);
  agent.destroy();
});
