import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type Json, parseJson } from '../../shared/repository/linked-data/json.ts';
import { adminOf } from './cast.ts';
import { mayBeProtected, provenKeys, Refusal, shownPart } from './existing-sheets.ts';
import type { TestServer } from './server.ts';
import { type Person, sheet } from './signer.ts';
import { subscribeTo } from './subscriber.ts';

/** A proxy for a test server that behaves as existing servers do. */
export type ExistingServer = {
  readonly url: string;
  /** Number of requests so far by path, without ids. */
  readonly requests: ReadonlyMap<string, number>;
  /** Number of requests still to be answered 503 without forwarding. */
  failures: number;
  readonly close: () => Promise<void>;
};

const NOT_FOUND = 'Object not found or you did not supply sufficient permissions to access the object.';

/** Parameters of a search, with their defaults. */
type Search = {
  readonly q: string;
  readonly start: number;
  readonly size: number;
  readonly sort?: unknown;
  readonly ids?: unknown;
};

/**
 * Answers for a test server as CaSS 1.7.4 would: a search has no more than the first `window` results, and is refused beyond them. What
 * the caller may not read is left out of a page only then, and more results are requested if the page is too short. Answers have neither
 * cursors nor entity tags, errors are bare texts. There is no export. Notifications tell every subscriber about every object that changes.
 */
export async function showAsExisting(upstream: TestServer, window: number): Promise<ExistingServer> {
  const admin = await adminOf(upstream);
  const requests = new Map<string, number>();
  const proxy = { failures: 0 };

  async function rowsOf({ q, start, size, sort }: Search): Promise<readonly Json[]> {
    const body = new FormData();
    body.set('data', q);
    body.set('searchParams', JSON.stringify({ start, size, ...(sort !== undefined && { sort }) }));
    body.set('signatureSheet', await sheet(upstream.api, [admin]));
    const answer = await fetch(`${upstream.api}sky/repo/search`, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(answer.status === 400 ? 400 : 500, text);
    return parseJson(text, 'The answer') as readonly Json[];
  }

  /** The results that a caller may see. For each one that it may not see, 100 more are requested. */
  async function search(parameters: Search, keys: readonly string[] | null): Promise<readonly Json[]> {
    const { start, size } = parameters;
    requireSort(parameters.sort);
    for (let wanted = size; ; ) {
      if (start + wanted > window) {
        throw new Refusal(
          400,
          `Result window is too large, from + size must be less than or equal to: [${window}] but was [${start + wanted}].`,
        );
      }
      const found = await rowsOf({ ...parameters, size: wanted });
      const shown = found.flatMap((row) => shownPart(row, keys) ?? []);
      if (wanted === window || found.length < wanted || shown.length >= size) return shown.slice(0, size);
      wanted = Math.min(window, size + 100 * (found.length - shown.length));
    }
  }

  /** A read of an object, or of its versions, newest first. */
  async function read(path: string, sheets: readonly string[]): Promise<Json> {
    const signatureSheet = await sheet(upstream.api, [admin]);
    const answer = await fetch(new URL(path, upstream.url), { headers: { signatureSheet } });
    const text = await answer.text();
    if (answer.status === 404) throw new Refusal(404, NOT_FOUND);
    if (!answer.ok) throw new Refusal(answer.status, text);
    const keys = mayBeProtected(text) ? keysOf(sheets, admin) : [];
    const shown = shownPart(parseJson(text, 'The answer'), keys);
    if (shown === undefined || (Array.isArray(shown) && shown.length === 0)) throw new Refusal(404, NOT_FOUND);
    return shown;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', upstream.url);
    const name = `${url.pathname.replace(/^\/api\/data\/.*/, '/api/data/')}${url.search}`;
    requests.set(name, (requests.get(name) ?? 0) + 1);
    const form = await formOf(request);
    const header = request.headers['signaturesheet'];
    const sheets = [form.get('signatureSheet') ?? null, header ?? null].filter((one) => typeof one === 'string');
    if (url.pathname === '/api/ping') return sendJson(response, ping(admin));
    if (proxy.failures > 0) {
      proxy.failures--;
      response.writeHead(503, { 'retry-after': '0' }).end('busy');
    } else if (url.pathname === '/api/sky/repo/search') {
      const found = await search(searchIn(url.searchParams, form), keysOf(sheets, admin));
      const { ids } = searchIn(url.searchParams, form);
      sendJson(response, ids === undefined ? found : found.map(idOf));
    } else if (/^\/api\/data\/./.test(url.pathname)) {
      sendJson(response, await read(`${url.pathname}${url.search}`, sheets));
    } else {
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(404, headers).end(`<!DOCTYPE html><pre>Cannot ${request.method} ${url.pathname}</pre>`);
    }
  }

  const server = createServer((request, response) => {
    response.setHeader('x-powered-by', 'Express');
    answer(request, response).catch((error: unknown) => {
      response
        .writeHead(error instanceof Refusal ? error.status : 500)
        .end(String(error instanceof Refusal ? error.message : error));
    });
  });
  const channel = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (new URL(request.url ?? '/', upstream.url).pathname !== '/ws/custom') return void socket.destroy();
    channel.handleUpgrade(request, socket, head, (client) => channel.emit('connection', client, request));
  });
  const changes = await subscribeTo(upstream, { sheet: await sheet(upstream.api, [admin]) });
  changes.socket.on('message', (data) => {
    for (const client of channel.clients) client.send(data.toString());
  });

  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: async () => {
      await changes.leave();
      for (const client of channel.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** The keys that sheets prove; null for an admin, who sees everything. @throws Refusal */
function keysOf(sheets: readonly string[], admin: Person): readonly string[] | null {
  const keys = provenKeys(sheets, Date.now());
  return keys.includes(admin.pem) ? null : keys;
}

/** The parts of a form; none for other bodies. */
async function formOf(request: IncomingMessage): Promise<FormData> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const type = request.headers['content-type'];
  if (chunks.length === 0 || type === undefined) return new FormData();
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
}

/** Later sources win: the query string, then `searchParams`, then `data`. */
function searchIn(query: URLSearchParams, form: FormData): Search {
  const parameters = { ...Object.fromEntries(query), ...JSON.parse(String(form.get('searchParams') ?? '{}')) };
  const { q = '*', start = 0, size = 50, sort, ids } = parameters;
  const data = form.get('data');
  return { q: data === null ? q : String(data), start: Number(start), size: Number(size), sort, ids };
}

/** Checks that a sort is a string with JSON. @throws Refusal */
function requireSort(sort: unknown): void {
  if (sort === undefined) return;
  try {
    if (typeof sort !== 'string') throw new SyntaxError('"[object Object]" is not valid JSON');
    JSON.parse(sort);
  } catch (error) {
    throw new Refusal(500, String(error));
  }
}

function idOf(row: Json): Json {
  return typeof row === 'object' && row !== null && '@id' in row ? (row['@id'] ?? null) : null;
}

/** Sends JSON with its media type; other answers have none. */
function sendJson(response: ServerResponse, value: Json | object): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

function ping({ pem }: Person): object {
  return {
    ping: 'pong',
    version: '1.7.4',
    time: Date.now(),
    ssoViaP1: null,
    adminPublicKeys: [pem],
    postMaxSize: 52_428_800,
    signatureSheetHashAlgorithm: 'SHA-256',
    fips: 0,
  };
}
