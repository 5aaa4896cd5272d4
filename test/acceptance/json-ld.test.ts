import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { guid, nextVersion, saveNew, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const EXPANDED = 'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"';
const PERSON = { '@context': 'https://schema.org/', '@type': 'Person', name: 'Jane', knows: { name: 'Bob' } };
const ld = { 'content-type': 'application/ld+json' };

const process = (query: string, document: unknown, headers: Record<string, string> = {}) =>
  client.call(`/api/jsonld?${query}`, { body: JSON.stringify(document), headers: { ...ld, ...headers } });

describe('POST /api/jsonld', () => {
  test('expands by default, without storing anything', async () => {
    const answer = await process('', PERSON);
    expect(answer.headers.get('content-type')).toBe(EXPANDED);
    expect(answer.json()).toEqual([
      {
        '@type': ['http://schema.org/Person'],
        'http://schema.org/name': [{ '@value': 'Jane' }],
        'http://schema.org/knows': [{ 'http://schema.org/name': [{ '@value': 'Bob' }] }],
      },
    ]);
    expect((await client.call('/api/sky/repo/search?q=Jane')).json()).toEqual([]);
  });

  test('compacts to the context of the document, another address, or another context', async () => {
    expect((await process('operation=compact', PERSON)).json()).toMatchObject({ type: 'Person', name: 'Jane' });
    const context = encodeURIComponent('{"label":"http://schema.org/name"}');
    expect((await process(`operation=compact&context=${context}`, PERSON)).json()).toMatchObject({ label: 'Jane' });
    const expanded = (await process('', PERSON)).json();
    expect((await process('operation=compact&context=https://schema.org/', expanded)).json()).toMatchObject({
      name: 'Jane',
    });
    expect(await process('operation=compact', expanded)).toMatchObject({ status: 400 });
  });

  test('flattens, frames and canonicalizes', async () => {
    expect((await process('operation=flatten', PERSON)).json()).toHaveLength(2);
    const frame = JSON.stringify({ '@context': 'https://schema.org/', name: 'Bob' });
    const form = { data: JSON.stringify(PERSON), frame, operation: 'frame' };
    expect((await client.call('/api/jsonld', { form })).json()).toMatchObject({ name: 'Bob' });
    const canonical = await process('operation=canonicalize', PERSON);
    expect(canonical.headers.get('content-type')).toBe('application/n-quads');
    expect(
      canonical.text
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[0])
        .sort(),
    ).toEqual(['_:c14n0', '_:c14n0', '_:c14n0', '_:c14n1']);
  });

  test.each([
    ['text/turtle', '<https://a.example/> <https://b.example/> "c"@en .'],
    ['application/n-quads', '<https://a.example/> <https://b.example/> "c"@en .'],
    ['application/n-triples', '<https://a.example/> <https://b.example/> "c"@en .'],
    [
      'application/rdf+xml',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="https://a.example/"><b xmlns="https://" xml:lang="en">c</b></rdf:Description></rdf:RDF>',
    ],
  ])('C14 takes %s, and answers it', async (type, text) => {
    const expanded = (await client.call('/api/jsonld', { body: text, headers: { 'content-type': type } })).json();
    expect(expanded).toMatchObject([{ '@id': 'https://a.example/' }]);
    const answer = await process('', expanded, { accept: type });
    expect(answer.headers.get('content-type')).toContain(type);
    const again = await client.call('/api/jsonld', { body: answer.text, headers: { 'content-type': type } });
    expect(again.json()).toEqual(expanded);
  });

  test.each<[string, string, unknown, number, string]>([
    ['an unknown operation', 'operation=x', PERSON, 400, 'invalid-parameter'],
    ['F3 an unknown context', '', { '@context': 'https://example.org/c', a: 1 }, 422, 'unknown-context'],
    ['F4 a context of this document', 'base=https://example.org/c', { '@context': 'c', a: 1 }, 422, 'unknown-context'],
    ['F7 a redefined keyword', '', { '@context': { '@type': 'x' } }, 400, 'malformed-request'],
    ['members without a term, in safe mode', 'safe=true', { a: 1 }, 400, 'malformed-request'],
    ['an address that is not public', 'url=http://127.0.0.1/x', PERSON, 403, 'fetch-refused'],
    ['a frame that is not an object', 'operation=frame&frame=[]', PERSON, 400, 'invalid-parameter'],
    ['a base that is not an address', 'base=x', PERSON, 400, 'invalid-parameter'],
  ])('refuses %s', async (_what, query, document, status, code) => {
    const answer = await process(query, document);
    expect(answer.json()).toMatchObject({ status, type: expect.stringMatching(`:${code}$`) });
  });

  test('refuses malformed documents', async () => {
    expect(await client.call('/api/jsonld', { body: '{"a":', headers: ld })).toMatchObject({ status: 400 });
    expect(await client.call('/api/jsonld', { body: '-1.5e3', headers: ld })).toMatchObject({ status: 400 });
    expect(await client.call('/api/jsonld', { body: 'x', headers: { 'content-type': 'text/css' } })).toMatchObject({
      status: 415,
    });
    expect(await process('', PERSON, { accept: 'image/png' })).toMatchObject({ status: 406 });
  });
});

