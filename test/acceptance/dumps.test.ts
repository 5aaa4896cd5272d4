import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import jsonld from 'jsonld';
import { DataFactory, Parser, Store } from 'n3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { newFramework } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { person } from '../support/signer.ts';
import { newThing } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const run = promisify(execFile);
const { namedNode } = DataFactory;

let directory: string;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dumps-'));
  const before = await startServer();
  client = createClient(before);
  for (const name of ['one', 'two', 'three']) await client.save(newThing(before, { name }));
  await client.save(newThing(before, { name: 'hidden', '@reader': [(await person()).pem] }));
  await client.save({
    ...newFramework(before, []),
    name: { '@language': 'de', '@value': 'Lesen' },
    'schema:license': 'https://creativecommons.org/licenses/by/4.0/',
    'schema:publisher': 'Example & Sons',
    'schema:keywords': ['reading', 'a < b'],
    'dcterms:rights': 'Free "as" in\nfreedom',
  });
  await client.save({ ...newFramework(before, []), name: 'Draft', adoptionStatus: 'Private Draft' });
  await before.stop();
  server = await startServer({ ...before.storeSettings, DUMP_DIRECTORY: directory, DUMP_KEEP: '2' }, before.directory);
  client = createClient(server);
  await vi.waitFor(async () => expect(await dumps()).toHaveLength(1), { timeout: 90_000, interval: 100 });
}, 120_000);
afterAll(async () => {
  await server?.dispose();
  await rm(directory, { recursive: true, force: true });
});

type Dump = {
  readonly id: string;
  readonly objects: number;
  readonly since: string;
  readonly checksums: string;
  readonly files: readonly {
    readonly name: string;
    readonly url: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
};

async function dumps(): Promise<readonly Dump[]> {
  return (await client.call('/api/bulk/dumps')).json().dumps;
}

async function firstFile() {
  const [file] = (await dumps())[0]?.files ?? [];
  if (file === undefined) throw new Error('There is no file.');
  return file;
}

describe('a dump', () => {
  test('has the lines of a stream to an anonymous caller, and checksums that sha256sum verifies', async () => {
    const [dump] = await dumps();
    const folder = await mkdtemp(join(tmpdir(), 'fetched-'));
    const sums = await client.call(`/api/bulk/dumps/latest.sha256`);
    await writeFile(join(folder, 'SHA256SUMS'), sums.text);
    expect((await client.call(dump?.checksums ?? '')).text).toBe(sums.text);
    for (const { url } of dump?.files ?? []) await run('curl', ['-sf', '-O', url], { cwd: folder });
    await run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: folder });
    const { name } = await firstFile();
    const stream = (await client.call('/api/bulk')).text;
    expect(String(gunzipSync(await readFile(join(folder, name))))).toBe(stream);
    expect(stream).not.toContain('hidden');
    expect(dump?.objects).toBe(stream.split('\n').length - 1);
    await rm(folder, { recursive: true });
  });

  test('can be fetched in parts, which are continued', async () => {
    const { url, bytes, sha256 } = await firstFile();
    const whole = await fetch(url);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(bytes),
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    });
    const all = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(all.subarray(10, 20));
    const changed = await fetch(url, { headers: { range: 'bytes=10-19', 'if-range': '"other"' } });
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, bytes]);
    const behind = await client.call(url, { headers: { range: `bytes=${bytes}-` } });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`]);
    expect(behind.json().type).toMatch(/range-not-satisfiable$/);
    expect((await client.call(url, { headers: { 'if-none-match': `"${sha256}"` } })).status).toBe(304);
    const head = await client.call(url, { method: 'HEAD', headers: { range: 'bytes=10-19' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes)]);
  });

  test.each([
    ...['index.json', '..%2F..%2Fetc%2Fpasswd', 'latest', '2000-01-01.sha256', '.sha256'],
    ...['2000-01-01-0001-00000000.ndjson.gz', 'x'.repeat(500)],
  ])('there is nothing at another name: %s', async (name) => {
    expect((await client.call(`/api/bulk/dumps/${name}`)).status).toBe(404);
  });

  test('the commands of docs/use/publish.md work as they are written', async () => {
    const page = readFileSync(new URL('../../docs/use/publish.md', import.meta.url), 'utf8');
    const section = page.slice(page.indexOf('## Everything at once'));
    const blocks = [...section.matchAll(/```(?:sh)?\n(S=|page=|curl[^`]*?dumps)([\s\S]*?)```/g)].map(
      ([, begin = '', rest = '']) => begin + rest,
    );
    expect(blocks).toHaveLength(3);
    const folder = await mkdtemp(join(tmpdir(), 'commands-'));
    const script = `set -e -o pipefail\n${blocks.join('\n')}`.replaceAll(
      'http://localhost:8080',
      server.url.slice(0, -1),
    );
    await run('bash', ['-c', script.replace('limit=1000', 'limit=2')], { cwd: folder });
    const [all, pages] = await Promise.all(
      ['all.ndjson', 'pages.ndjson'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    expect(pages).toBe(all);
    expect(await readdir(folder)).toContain((await firstFile()).name);
    await rm(folder, { recursive: true });
  });
});

/** All contexts are in the documents themselves. */
async function documentLoader(url: string): Promise<never> {
  throw new Error(`${url} is not loaded.`);
}

