import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

const API = 'http://localhost:8080/api/';
const SAVED = new URL('../fixtures/data-directories/objects-9c239be3.sqlite.gz', import.meta.url);

/**
 * A data directory that version 9c239be3 wrote: the framework `repair` with the competencies `brakes`, in two versions, and `gears`,
 * a relation, the deleted competency `gone`, `hidden`, which only its owner may read, and `long`, a text of 150,000 characters.
 */
describe.skipIf(process.env.STORE === 'opensearch')('a data directory of an earlier version', () => {
  let server: TestServer;

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'upgrade-'));
    await writeFile(join(directory, 'objects.sqlite'), gunzipSync(await readFile(SAVED)));
    server = await startServer({ SVC_LOOPBACK: API }, directory);
  });
  afterAll(() => server.dispose());

  const idOf = (name: string, type = 'Competency'): string => `${API}data/schema.cassproject.org.0.4.${type}/${name}`;

  async function get(address: string) {
    const response = await fetch(address.replace(API, server.api), { headers: { accept: 'application/json' } });
    const text = await response.text();
    return { status: response.status, body: response.ok ? JSON.parse(text) : text };
  }

  async function namesFound(query: string): Promise<readonly string[]> {
    const { body } = await get(`${API}sky/repo/search?q=${encodeURIComponent(query)}`);
    return body.map((found: { readonly '@id': string }) => found['@id'].replace(/^.*\/([^/]+)\/\d+$/, '$1')).sort();
  }

  test('serves its objects, their versions and their history', async () => {
    expect((await get(idOf('brakes'))).body.name['@value']).toBe('Adjust rim brakes');
    expect((await get(`${idOf('brakes')}/1`)).body.name['@value']).toBe('Adjust the brakes');
    expect((await get(`${idOf('brakes')}?history=true`)).body).toHaveLength(2);
    expect((await get(idOf('gears'))).body.description).toBe('Ünïcode – 自転車');
    expect((await get(idOf('long'))).body.description).toHaveLength(150_000);
  });

  test('serves no deleted object, and a hidden one only to its readers', async () => {
    expect((await get(idOf('gone'))).status).toBe(404);
    expect((await get(idOf('hidden'))).status).toBe(404);
  });

  test('is searched and exported', async () => {
    expect(await namesFound('rim')).toEqual(['brakes']);
    expect(await namesFound('自転車')).toEqual(['gears']);
    expect(await namesFound('hidden')).toEqual([]);
    const { body } = await get(`${API}ctdlasn/repair`);
    const graph: readonly { readonly '@type': string }[] = body['@graph'];
    expect(graph.filter((node) => node['@type'] === 'ceasn:Competency')).toHaveLength(2);
  });

  test('takes new versions, whose numbers follow, and deletions', async () => {
    const { body } = await get(idOf('gears'));
    const next = { ...body, '@id': `${idOf('gears')}/2`, description: 'New after the upgrade' };
    const address = idOf('gears').replace(API, server.api);
    const saved = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(next),
    });
    expect(saved.status).toBe(200);
    expect((await get(`${idOf('gears')}?history=true`)).body).toHaveLength(2);
    expect(await namesFound('upgrade')).toEqual(['gears']);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(200);
    expect((await get(idOf('gears'))).status).toBe(404);
  });
});