describe('contexts elsewhere', () => {
  let remote: Server;
  let allowing: TestServer;
  let requests: string[] = [];

  beforeAll(async () => {
    remote = createServer(({ url = '' }, response) => {
      requests.push(url);
      const isDocument = url === '/document';
      const context = { '@context': { label: 'http://schema.org/name' } };
      const document = { '@context': 'context', label: 'x' };
      response.setHeader('content-type', 'application/ld+json').end(JSON.stringify(isDocument ? document : context));
    }).listen(0, '127.0.0.1');
    await once(remote, 'listening');
    allowing = await startServer({ FETCH_ALLOW_LIST: `${address()}/*` });
  });
  afterAll(async () => {
    await allowing.dispose();
    remote.close();
    remote.closeAllConnections();
  });
  const address = (): string => `http://127.0.0.1:${(remote.address() as AddressInfo).port}`;

  test('F3 are fetched from the allow list, as are documents by their address', async () => {
    requests = [];
    const answer = await createClient(allowing).call(`/api/jsonld?url=${address()}/document`, { method: 'POST' });
    expect(answer.json()).toEqual([{ 'http://schema.org/name': [{ '@value': 'x' }] }]);
    expect(requests).toEqual(['/document', '/context']);
  });

  test('F1 are not fetched to store and read an object, only for its RDF', async () => {
    requests = [];
    const own = createClient(allowing);
    const thing = await saveNew(allowing, own, { '@context': `${address()}/stored`, label: 'x' });
    expect((await own.call(`/api/data/${guid(thing)}`)).json()).toEqual(thing);
    await own.call('/api/sky/repo/search?q=label:x');
    expect(requests).toEqual([]);
    const rdf = await own.call(`/api/data/${guid(thing)}`, { headers: { accept: 'application/n-quads' } });
    expect(rdf.text).toContain(`<${thing['@id']}> <http://schema.org/name> "x" .`);
    expect(requests).toEqual(['/stored']);
  });
});

