import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { adminOf } from './cast.ts';
import type { TestServer } from './server.ts';
import { sheet } from './signer.ts';

/** An address that shows a server as existing ones show themselves. */
export type ServerWithoutCursors = {
  readonly url: string;
  /** Requests so far by their path, ids left out. */
  readonly requests: ReadonlyMap<string, number>;
  /** Requests that are answered 503 and not passed on, counted down. */
  failures: number;
  readonly close: () => Promise<void>;
};

/** An object as it comes from the server. */
type Row = { readonly '@id': string; readonly [name: string]: unknown };

/**
 * Puts a server without cursors in front of a test server: searches show no more than the first `window` results, refuse
 * what is beyond, and leave out what the caller may not read only then, asking for more where a page comes out short. There
 * is no export.
 */
export async function withoutCursors(upstream: TestServer, window: number): Promise<ServerWithoutCursors> {
  const admin = await adminOf(upstream);
  const requests = new Map<string, number>();

  async function rowsOf(q: string, start: number, size: number, sort: string | undefined): Promise<readonly Row[]> {
    const body = new FormData();
    body.set('data', q);
    body.set('searchParams', JSON.stringify({ start, size, ...(sort !== undefined && { sort }) }));
    body.set('signatureSheet', await sheet(upstream.api, [admin]));
    const answer = await fetch(`${upstream.api}sky/repo/search`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Row[];
  }

  async function search(form: FormData): Promise<{ status: number; text: string }> {
    const { start = 0, size = 50, sort, ids } = JSON.parse(String(form.get('searchParams') ?? '{}'));
    const pems = (JSON.parse(String(form.get('signatureSheet') ?? '[]')) as Record<string, string>[]).map(
      (entry) => entry['@owner'] ?? '',
    );
    let wanted = size;
    for (;;) {
      if (start + wanted > window) return { status: 400, text: 'Result window is too large' };
      const raw = await rowsOf(String(form.get('data') ?? '*'), start, wanted, sort);
      const rows = raw.filter((row) => isShown(row, pems));
      if (wanted === window || raw.length < wanted || rows.length >= size) {
        const shown = rows.slice(0, size);
        return { status: 200, text: JSON.stringify(ids === undefined ? shown : shown.map((row) => row['@id'])) };
      }
      wanted = Math.min(window, size + 100 * (raw.length - rows.length));
    }
  }

  const proxy = { failures: 0 };
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  server.on('upgrade', (request, socket, head) => {
    const through = connect(upstream.port, '127.0.0.1');
    for (const one of [socket, through]) one.on('error', () => undefined);
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    through.write([`GET ${request.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
    through.write(head);
    socket.pipe(through).pipe(socket);
    sockets.add(socket).add(through);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const name = path.replace(/\/api\/data\/.*?(\?.*)?$/, '/api/data/$1');
    requests.set(name, (requests.get(name) ?? 0) + 1);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (path !== '/api/ping' && proxy.failures > 0) {
      proxy.failures--;
      response.writeHead(503, { 'retry-after': '0' }).end('busy');
    } else if (path.startsWith('/api/util/')) response.writeHead(404).end('not here');
    else if (path === '/api/sky/repo/search') {
      const type = request.headers['content-type'] ?? '';
      const found = await search(await new Response(body, { headers: { 'content-type': type } }).formData());
      response.writeHead(found.status, { 'content-type': 'application/json' }).end(found.text);
    } else {
      const { 'content-type': type = '' } = request.headers;
      const init = request.method === 'POST' ? { body, headers: { 'content-type': type } } : {};
      const passed = await fetch(new URL(path, upstream.url), { method: request.method ?? 'GET', ...init });
      response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'text/plain' });
      response.end(await passed.text());
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: async () => {
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** As on existing servers: a key anywhere in a protected object permits reading it. */
function isShown(row: Row, pems: readonly string[]): boolean {
  const readers = (row['@reader'] ?? row.reader ?? []) as readonly string[];
  const isProtected = readers.length > 0 || row['@type'] === 'EncryptedValue';
  const text = JSON.stringify(row);
  return !isProtected || pems.some((pem) => text.includes(pem));
}
