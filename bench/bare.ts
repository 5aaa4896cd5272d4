/** The raw limits: the least code that serves the same bytes. Run by the benchmarks, with: port, mode, and a directory or, for `put`, the address that ids begin with. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { decodeBase64 } from '../shared/base/crypto/base64.ts';
import { parsePublicKey } from '../shared/base/crypto/public-key.ts';
import { createRowMaker, openBareInserts, type Rows } from './bare-inserts.ts';

const [port, mode, argument = ''] = process.argv.slice(2);
const db = new DatabaseSync(mode === 'put' ? ':memory:' : join(argument, 'bare.sqlite'));
const app = new Hono();

if (mode === 'search') {
  const find = db.prepare(
    'SELECT o.text FROM terms JOIN objects o ON o.rowid = terms.rowid WHERE terms MATCH ? ORDER BY rank LIMIT 50',
  );
  app.get('/search', (c) => {
    const texts = find.all(c.req.query('q') ?? '').map((row) => row.text);
    return c.body(`[${texts.join(',')}]`, 200, { 'content-type': 'application/json' });
  });
} else if (mode === 'put') {
  const makeRows = createRowMaker([argument]);
  const { insert } = await openBareInserts();
  let waiting: { readonly rows: Rows; readonly stored: () => void }[] = [];
  const commit = () => {
    const together = waiting;
    waiting = [];
    insert(together.map(({ rows }) => rows));
    for (const { stored } of together) stored();
  };
  app.post('/api/data/:type/:uid', async (c) => {
    const object = await c.req.json();
    await verify(c.req.header('signatureSheet') ?? '');
    const rows = makeRows(object);
    await new Promise<void>((stored) => {
      waiting.push({ rows, stored });
      if (waiting.length === 1) setImmediate(commit); // what arrives in this turn of the event loop shares a commit
    });
    return c.body(rows.text, 200, { 'content-type': 'application/json' });
  });
} else if (mode === 'post') {
  let answer = '';
  app.put('/api/mcp', async (c) => {
    answer = await c.req.text();
    return c.body(null, 204);
  });
  app.post('/api/mcp', async (c) => {
    const { jsonrpc } = await c.req.json();
    return c.body(jsonrpc === '2.0' ? answer : '', 200, { 'content-type': 'application/json' });
  });
} else {
  const get = db.prepare('SELECT text FROM objects WHERE guid = ?');
  app.get('/api/data/:type/:uid', async (c) => {
    if (mode === 'verify') await verify(c.req.header('signatureSheet') ?? '');
    const row = get.get(c.req.param('uid'));
    if (row === undefined) return c.notFound();
    return c.body(String(row.text), 200, { 'content-type': 'application/json' });
  });
}

const keys = new Map<string, CryptoKey>();

async function verify(sheet: string): Promise<void> {
  const [{ '@owner': owner, '@signatureSha256': signature, ...rest }] = JSON.parse(sheet);
  let key = keys.get(owner);
  if (key === undefined) {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    key = await crypto.subtle.importKey('spki', parsePublicKey(owner).spki as BufferSource, algorithm, false, [
      'verify',
    ]);
    keys.set(owner, key);
  }
  const text = `{"@context":"${rest['@context']}","@owner":"${owner}","@type":"${rest['@type']}","expiry":${rest.expiry},"server":"${rest.server}"}`;
  const bytes = decodeBase64(signature);
  const valid =
    bytes !== null && (await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, bytes, new TextEncoder().encode(text)));
  if (!valid) throw new Error('The bare server could not verify a signature.');
}

const address = { port: Number(port), hostname: '127.0.0.1' };
const ready = () => process.send?.('ready');
if (mode === 'http') serveWithoutHono();
else serve({ fetch: app.fetch, ...address }, ready);

/** The same as `get` on `node:http` alone. */
function serveWithoutHono(): void {
  const get = db.prepare('SELECT text FROM objects WHERE guid = ?');
  const server = createServer(({ url = '' }, response) => {
    const row = get.get(url.slice(url.lastIndexOf('/') + 1));
    if (row === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(String(row.text));
  });
  server.listen(address.port, address.hostname, ready);
}