describe('objects as RDF', () => {
  const accept = (type: string) => ({ headers: { accept: type } });

  test.each([
    ['text/turtle', 'text/turtle; charset=utf-8'],
    ['application/x-turtle', 'text/turtle; charset=utf-8'],
    ['application/n-triples', 'application/n-triples'],
    ['application/n-quads', 'application/n-quads'],
    ['text/n4', 'application/n-quads'],
    ['application/rdf+xml', 'application/rdf+xml; charset=utf-8'],
    [EXPANDED, EXPANDED],
    ['text/turtle;q=0.5, application/n-quads, */*;q=0.1', 'application/n-quads'],
    ['text/turtle;q=0.5, application/json', 'application/json'],
  ])('C14 Accept: %s is answered with %s', async (type, contentType) => {
    const thing = await saveNew(server, client, { name: { en: 'Long division', de: 'Schriftliche Division' } });
    const answer = await client.call(`/api/data/${guid(thing)}`, accept(type));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, contentType]);
    expect(answer.text).toContain('Schriftliche Division');
    expect(answer.headers.get('vary')).toContain('Accept');
  });

  test('include versions and histories; a version refers to its object', async () => {
    const thing = await saveNew(server, client, { name: 'old' });
    await client.save(nextVersion(thing, { name: 'new' }));
    const path = `/api/data/${guid(thing)}`;
    const old = await client.call(`${path}?version=1000`, accept('application/n-quads'));
    expect(old.text).toContain(`<${thing['@id']}> <http://purl.org/dc/terms/isVersionOf> <${shortId(thing)}> .`);
    const all = await client.call(`${path}?history=true`, accept('application/n-quads'));
    expect(all.text.match(/schema.org\/name> "(?:old|new)"/g)).toHaveLength(2);
    expect(await client.call(`${path}?audit=true`, accept('text/turtle'))).toMatchObject({ status: 406 });
  });

  test('have an entity tag for every form', async () => {
    const path = `/api/data/${guid(await saveNew(server, client))}`;
    const turtle = await client.call(path, accept('text/turtle'));
    const etag = turtle.headers.get('etag') ?? '';
    const again = (type: string) => client.call(path, { headers: { accept: type, 'if-none-match': etag } });
    expect((await again('text/turtle')).status).toBe(304);
    expect((await again('application/n-quads')).status).toBe(200);
    expect((await again('application/json')).status).toBe(200);
  });

  test('leave out hidden objects and hidden parts', async () => {
    const hidden = await saveNew(server, client, {
      '@owner': [cast.owner.pem],
      '@reader': [cast.reader.pem],
      name: 'x',
    });
    const path = `/api/data/${guid(hidden)}`;
    expect(await client.call(path, accept('text/turtle'))).toMatchObject({ status: 404 });
    const read = await client.call(path, { ...accept('text/turtle'), sheet: cast.sheets.reader });
    expect(read.text).toContain('schema:name "x"');
    const part = { '@type': 'Thing', '@owner': [cast.owner.pem], '@reader': [cast.reader.pem], name: 'secret' };
    const mixed = await saveNew(server, client, { name: 'open', about: part });
    const seen = await client.call(`/api/data/${guid(mixed)}`, accept('application/n-quads'));
    expect(seen.text).toContain('"open"');
    expect(seen.text).not.toContain('secret');
  });

  test('F6 are refused if they have more values than are processed', async () => {
    const thing = await saveNew(server, client, { values: Array(100_000).fill(0) });
    expect(await client.call(`/api/data/${guid(thing)}`, accept('text/turtle'))).toMatchObject({ status: 413 });
  });

  test('are not offered for objects whose context is unknown', async () => {
    const thing = await saveNew(server, client, { '@context': 'https://example.org/unknown' });
    expect(await client.call(`/api/data/${guid(thing)}`, accept('text/turtle'))).toMatchObject({ status: 406 });
    expect(await client.call(`/api/data/${guid(thing)}`)).toMatchObject({ status: 200 });
  });

  test('can be read by a signed POST, as existing clients send it', async () => {
    const thing = await saveNew(server, client, { name: 'x' });
    const form = { signatureSheet: '[]' };
    const answer = await client.call(`/api/data/${guid(thing)}`, { form, ...accept('text/n4') });
    expect(answer.text).toContain('<http://schema.org/name> "x" .');
    const save = await client.call(`/api/data/${guid(thing)}`, { json: nextVersion(thing), ...accept('text/turtle') });
    expect(save.status).toBe(406);
    expect((await client.call(`/api/data/${guid(thing)}`)).json()).toEqual(thing);
  });
});