describe('the catalog', () => {
  const DCAT = 'http://www.w3.org/ns/dcat#';
  const DCTERMS = 'http://purl.org/dc/terms/';

  async function catalog(
    query = '',
    accept = 'text/turtle',
  ): Promise<{ readonly store: Store; readonly base: string }> {
    const { text } = await client.call(`/api/bulk/catalog${query}`, { headers: { accept } });
    return { store: new Store(new Parser({ format: accept }).parse(text)), base: `${server.api}bulk/catalog` };
  }

  const values = (store: Store, subject: string, property: string): readonly string[] =>
    store.getObjects(namedNode(subject), namedNode(property), null).map(({ value }) => value);

  test('has what profiles of DCAT demand of each of its nodes', async () => {
    const { store, base } = await catalog();
    const demanded = {
      Catalog: [`${DCTERMS}title`, `${DCTERMS}description`, `${DCTERMS}publisher`, `${DCAT}dataset`],
      Dataset: [`${DCTERMS}title`, `${DCTERMS}description`, `${DCAT}distribution`],
      Distribution: [`${DCAT}accessURL`],
      DataService: [`${DCTERMS}title`, `${DCAT}endpointURL`],
    };
    for (const [type, properties] of Object.entries(demanded)) {
      const type_ = namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
      const nodes = store.getSubjects(type_, namedNode(DCAT + type), null);
      expect(nodes.length, type).toBeGreaterThan(0);
      for (const { value } of nodes) {
        for (const property of properties)
          expect(values(store, value, property), `${value} ${property}`).not.toEqual([]);
      }
    }
    expect(values(store, base, `${DCAT}dataset`)).toHaveLength(2);
  });

  test('leads to the dump with its size and checksum, and to each framework in its formats', async () => {
    const { store, base } = await catalog();
    const { url, bytes, sha256 } = await firstFile();
    const [distribution = ''] = values(store, `${base}#all`, `${DCAT}distribution`).filter((one) =>
      one.startsWith(url),
    );
    expect(values(store, distribution, `${DCAT}byteSize`)).toEqual([String(bytes)]);
    const [checksum] = store.getObjects(namedNode(distribution), namedNode('http://spdx.org/rdf/terms#checksum'), null);
    const digest = namedNode('http://spdx.org/rdf/terms#checksumValue');
    expect(store.getObjects(checksum ?? null, digest, null).map(({ value }) => value)).toEqual([sha256]);
    const [framework = ''] = values(store, base, `${DCAT}dataset`).filter((one) => one.endsWith('#dataset'));
    expect(values(store, framework, `${DCTERMS}license`)).toEqual(['https://creativecommons.org/licenses/by/4.0/']);
    expect(values(store, framework, `${DCAT}keyword`).toSorted()).toEqual(['a < b', 'reading']);
    const distributions = values(store, framework, `${DCAT}distribution`);
    expect(distributions).toHaveLength(3);
    for (const one of distributions) {
      const [address = ''] = values(store, one, `${DCAT}downloadURL`);
      const [type = ''] = values(store, one, `${DCAT}mediaType`).map((iri) => iri.split('/media-types/')[1] ?? '');
      const answer = await client.call(address, { headers: { accept: type } });
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]], address).toEqual([200, type]);
    }
  });

  test('says the same in all its forms, to a processor of JSON-LD that is not the service', async () => {
    const answer = await client.call('/api/bulk/catalog');
    expect(answer.headers.get('content-type')).toBe('application/ld+json');
    const fromJson = await jsonld.canonize(answer.json(), { documentLoader, safe: true });
    const triples = await client.call('/api/bulk/catalog', { headers: { accept: 'application/n-triples' } });
    const options = { documentLoader, inputFormat: 'application/n-quads' };
    expect(await jsonld.canonize(triples.text, options)).toBe(fromJson);
    const etag = answer.headers.get('etag') ?? '';
    expect((await client.call('/api/bulk/catalog', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('a form that is not offered is 406, a cursor of no page 400', async () => {
    expect((await client.call('/api/bulk/catalog', { headers: { accept: 'text/csv' } })).status).toBe(406);
    expect((await client.call('/api/bulk/catalog?cursor=x')).json()).toMatchObject({ status: 400, where: 'cursor' });
  });
});

describe('many frameworks, and no dumps', () => {
  const { server: other, client: plain } = useServer();

  test('the catalog has pages, which have each framework once', async () => {
    const json = Array.from({ length: 130 }, (_, order) => ({ ...newFramework(other, []), name: `F ${order}` }));
    await plain.call('/api/sky/repo/multiPut', { json });
    const seen: string[] = [];
    let address: string | undefined = `${other.api}bulk/catalog`;
    while (address !== undefined) {
      const page = await plain.call(address);
      const document = page.json();
      seen.push(...document['dcat:dataset'].slice(1).map((dataset: { '@id': string }) => dataset['@id']));
      const link = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      address = link === undefined ? undefined : new URL(link, address).href;
      expect(document['hydra:view']?.['hydra:next']?.['@id']).toBe(address);
    }
    expect(new Set(seen).size).toBe(130);
    expect(seen).toHaveLength(130);
  });

  test('the list of dumps is empty', async () => {
    expect((await plain.call('/api/bulk/dumps')).json()).toEqual({ dumps: [] });
    expect((await plain.call('/api/bulk/dumps/latest.sha256')).status).toBe(404);
  });
});
