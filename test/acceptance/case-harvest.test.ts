import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { md5 } from '../support/things.ts';

const ITEMS = 50;

/** How long a harvest may take to come to a package. */
const WAIT_MS = 30_000;

/** Another server that speaks CASE, as far as a harvest needs it. */
let remote: Server;
let address = '';
let target: TestServer;
let client: Client;
let requests: { readonly path: string; readonly authorization: string | undefined }[] = [];
/** Is called when a request for a package is given up; null: packages are answered. */
let onGivenUp: (() => void) | null = null;
/** The document whose package is not answered then. */
let heldDocument = '';
/** What the remote server answers instead, by path. */
let faults: Record<string, { readonly status: number; readonly body?: string; readonly times?: number }> = {};

const DOCUMENTS = Array.from({ length: 3 }, (_, index) => uuidOf(`document ${index}`));

function uuidOf(name: string): string {
  const hex = md5({ '@id': name });
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function partOf(name: string) {
  return {
    identifier: uuidOf(name),
    uri: `https://case.example.org/${uuidOf(name)}`,
    lastChangeDateTime: '2024-05-01T00:00:00Z',
  };
}

function documentOf(index: number) {
  const part = partOf(`document ${index}`);
  const { identifier } = part;
  return {
    ...part,
    title: `Document ${index}`,
    creator: 'Guild',
    CFPackageURI: { title: 'x', identifier, uri: `${part.uri}/package` },
  };
}

function packageOf(index: number) {
  const items = Array.from({ length: ITEMS }, (_, item) => ({
    ...partOf(`item ${index} ${item}`),
    fullStatement: `Item ${item}`,
  }));
  const link = (name: string) => ({ ...partOf(name), title: name });
  const associations = items.slice(1).map((_, item) => ({
    ...partOf(`association ${index} ${item}`),
    associationType: 'isChildOf',
    originNodeURI: link(`item ${index} ${item + 1}`),
    destinationNodeURI: link(`item ${index} 0`),
  }));
  return { CFDocument: documentOf(index), CFItems: items, CFAssociations: associations };
}

function answerTo(path: string): object | null {
  const { pathname, searchParams } = new URL(path, 'http://remote');
  const [, kind, identifier] = /^\/base\/ims\/case\/v1p0\/(\w+)(?:\/(.+))?$/.exec(pathname) ?? [];
  const index = DOCUMENTS.indexOf(identifier ?? '');
  if (kind === 'CFDocuments' && identifier === undefined) {
    const offset = Number(searchParams.get('offset') ?? 0);
    return { CFDocuments: DOCUMENTS.map((_, at) => documentOf(at)).slice(offset, offset + 2) };
  }
  if (index === -1) return null;
  return kind === 'CFPackages' ? packageOf(index) : documentOf(index);
}

beforeAll(async () => {
  remote = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push({ path, authorization: request.headers.authorization });
    if (onGivenUp !== null && path.endsWith(`CFPackages/${heldDocument}`)) {
      response.on('close', onGivenUp);
      return;
    }
    const fault = faults[path];
    if (fault !== undefined) {
      if (fault.times === 1) delete faults[path];
      else if (fault.times !== undefined) faults[path] = { ...fault, times: fault.times - 1 };
      response.writeHead(fault.status, { 'content-type': 'application/json' }).end(fault.body ?? '{}');
      return;
    }
    const answer = path === '/token' ? { access_token: 'a-token-of-the-remote' } : answerTo(path);
    if (answer === null) response.writeHead(404).end('{}');
    else response.setHeader('x-total-count', String(DOCUMENTS.length)).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(remote, 'listening');
  address = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`;
  target = await startServer({ FETCH_ALLOW_LIST: `${address}/*` });
  client = createClient(target);
});
beforeEach(async () => {
  requests = [];
  faults = {};
  onGivenUp = null;
});
afterAll(async () => {
  await target.dispose();
  remote.close();
  remote.closeAllConnections();
});

/** Holds the answer to a package back. @returns resolves when the request for it is given up */
function holdPackage(index: number): Promise<void> {
  heldDocument = DOCUMENTS[index] ?? '';
  return new Promise((resolve) => {
    onGivenUp = resolve;
  });
}

const packages = () => requests.filter(({ path }) => path.includes('CFPackages'));
const endpoint = () => `${address}/base/`;
const harvest = (json: object = {}, headers: Record<string, string> = {}) =>
  client.call('/api/ims/case/harvest', { json: { caseEndpoint: endpoint(), ...json }, headers });

describe('import of a package by its address', () => {
  const packageAddress = () => `${endpoint()}ims/case/v1p0/CFPackages/${DOCUMENTS[0]}`;
  const importFrom = (url: string, query: Record<string, string> = {}) =>
    client.call(`/api/ims/case/import?${new URLSearchParams({ url, ...query })}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });

  test('saves it, or says what would be saved', async () => {
    const { CFDocument } = packageOf(0);
    const dry = (await importFrom(packageAddress(), { dryRun: 'true' })).json();
    expect(dry).toMatchObject({ id: CFDocument.uri, failed: [], losses: [] });
    const stored = `/api/data/${md5({ '@id': CFDocument.uri })}`;
    expect((await client.call(stored)).status).toBe(404);
    expect((await importFrom(packageAddress())).json()).toMatchObject({ id: CFDocument.uri, failed: [] });
    expect((await client.call(stored)).json().competency).toHaveLength(ITEMS);
  });

  test('refuses objects of this service, addresses that are not allowed, and passes on what the other server says', async () => {
    const path = `/base/ims/case/v1p0/CFPackages/${DOCUMENTS[0]}`;
    const [item] = packageOf(0).CFItems;
    const uri = `${target.api}data/Framework/mine`;
    faults[path] = { status: 200, body: JSON.stringify({ CFDocument: { ...documentOf(0), uri }, CFItems: [item] }) };
    expect((await importFrom(packageAddress())).status).toBe(400);
    expect((await client.call('/api/data/Framework/mine')).status).toBe(404);
    faults[path] = { status: 404, body: '{"imsx_description":"It is gone"}' };
    const gone = await importFrom(packageAddress());
    expect([gone.status, gone.json().detail]).toEqual([502, expect.stringContaining('answers 404: It is gone')]);
    const both = { json: packageOf(0), headers: { accept: 'application/json' } };
    const address = new URLSearchParams({ url: packageAddress() });
    expect((await client.call(`/api/ims/case/import?${address}`, both)).status).toBe(400);
    expect((await importFrom('http://169.254.169.254/')).status).toBe(403);
    expect((await importFrom('file:///etc/passwd')).status).toBe(400);
  });
});

describe('harvest of a CASE server', () => {
  test('the calls of the editor: getDocs, then one document by a form, then its framework is there', async () => {
    const docs = await client.call(`/api/ims/case/getDocs?url=${encodeURIComponent(endpoint())}`);
    const [first] = docs.json().CFDocuments;
    expect(first).toMatchObject({ title: 'Document 0', identifier: DOCUMENTS[0] });
    const query = new URLSearchParams({ caseEndpoint: endpoint(), dId: first.identifier });
    const answer = await client.call(`/api/ims/case/harvest?${query}`, { form: { owner: '' } });
    expect([answer.status, answer.json().frameworks]).toEqual([200, [first.uri]]);
    expect((await client.call(`/api/data/${md5({ '@id': first.uri })}`)).json().competency).toHaveLength(ITEMS);
  });

  test('all documents are taken, page by page; repeated, nothing changes', async () => {
    const report = (await harvest()).json();
    expect(report).toMatchObject({ failed: [], losses: [] });
    expect(report.frameworks).toHaveLength(DOCUMENTS.length);
    expect((await harvest()).json()).toMatchObject({ saved: 0, failed: [], unchanged: DOCUMENTS.length * 2 * ITEMS });
  });

  test('a harvest that was cut off continues where it was', async () => {
    const path = `/base/ims/case/v1p0/CFDocuments?limit=100&offset=2`;
    faults[path] = { status: 403, body: '{"imsx_description":"Not now"}' };
    const cut = await harvest();
    expect(cut.status).toBe(502);
    expect(cut.json().detail).toMatch(/answers 403: Not now/);
    faults = {};
    requests = [];
    expect((await harvest()).json()).toMatchObject({ resumed: 2, failed: [] });
    expect(requests.filter(({ path }) => path.includes('CFPackages'))).toHaveLength(1);
  });

  test('a harvest whose process was killed continues in the next one, and misses nothing', async () => {
    const environment = { FETCH_ALLOW_LIST: `${address}/*` };
    const killed = await startServer(environment);
    const givenUp = holdPackage(2);
    const cut = createClient(killed).call('/api/ims/case/harvest', { json: { caseEndpoint: endpoint() } });
    const ended = expect(cut).rejects.toThrow();
    await vi.waitFor(() => expect(packages()).toHaveLength(3), WAIT_MS);
    await killed.stop('SIGKILL');
    await Promise.all([givenUp, ended]);
    onGivenUp = null;
    const next = await startServer({ ...environment, PORT: String(killed.port) }, killed.directory);
    const here = createClient(next);
    const again = await here.call('/api/ims/case/harvest', { json: { caseEndpoint: endpoint() } });
    expect(again.json()).toMatchObject({ resumed: 2, frameworks: [documentOf(2).uri], failed: [], losses: [] });
    for (const index of DOCUMENTS.keys()) {
      const framework = (await here.call(`/api/data/${md5({ '@id': documentOf(index).uri })}`)).json();
      expect([framework.competency.length, framework.relation.length]).toEqual([ITEMS, ITEMS - 1]);
    }
    await next.dispose();
  });

  test('a harvest ends when its client closes; continued it takes the rest, restarted all', async () => {
    const givenUp = holdPackage(1);
    const closing = new AbortController();
    const ended = fetch(`${target.url}api/ims/case/harvest?caseEndpoint=${endpoint()}`, {
      method: 'POST',
      signal: closing.signal,
    }).catch(() => {});
    await vi.waitFor(() => expect(packages()).toHaveLength(2), WAIT_MS);
    closing.abort();
    await Promise.all([ended, givenUp]);
    const held = holdPackage(1);
    const again = new AbortController();
    const second = fetch(`${target.url}api/ims/case/harvest?caseEndpoint=${endpoint()}`, {
      method: 'POST',
      signal: again.signal,
    }).catch(() => {});
    await vi.waitFor(() => expect(packages()).toHaveLength(3), WAIT_MS);
    again.abort();
    await Promise.all([second, held]);
    onGivenUp = null;
    expect((await harvest({ restart: 'true' })).json()).toMatchObject({ resumed: 0, failed: [] });
    expect(packages()).toHaveLength(6);
  });

  test('a package that fails is reported, the others are taken; what is refused for now is tried again', async () => {
    faults[`/base/ims/case/v1p0/CFPackages/${DOCUMENTS[0]}`] = { status: 404, body: '{"detail":"gone"}' };
    faults[`/base/ims/case/v1p0/CFPackages/${DOCUMENTS[1]}`] = { status: 503, times: 1 };
    const report = (await harvest()).json();
    expect(report.failed).toEqual([
      { '@id': DOCUMENTS[0], status: 502, reason: expect.stringContaining('answers 404: gone') },
    ]);
    expect(report.frameworks).toHaveLength(2);
  });

  test('a document without an identifier is reported, and the documents after it are taken', async () => {
    const { identifier: _, CFPackageURI: __, ...nameless } = documentOf(0);
    const list = '/base/ims/case/v1p0/CFDocuments?limit=100&offset=';
    const [first, second] = [
      [nameless, { ...nameless, title: 'Another' }],
      [documentOf(1), documentOf(2)],
    ].map((CFDocuments) => ({ status: 200, body: JSON.stringify({ CFDocuments }) }));
    Object.assign(faults, { [`${list}0`]: first, [`${list}2`]: second });
    const report = (await harvest()).json();
    expect(report.frameworks).toEqual([documentOf(1).uri, documentOf(2).uri]);
    expect(report.failed).toMatchObject([
      { '@id': nameless.uri, reason: expect.stringContaining('has no identifier') },
      { '@id': nameless.uri },
    ]);
  });

  test('ids under the address of this service are not taken', async () => {
    const own = { ...packageOf(0).CFDocument, uri: `${target.api}data/Framework/mine` };
    faults[`/base/ims/case/v1p0/CFPackages/${DOCUMENTS[0]}`] = {
      status: 200,
      body: JSON.stringify({ CFDocument: own }),
    };
    expect((await harvest({ dId: DOCUMENTS[0] })).json().failed).toMatchObject([{ status: 400 }]);
    expect((await client.call('/api/data/Framework/mine')).status).toBe(404);
  });

  test('associations lead to what is elsewhere and to what is here; those that lead to nothing here are reported', async () => {
    const here = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', name: 'Here' };
    const place = `${target.api}data/schema.cassproject.org.0.4.Competency/`;
    await client.save({ ...here, '@id': `${place}${uuidOf('here')}` });
    const own = (name: string) => `${target.api}ims/case/v1p0/CFItems/${uuidOf(name)}`;
    const { CFDocument, CFItems } = packageOf(0);
    const CFAssociations = ['https://elsewhere.example.org/1', own('here'), own('nothing')].map((uri, index) => ({
      ...partOf(`to ${index}`),
      associationType: 'exactMatchOf',
      originNodeURI: { ...partOf('item 0 0'), title: 'Item' },
      destinationNodeURI: { title: 'Other', identifier: uuidOf('other'), uri },
    }));
    const body = JSON.stringify({ CFDocument, CFItems, CFAssociations });
    faults[`/base/ims/case/v1p0/CFPackages/${DOCUMENTS[0]}`] = { status: 200, body };
    const report = (await harvest({ dId: DOCUMENTS[0] })).json();
    expect(report).toMatchObject({
      failed: [],
      losses: [{ '@id': partOf('to 2').uri, property: 'destinationNodeURI' }],
    });
    const relations = CFAssociations.slice(0, 2).map(({ uri }) => client.call(`/api/data/${md5({ '@id': uri })}`));
    expect((await Promise.all(relations)).map((answer) => answer.json().target)).toEqual([
      'https://elsewhere.example.org/1',
      `${place}${uuidOf('here')}`,
    ]);
  });

  test.each(['text/event-stream', 'application/x-ndjson'])('ends when the client closes: %s', async (accept) => {
    const givenUp = holdPackage(0);
    const closing = new AbortController();
    const query = new URLSearchParams({ caseEndpoint: endpoint() });
    const url = `${target.api}ims/case/harvest?${query}`;
    const answer = await fetch(url, { method: 'POST', headers: { accept }, signal: closing.signal });
    await vi.waitFor(() => expect(packages()).toHaveLength(1), WAIT_MS);
    closing.abort();
    await expect(answer.text()).rejects.toThrow();
    await givenUp;
    expect(packages()).toHaveLength(1);
  });

  test('client credentials get a token, which is sent with every request', async () => {
    const credentials = { tokenUrl: `${address}/token`, clientId: 'us', clientSecret: 'a secret for the remote' };
    expect((await harvest({ dId: DOCUMENTS[0], ...credentials })).json().failed).toEqual([]);
    const [token, ...others] = requests;
    expect(token).toMatchObject({ path: '/token', authorization: expect.stringMatching(/^Basic /) });
    expect(others.map(({ authorization }) => authorization)).toEqual(others.map(() => 'Bearer a-token-of-the-remote'));
    expect(target.output()).not.toContain('a secret for the remote');
    expect((await harvest({ ...credentials, clientSecret: undefined })).status).toBe(400);
  });

  test('a token that expires during a harvest is replaced by another one', async () => {
    const credentials = { tokenUrl: `${address}/token`, clientId: 'us', clientSecret: 'a secret for the remote' };
    faults = { [`/base/ims/case/v1p0/CFPackages/${DOCUMENTS[1]}`]: { status: 401, times: 1 } };
    expect((await harvest(credentials)).json()).toMatchObject({ frameworks: { length: 3 }, failed: [] });
    expect(requests.filter(({ path }) => path === '/token')).toHaveLength(2);
  });

  test('progress is answered as events and as lines', async () => {
    const events = await harvest({}, { accept: 'text/event-stream' });
    expect(events.text).toMatch(/^event: progress\ndata: \{"documents":1,[\s\S]*event: report\ndata: \{"frameworks":/);
    const lines = (await harvest({}, { accept: 'application/x-ndjson' })).text.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ done: true, failed: [] });
  });

  test('addresses that are private, of other schemes, or not allowed are not fetched', async () => {
    for (const [url, status] of [
      ['http://169.254.169.254/', 403],
      ['http://127.0.0.1:1/', 403],
      [`http://localhost:${target.port}/`, 403],
      ['file:///etc/passwd', 400],
      ['x', 400],
      ['', 400],
    ] as const) {
      expect([url, (await client.call(`/api/ims/case/getDocs?url=${encodeURIComponent(url)}`)).status]).toEqual([
        url,
        status,
      ]);
      expect([url, (await harvest({ caseEndpoint: url })).status]).toEqual([url, status]);
    }
    expect((await client.call('/api/ims/case/getDocs')).status).toBe(400);
    const query = await client.call(`/api/ims/case/getDocs?url=${encodeURIComponent(`${endpoint()}?x=`)}`);
    expect(query.json().CFDocuments).toHaveLength(2);
    expect(requests.at(-1)?.path).toBe('/base/ims/case/v1p0/CFDocuments');
  });

  test('a server that is away, or speaks otherwise, is a fault of that server', async () => {
    faults['/base/ims/case/v1p0/CFDocuments'] = { status: 200, body: '<html>' };
    expect((await client.call(`/api/ims/case/getDocs?url=${encodeURIComponent(endpoint())}`)).status).toBe(502);
    expect((await client.call('/api/ping')).status).toBe(200);
  });
});
