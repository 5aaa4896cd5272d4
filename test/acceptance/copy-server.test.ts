import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Cast, castOf } from '../support/cast.ts';
import { type Client, createClient, type Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { type ExistingServer, showAsExisting } from '../support/existing-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { md5, newThing, nextVersion, shortId, THING } from '../support/things.ts';

/** How long an operation may take until another request sees its begin or its end. */
const WAIT_MS = 30_000;
const NDJSON = 'application/x-ndjson';

let from: TestServer;
let fromClient: Client;
let fromCast: Cast;
let existing: ExistingServer;
/** Answers whatever a test says. */
let other: Server;
let answer: (path: string, response: ServerResponse) => void;
let to: TestServer;
let client: Client;
let cast: Cast;

beforeAll(async () => {
  from = await startServer();
  fromClient = createClient(from);
  fromCast = await castOf(from);
  existing = await showAsExisting(from, 10_000);
  other = createServer((request, response) => answer(request.url ?? '', response));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const allowed = [from.url, existing.url, addressOf(other)].map((address) => `${new URL(address).origin}/*`);
  to = await startServer({ FETCH_ALLOW_LIST: allowed.join(',') });
  client = createClient(to);
  cast = await castOf(to);
});
afterAll(async () => {
  await existing.close();
  other.close();
  other.closeAllConnections();
  await Promise.all([from.dispose(), to.dispose()]);
});
beforeEach(async () => {
  for (const [each, { sheets }] of [[fromClient, fromCast] as const, [client, cast] as const]) {
    expect((await each.call('/api/util/purge', { method: 'POST', sheet: sheets.admin })).status).toBe(200);
  }
});

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Asks for a copy as the admin. */
function copy(json: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer> {
  return client.call('/api/util/copy', { json, headers, sheet: cast.sheets.admin });
}

const secretOf = ({ directory }: TestServer) => readFile(join(directory, 'keys', 'skyId.secret'), 'utf8');

async function lastCopy(): Promise<Record<string, unknown> | undefined> {
  const { operations } = (await client.call('/api/util/operations', { sheet: cast.sheets.admin })).json();
  return operations.find(({ operation }: { operation: string }) => operation === 'copy');
}

const competency = (name: string): Thing => {
  const id = `${from.api}data/schema.cassproject.org.0.4.Competency/${name}/1000`;
  return { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': id, name };
};

describe('a copy by search', () => {
  test('is previewed by type: what is new, changed and the same', async () => {
    const several = ['one', 'two', 'three'].map((name) => competency(name));
    const foreign = { ...THING, '@id': 'https://elsewhere.example/things/12345' };
    for (const object of [...several, foreign]) await fromClient.save(object);
    expect((await copy({ from: from.url })).json()).toMatchObject({ restored: 4 });
    await fromClient.save(nextVersion(competency('two'), { name: 'changed' }));
    await fromClient.save(competency('four'));
    const preview = await copy({ from: from.api, dryRun: true });
    expect(preview.json()).toMatchObject({
      way: 'search',
      objects: 5,
      new: 1,
      changed: 1,
      same: 3,
      complete: true,
      types: [
        { type: 'Competency', new: 1, changed: 1, same: 2 },
        { type: 'Thing', new: 0, changed: 0, same: 1 },
      ],
    });
    expect((await client.call(`/api/data/${md5(competency('four'))}`)).status).toBe(404);
  });

  test.each([
    ['of this kind', () => from.url],
    ['as existing ones are', () => existing.url],
  ])('brings from a server %s versions and owners, and leaves what is hidden', async (_name, url) => {
    const owned = newThing(from, { name: 'first', '@owner': [fromCast.owner.pem] });
    const hidden = newThing(from, { '@owner': [fromCast.owner.pem], '@reader': [fromCast.reader.pem] });
    await fromClient.save(owned, fromCast.sheets.owner);
    await fromClient.save(nextVersion(owned, { name: 'second' }), fromCast.sheets.owner);
    await fromClient.save(hidden, fromCast.sheets.owner);
    const { status, text } = await copy({ from: url() });
    expect([status, text]).toEqual([200, expect.stringMatching(/"restored":2,.*"failedCount":0,/)]);
    const versions = (await client.call(`/api/data/${md5(owned)}?history=true`)).json();
    expect(versions.map(({ name }: { name: string }) => name)).toEqual(['second', 'first']);
    expect(versions[0]['@owner']).toEqual([fromCast.owner.pem]);
    expect((await client.call(`/api/data/${md5(hidden)}`, { sheet: cast.sheets.admin })).status).toBe(404);
    expect(await lastCopy()).toMatchObject({ state: 'done', dryRun: false, result: { restored: 2, cancelled: false } });
    expect((await copy({ from: url() })).json()).toMatchObject({ restored: 0, present: 2 });
  });

  test('names what was refused, and why', async () => {
    const [fine, conflicting] = [newThing(from), newThing(from, { name: 'there' }, 1000)];
    for (const thing of [fine, conflicting]) await fromClient.save(thing);
    const here = { object: { ...conflicting, name: 'here' }, version: 1000 };
    const headers = { 'content-type': NDJSON };
    await client.call('/api/util/import', { body: `${JSON.stringify(here)}\n`, headers, sheet: cast.sheets.admin });
    const { restored, failedCount, failed } = (await copy({ from: from.url })).json();
    expect({ restored, failedCount }).toEqual({ restored: 1, failedCount: 1 });
    expect(failed).toMatchObject([
      { '@id': expect.stringContaining(shortId(conflicting)), detail: expect.stringMatching(/other contents/) },
    ]);
  });
});

test('with the secret of the other server everything comes, hidden and deleted objects too', async () => {
  const hidden = newThing(from, { '@owner': [fromCast.owner.pem], '@reader': [fromCast.reader.pem] });
  const deleted = newThing(from);
  await fromClient.save(hidden, fromCast.sheets.owner);
  await fromClient.save(deleted);
  await fromClient.call(shortId(deleted), { method: 'DELETE' });
  const source = { from: from.url, sourceSecret: await secretOf(from) };
  expect((await copy({ ...source, dryRun: true })).json()).toMatchObject({ way: 'export', objects: 0 });
  expect((await copy(source)).json()).toMatchObject({ way: 'export', restored: 2, failedCount: 0 });
  expect((await client.call(`/api/data/${md5(hidden)}`, { sheet: cast.sheets.admin })).status).toBe(200);
  expect((await client.call(`/api/data/${md5(deleted)}`)).status).toBe(404);
});

test('an export whose connection breaks is requested again, and the copy brings everything', async () => {
  const lines = ['one', 'two'].map((name) => `${JSON.stringify({ object: competency(name), version: 1000 })}\n`);
  let exports = 0;
  answer = (path, response) => {
    if (path.startsWith('/api/ping')) return void response.end(JSON.stringify({ ping: 'pong', time: Date.now() }));
    response.writeHead(200, { 'content-type': NDJSON });
    exports++;
    if (exports !== 2) return void response.end(lines.join('')); // the first request is that of the check
    response.write(`${lines[0]}{"object":`, () => response.destroy());
  };
  const { restored, present, failedCount } = (await copy({ from: addressOf(other), sourceSecret: 'x' })).json();
  expect({ sum: restored + present, failedCount, exports }).toEqual({ sum: 2, failedCount: 0, exports: 3 });
  for (const name of ['one', 'two']) {
    expect((await client.call(`/api/data/${md5(competency(name))}`)).status).toBe(200);
  }
});

describe('a copy is refused, naming the field at fault,', () => {
  const at = (json: Record<string, unknown>) => copy({ ...json, dryRun: true });

  test('when the source is not an address, or one of this service', async () => {
    for (const address of ['', 'skills', 'ftp://skills.example/', 'https://']) {
      const answered = await at({ from: address });
      expect([answered.status, answered.json().where], address).toEqual([400, 'from']);
    }
    expect((await at({ from: to.url })).json()).toMatchObject({
      where: 'from',
      detail: expect.stringMatching(/of this service/),
    });
  });

  test('when the service may not fetch the address, or a redirect leads to it', async () => {
    expect((await at({ from: 'http://127.0.0.1:9/' })).json()).toMatchObject({ status: 403, where: 'from' });
    answer = (_path, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    expect((await at({ from: addressOf(other) })).json()).toMatchObject({ status: 403, where: 'from' });
  });

  test('when the server is not a repository, or does not answer', async () => {
    answer = (_path, response) => void response.end('<html>');
    const page = (await at({ from: addressOf(other) })).json();
    expect(page).toMatchObject({ status: 502, where: 'from', detail: expect.stringMatching(/no repository/) });
    answer = (_path, response) => void response.destroy();
    const gone = (await at({ from: addressOf(other) })).json();
    expect(gone).toMatchObject({ status: 502, where: 'from', detail: expect.stringMatching(/cannot be reached/) });
    expect(await lastCopy()).toBeUndefined();
  });

  test('when the secret is wrong, or the server has no export', async () => {
    const wrong = (await at({ from: from.url, sourceSecret: 'wrong' })).json();
    expect(wrong).toMatchObject({ status: 400, where: 'sourceSecret', detail: expect.stringMatching(/not accept/) });
    const needless = (await at({ from: existing.url, sourceSecret: 'x' })).json();
    expect(needless).toMatchObject({ status: 400, where: 'sourceSecret', detail: expect.stringMatching(/no export/) });
  });
});

/** A server with these objects, which answers the histories of the first ones alone. */
function stallAfter(count: number, names: readonly string[]): void {
  const ids = names.map((name) => `${addressOf(other)}api/data/schema.org.Thing/${name}`);
  const byMd5 = new Map(ids.map((id, index) => [md5({ '@id': id }), index]));
  answer = (path, response) => {
    response.setHeader('content-type', 'application/json');
    if (path.startsWith('/api/ping')) return void response.end(JSON.stringify({ ping: 'pong', time: Date.now() }));
    if (path.startsWith('/api/sky/repo/search?cursor')) return void response.end('[]');
    if (path.startsWith('/api/sky/repo/search')) {
      response.setHeader('link', '<?cursor=x>; rel="next"');
      return void response.end(JSON.stringify(ids));
    }
    const index = byMd5.get(/data\/([0-9a-f]{32})/.exec(path)?.[1] ?? '') ?? 0;
    const object = { '@context': 'https://schema.org', '@type': 'Thing', '@id': ids[index], name: names[index] };
    if (index < count) response.end(JSON.stringify([object]));
  };
}

const NAMES = Array.from({ length: 40 }, (_, index) => `stalled-${index}`);

test('a copy goes on when its client leaves, is alone, and ends when an admin cancels it: what was copied stays', async () => {
  stallAfter(32, NAMES);
  const leaving = new AbortController();
  const begun = await fetch(`${to.api}util/copy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: NDJSON, signatureSheet: cast.sheets.admin },
    body: JSON.stringify({ from: addressOf(other) }),
    signal: leaving.signal,
  });
  expect(begun.status).toBe(200);
  leaving.abort();
  const isCopied = async () => expect(await client.find(`"${NAMES[31]}"`)).toHaveLength(1);
  await vi.waitFor(isCopied, { timeout: WAIT_MS, interval: 200 });
  expect(await lastCopy()).toMatchObject({ state: 'running' });
  const second = await copy({ from: from.url });
  expect([second.status, second.text]).toEqual([409, expect.stringContaining('copy')]);
  expect((await copy({ from: from.url, dryRun: true })).status).toBe(200);

  const cancel = () => client.call('/api/util/copy', { method: 'DELETE', sheet: cast.sheets.admin });
  expect((await cancel()).json()).toEqual({ cancelled: true });
  const isCancelled = async () =>
    expect(await lastCopy()).toMatchObject({ state: 'cancelled', result: { restored: 32, cancelled: true } });
  await vi.waitFor(isCancelled, { timeout: WAIT_MS, interval: 200 });
  expect((await cancel()).json()).toEqual({ cancelled: false });

  stallAfter(NAMES.length, NAMES);
  const lines = (await copy({ from: addressOf(other) }, { accept: NDJSON })).text.trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ done: true, cancelled: false, restored: 8, present: 32 });
});

test('a copy whose server goes away fails with the reason, which its record has too', async () => {
  answer = (path, response) => {
    if (path.startsWith('/api/ping')) return void response.end(JSON.stringify({ ping: 'pong', time: Date.now() }));
    response.writeHead(403).end('go away');
  };
  const failed = await copy({ from: addressOf(other) });
  expect(failed.json()).toMatchObject({ status: 502, detail: expect.stringMatching(/answered 403/) });
  expect(await lastCopy()).toMatchObject({ state: 'failed', detail: expect.stringMatching(/answered 403/) });
});
