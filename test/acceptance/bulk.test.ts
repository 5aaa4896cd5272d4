import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call, Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { newEncryptedValue, newThing, nextVersion, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);
const run = promisify(execFile);

/** The objects in the lines of an answer. */
function objectsIn({ status, text }: Pick<Answer, 'status' | 'text'>): Thing[] {
  expect(status, text).toBe(200);
  if (text === '') return [];
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Thing);
}

async function bulk(query: Record<string, string> = {}, call: Call = {}): Promise<Answer> {
  return client.call(`/api/bulk?${new URLSearchParams(query)}`, call);
}

/** The address that an answer links to in this relation. */
function linked({ headers }: Answer, relation: string): string | undefined {
  const address = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(headers.get('link') ?? '')?.[1];
  return address === undefined ? undefined : new URL(address, `${server.api}bulk`).href;
}

/** A type of its own, so that tests that run on one store do not meet. */
function ownType(): { readonly type: string; readonly hint: string } {
  const type = `Own${randomUUID().replaceAll('-', '')}`;
  return { type, hint: `*.${type.toLowerCase()}` };
}

async function saveAll(things: readonly Thing[], sheet?: string): Promise<void> {
  const answer = await client.call('/api/sky/repo/multiPut', { json: things, ...(sheet !== undefined && { sheet }) });
  expect(answer.json()).toMatchObject({ stored: things.length });
}

function manyOf(type: string, count: number, members: Record<string, unknown> = {}): Thing[] {
  return Array.from({ length: count }, (_, order) => newThing(server, { '@type': type, order, ...members }));
}

describe('what it has', () => {
  const { type, hint } = ownType();
  let open: Thing;
  let hidden: Thing;
  let nested: Thing;
  let encrypted: Thing;

  beforeAll(async () => {
    open = newThing(server, { '@type': type, name: 'Überblick\u2028\n{}' });
    hidden = newThing(server, { '@type': type, name: 'hidden', '@reader': [cast.reader.pem] });
    nested = newThing(server, {
      '@type': type,
      part: { '@type': 'Part', name: 'secret part', '@reader': [cast.reader.pem] },
    });
    encrypted = newEncryptedValue(server, { encryptedType: type, '@owner': [cast.owner.pem] });
    for (const thing of [open, hidden, nested]) await client.save(thing);
    await client.save(encrypted, cast.sheets.owner);
  });

  test('each caller gets what it may read, each object once and exactly as by a read', async () => {
    const expected = {
      anonymous: [open, nested],
      other: [open, nested],
      reader: [open, hidden, nested],
      owner: [open, nested, encrypted],
      admin: [open, hidden, nested, encrypted],
    };
    for (const caller of ['anonymous', 'other', 'reader', 'owner', 'admin'] as const) {
      const sheet = cast.sheets[caller];
      const answer = await bulk({ type: `${hint},*encryptedvalue` }, { sheet });
      expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
      const lines = answer.text.split('\n').slice(0, -1);
      const reads = await Promise.all(
        expected[caller].map(async (thing) => (await client.call(shortId(thing), { sheet })).text),
      );
      expect(lines.toSorted(), caller).toEqual(reads.toSorted());
    }
  });

  test('older versions and deleted objects are not in it', async () => {
    const { type, hint } = ownType();
    const [first, second] = manyOf(type, 2);
    if (first === undefined || second === undefined) throw new Error('There are two.');
    await saveAll([first, second]);
    await client.save(nextVersion(first, { order: 7 }));
    await client.call(shortId(second), { method: 'DELETE' });
    expect(objectsIn(await bulk({ type: hint })).map(({ order }) => order)).toEqual([7]);
  });

  test('without a type it has all, and exclusions work as in a search', async () => {
    const all = objectsIn(await bulk()).map(({ '@type': name }) => name);
    expect(all).toContain(type);
    const others = objectsIn(await bulk({ type: `-${hint}` })).map(({ '@type': name }) => name);
    expect(others).not.toContain(type);
  });
});

