import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineRequest } from '../../shared/stores/opensearch/engine/transport.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { createHttpTransport } from './http-transport.ts';
import { createPoolTransport } from './pool-transport.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** The server's responses, by path. */
const ANSWERS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>> = {
  '/es/echo?a=%22b%22': async (request, response) => {
    const { method, headers } = request;
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ method, headers, body: await text(request) }));
  },
  '/es/refused': (_request, response) => response.writeHead(404, JSON_TYPE).end('{"error":"no such index"}'),
  '/es/empty': (_request, response) => response.writeHead(200).end(),
  '/es/html': (_request, response) => response.writeHead(502).end('<html>'),
  '/es/moved': (_request, response) => response.writeHead(301, { location: '/' }).end(),
  '/es/silent': () => {},
  '/es/slow': (_request, response) => response.writeHead(200, { 'content-length': 100 }).write('{"a":'),
  '/es/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"a":', () => response.destroy());
  },
  '/es/long': (_request, response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify('ü'.repeat(10_000))),
  '/es/chunked': (_request, response) => {
    response.writeHead(200, JSON_TYPE).write('"');
    for (let chunk = 0; chunk < 10; chunk++) response.write('ü'.repeat(1_000));
    response.end('"');
  },
};

describe.each([
  ['undici', createPoolTransport],
  ['node:http', createHttpTransport],
  ['fetch', createFetchTransport],
])('a transport over %s', (_client, create) => {
  const server = createServer((request, response) => ANSWERS[request.url ?? '']?.(request, response));
  let request: (path: string, more?: Partial<EngineRequest>) => Promise<unknown>;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens at a port
    const endpoint = `http://127.0.0.1:${port}/es`;
    const transport = create({ endpoint, authorization: 'ApiKey x', ca: null, sign: null });
    request = (path, more) => transport.request({ method: 'GET', path, timeout: 10_000, ...more });
  });

  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('sends method, credentials and body, below the path of the endpoint', async () => {
    const body = '{"ü":1}';
    expect(await request('echo?a=%22b%22', { method: 'POST', body })).toMatchObject({
      status: 200,
      body: {
        method: 'POST',
        body,
        headers: { authorization: 'ApiKey x', 'content-length': '8', 'accept-encoding': 'identity', ...JSON_TYPE },
      },
    });
  });

  it('returns the status of a refusal, and null for an empty response', async () => {
    expect(await request('refused')).toEqual({ status: 404, body: { error: 'no such index' } });
    expect(await request('empty')).toEqual({ status: 200, body: null });
  });

  it.each([
    ['html', 'away'],
    ['moved', 'away'],
    ['cut', 'away'],
    ['silent', 'timeout'],
    ['slow', 'timeout'],
  ])('fails without a complete response in time: %s', async (path, kind) => {
    const timeout = kind === 'timeout' ? 50 : 10_000;
    await expect(request(path, { timeout })).rejects.toMatchObject({ name: 'EngineFailure', kind });
  });

  it('reads responses up to the limit, whether or not their length is announced', async () => {
    for (const path of ['long', 'chunked']) {
      expect(await request(path)).toEqual({ status: 200, body: 'ü'.repeat(10_000) });
      expect(await request(path, { maxBytes: 20_002 })).toEqual({ status: 200, body: 'ü'.repeat(10_000) });
      await expect(request(path, { maxBytes: 20_001 })).rejects.toMatchObject({ kind: 'large' });
    }
  });

  it('fails if nothing listens at the address', async () => {
    const transport = create({ endpoint: 'http://127.0.0.1:9', authorization: null, ca: null, sign: null });
    const call = transport.request({ method: 'GET', path: '', timeout: 10_000 });
    await expect(call).rejects.toMatchObject({ kind: 'away', status: null });
  });
});
