import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { md5Hex } from '../../shared/base/crypto/md5.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { describeForwardedKeys } from '../support/forwarded-keys.ts';
import { HUB, newPrefix, startInstance } from '../support/instances.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import type { TestServer } from '../support/server.ts';

const WRITERS = 64;
const SAVES = process.env['CHECKS'] === 'full' ? 40 : 3;

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';
const prefix = newPrefix();

type Saved = { readonly '@id': string; readonly name: string };

describe.skipIf(engine === null)('two instances on one cluster', () => {
  let first: TestServer;
  let second: TestServer;

  beforeAll(async () => {
    [first, second] = [await startInstance(endpoint, prefix), await startInstance(endpoint, prefix)];
  });
  afterAll(async () => {
    await Promise.all([first, second].map((server) => server?.dispose()));
    await removeIndices(endpoint, prefix);
  });

  describeForwardedKeys(
    () => [first, second],
    () => HUB,
  );

  /** Saves an object, again while others come first; the service assigns the next free version. */
  async function save(server: TestServer, shortId: string, name: string): Promise<Saved> {
    const response = await fetch(`${server.api}data/schema.org.Thing/url-${shortId.split('/').at(-1)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ '@context': 'https://schema.org', '@type': 'Thing', '@id': `${shortId}/1`, name }),
    });
    const text = await response.text();
    if (response.status === 409) return save(server, shortId, name);
    expect(response.status, text).toBe(200);
    return JSON.parse(text) as Saved; // the response to a save
  }

  const read = (server: TestServer, path: string) => fetch(`${server.api}${path}`);
  const found = async (server: TestServer, q: string) =>
    (await (await read(server, `sky/repo/search?${new URLSearchParams({ q })}`)).json()) as Saved[];

  const newShortId = () => `${HUB}data/schema.org.Thing/${randomUUID()}`;
  const guidOf = (shortId: string) => shortId.split('/').at(-1) ?? '';

  it("I1 each shows the other's acknowledged writes immediately: by every id, in history, in search, and not after a deletion", async () => {
    for (let round = 0; round < 6; round++) {
      const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first];
      const shortId = newShortId();
      const guid = guidOf(shortId);
      const words = [`before${md5Hex(shortId)}`, `after${md5Hex(shortId)}`];
      const versions: string[] = [];
      for (const word of words) {
        const saved = await save(writer, shortId, word);
        versions.unshift(saved['@id']);
        const hits = await found(reader, `name:${word}`);
        expect(hits).toEqual([saved]);
        for (const name of [guid, md5Hex(shortId), encodeURIComponent(shortId), `url-${guid}`]) {
          expect(await (await read(reader, `data/${name}`)).json()).toEqual(saved);
        }
        const history = (await (await read(reader, `data/${guid}?history=true`)).json()) as Saved[];
        expect(history.map((version) => version['@id'])).toEqual(versions);
      }
      expect(await found(reader, `name:${words[0]}`)).toEqual([]);
      expect((await fetch(`${writer.api}data/${guid}`, { method: 'DELETE' })).status).toBe(200);
      expect(await found(reader, `name:${words[1]}`)).toEqual([]);
      for (const name of [guid, md5Hex(shortId), `url-${guid}`]) {
        expect((await read(reader, `data/${name}`)).status).toBe(404);
      }
      const again = await save(reader, shortId, words[0] ?? '');
      expect(await found(writer, `name:${words[0]}`)).toEqual([again]);
    }
  });

  it(`G7 G8 ${WRITERS} writers on one object: each acknowledged save has its own, rising version, and the newest is current`, async () => {
    const shortId = newShortId();
    const guid = guidOf(shortId);
    const acknowledged = await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const own: Saved[] = [];
        for (let count = 0; count < SAVES; count++) {
          own.push(await save(writer % 2 === 0 ? first : second, shortId, `writer${writer}x${count}`));
        }
        return own;
      }),
    );
    const versionOf = (saved: Saved) => Number(saved['@id'].slice(shortId.length + 1));
    for (const own of acknowledged) {
      const versions = own.map(versionOf);
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    }
    const all = acknowledged.flat().sort((a, b) => versionOf(b) - versionOf(a));
    expect(new Set(all.map(versionOf)).size).toBe(WRITERS * SAVES);
    for (const server of [first, second]) {
      const history = (await (await read(server, `data/${guid}?history=true`)).json()) as Saved[];
      expect(history).toEqual(all);
      expect(await (await read(server, `data/${guid}`)).json()).toEqual(all[0]);
      expect(await found(server, `@id:"${shortId}"`)).toEqual([all[0]]);
    }
  });
});