describe('while others write', () => {
  test('every object that stays is sent once, in pages, whose requests may be repeated', async () => {
    const { type, hint } = ownType();
    const stock = manyOf(type, 300);
    await saveAll(stock);
    const seen: string[] = [];
    const monitors = new Set<string | undefined>();
    let address: string | undefined = `${server.api}bulk?${new URLSearchParams({ type: hint, limit: '23' })}`;
    for (let page = 0; address !== undefined; page++) {
      expect(page).toBeLessThan(20);
      await client.call(address); // whose connection broke
      const answer: Answer = await client.call(address);
      seen.push(...objectsIn(answer).map(shortId));
      monitors.add(linked(answer, 'monitor'));
      const changed = stock.slice(page * 20, page * 20 + 5);
      await saveAll([...manyOf(type, 3, { late: true }), ...changed.map((thing) => nextVersion(thing, { page }))]);
      address = linked(answer, 'next');
    }
    expect(seen.filter((id) => stock.some((thing) => shortId(thing) === id)).toSorted()).toEqual(
      stock.map(shortId).toSorted(),
    );
    expect(new Set(seen).size).toBe(seen.length);
    expect(monitors.size, 'all pages lead to the changes since the first one').toBe(1);
  });

  test('one stream is read while objects come, change and go', async () => {
    const { type, hint } = ownType();
    const stock = manyOf(type, 2500);
    await saveAll(stock);
    const response = await fetch(`${server.api}bulk?type=${hint}`);
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    const chunks: Uint8Array[] = [];
    for (let round = 0; ; round++) {
      const { value, done } = await reader.read();
      if (done) break;
      chunks.push(value);
      if (round < 5)
        await saveAll([
          ...manyOf(type, 5, { late: true }),
          ...stock.slice(round, round + 1).map((thing) => nextVersion(thing)),
        ]);
    }
    const ids = objectsIn({ status: 200, text: Buffer.concat(chunks).toString() }).map(shortId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(stock.map(shortId).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('the rest of the stream follows a page', async () => {
    const { type, hint } = ownType();
    const stock = manyOf(type, 30);
    await saveAll(stock);
    const first = await bulk({ type: hint, limit: '12' });
    const next = new URL(linked(first, 'next') ?? '');
    const rest = await bulk({ type: hint, cursor: next.searchParams.get('cursor') ?? '' });
    expect([...objectsIn(first), ...objectsIn(rest)].map(shortId).toSorted()).toEqual(stock.map(shortId).toSorted());
    expect(linked(rest, 'next')).toBeUndefined();
  });
});

describe('how it is sent', () => {
  test('compressed for fetch, for curl, and for who decompresses it', async () => {
    const { type, hint } = ownType();
    await saveAll(manyOf(type, 400));
    const address = `${server.api}bulk?type=${hint}`;
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    const compressed = await fetch(address);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    expect(await compressed.text()).toBe(text);
    expect((await run('curl', ['-s', '--compressed', address], { maxBuffer: 1e8 })).stdout).toBe(text);
    const bytes = await run('curl', ['-s', '-H', 'accept-encoding: gzip', address], { encoding: 'buffer' });
    expect(bytes.stdout.length).toBeLessThan(text.length / 3);
    expect(gunzipSync(bytes.stdout).toString()).toBe(text);
    const refused = await fetch(address, { headers: { 'accept-encoding': 'gzip;q=0, br' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  test('HEAD has the headers alone', async () => {
    const answer = await bulk({ limit: '1' }, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(linked(answer, 'monitor')).toMatch(/\/api\/changes\?since=./);
  });

  test('a client that reads nothing does not stop others', async () => {
    const { type, hint } = ownType();
    await saveAll(manyOf(type, 300, { text: 'x'.repeat(20_000) }));
    const sockets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = connect(server.port, '127.0.0.1');
        await once(socket, 'connect');
        socket.pause();
        socket.write(`GET /api/bulk?type=${hint} HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`);
        return socket;
      }),
    );
    expect(objectsIn(await bulk({ type: hint }))).toHaveLength(300);
    expect(objectsIn(await bulk({ type: hint, limit: '20' }))).toHaveLength(20);
    for (const socket of sockets) socket.destroy();
  });
});

describe('the entity tag', () => {
  const tagged = (etag: string, call: Call = {}, query = {}) =>
    bulk(query, { ...call, headers: { 'if-none-match': etag } });

  // On a cluster a position is two minutes old, as other instances may be writing: that takes long.
  const isSlow = process.env.STORE === 'opensearch';
  test.skipIf(isSlow && process.env['CHECKS'] !== 'full')(
    'gives 304 while nothing in the store changes, to the same caller who asks for the same',
    async () => {
      const current = async () => (await tagged((await bulk()).headers.get('etag') ?? '')).status;
      await expect.poll(current, { timeout: 150_000, interval: 1000 }).toBe(304);
      const etag = (await bulk()).headers.get('etag') ?? '';
      const unchanged = await tagged(etag);
      expect({ status: unchanged.status, etag: unchanged.headers.get('etag') }).toEqual({ status: 304, etag });
      expect((await tagged(`"other", ${etag}`)).status).toBe(304);
      expect((await tagged(etag, { sheet: cast.sheets.reader })).status).toBe(200);
      expect((await tagged(etag, {}, { type: '*thing' })).status).toBe(200);
      await client.save(newThing(server));
      expect((await tagged(etag)).status).toBe(200);
    },
    180_000,
  );

  test.each(['"x"', '*', 'W/""', '"..."', 'x', `"${'x'.repeat(100)}.0123"`])(
    'another tag than one of its own means nothing: %s',
    async (etag) => {
      expect((await tagged(etag)).status).toBe(200);
    },
  );
});

describe('requests that it refuses', () => {
  test.each(['x', '', '%', 'AAAA', '{}', 'e30', 'x'.repeat(10_000)])('a cursor of no page: "%s"', async (cursor) => {
    const answer = await bulk({ cursor });
    expect(answer.json()).toMatchObject({ status: 400, where: 'cursor' });
  });

  test('a cursor of another type', async () => {
    const { type, hint } = ownType();
    await saveAll(manyOf(type, 3));
    const next = new URL(linked(await bulk({ type: hint, limit: '1' }), 'next') ?? '');
    const answer = await bulk({ type: '*', cursor: next.searchParams.get('cursor') ?? '' });
    expect(answer.json()).toMatchObject({ status: 400, where: 'cursor' });
  });

  test.each([
    [{ type: 'Upper' }, 'type'],
    [{ type: 'a..b' }, 'type'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '10001' }, 'limit'],
    [{ limit: 'all' }, 'limit'],
  ])('%j', async (query, where) => {
    expect((await bulk(query)).json()).toMatchObject({ status: 400, where });
  });

  test('a format that is not offered: 406 names the one that is', async () => {
    const answer = await bulk({}, { headers: { accept: 'text/csv' } });
    expect(answer.json()).toMatchObject({ status: 406, detail: 'Offered are application/x-ndjson.' });
  });

  test('a sheet without a valid entry: the list would look complete', async () => {
    const answer = await bulk({}, { sheet: '[{"@owner":"x"}]' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});
