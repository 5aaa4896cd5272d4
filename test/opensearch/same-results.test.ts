import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  clientLibrary,
  recordingRepository,
  SEARCHABLE,
} from '../../shared/repository/search/testing/client.ts';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { HUB, newPrefix, startInstance } from '../support/instances.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { QUERIES, SORTS, searchCorpus } from './search-corpus.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';
const prefix = newPrefix();

type Search = {
  readonly q: string;
  readonly size?: number;
  readonly start?: number;
  readonly sort?: string;
  readonly index_hint?: string;
};
/** The response of a search, as far as it must be the same for both: status, ids or the code of the problem. */
type Answered = { readonly status: number; readonly ids: readonly string[] | string; readonly next: string | null };

describe.skipIf(engine === null)('D14 the embedded store and OpenSearch answer the same', () => {
  let embedded: TestServer;
  let cluster: TestServer;

  beforeAll(async () => {
    embedded = await startServer({ SVC_EXTERNAL_ENDPOINT: HUB });
    cluster = await startInstance(endpoint, prefix);
    for (const server of [embedded, cluster]) {
      for (const batch of searchCorpus()) {
        const answer = await post(server, 'sky/repo/multiPut', batch);
        expect(await answer.json()).toMatchObject({ stored: batch.length, failed: [] });
      }
    }
  });
  afterAll(async () => {
    await Promise.all([embedded, cluster].map((server) => server?.dispose()));
    await removeIndices(endpoint, prefix);
  });

  const post = (server: TestServer, path: string, body: unknown) =>
    fetch(`${server.api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function ask(server: TestServer, search: Search, page?: string): Promise<Answered> {
    const given = Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]);
    const address = page ?? `${server.api}sky/repo/search?${new URLSearchParams(given)}`;
    const response = await fetch(address);
    const body = (await response.json()) as { '@id': string }[] | { type: string };
    const [, next = null] = /<([^>]+)>; rel="?next"?/.exec(response.headers.get('link') ?? '') ?? [];
    const ids = Array.isArray(body) ? body.map((object) => object['@id']) : body.type;
    return { status: response.status, ids, next: next === null ? null : new URL(next, address).href };
  }

  /** Sends a search to both; everything but the cursor has to be the same. */
  async function same(search: Search): Promise<Answered> {
    const [ours, theirs] = await Promise.all([ask(embedded, search), ask(cluster, search)]);
    const shown = ({ status, ids, next }: Answered) => ({ search, status, ids, more: next !== null });
    expect(shown(theirs)).toEqual(shown(ours));
    return ours;
  }

  it.each(QUERIES)('D14 hits and their order for %s', async (q) => {
    await same({ q, size: 10_000 });
    await same({ q, size: 7, start: 5 });
  });

  it('D14 at least three in four of these queries find something', async () => {
    const answers = await Promise.all(QUERIES.map((q) => ask(embedded, { q, size: 1 })));
    const finding = answers.filter(({ status, ids }) => status === 200 && ids.length > 0);
    expect(finding.length).toBeGreaterThan(0.75 * QUERIES.length);
  });

  it.each(SORTS)('D14 hits sorted by %s', async (sort) => {
    for (const q of ['*', 'numbers', '@type:Competency']) await same({ q, sort, size: 10_000 });
  });

  it.each(['*', 'numbers', 'read OR write OR numbers'])('D14 pages of %s, by cursor and by offset', async (q) => {
    for (const sort of [undefined, SORTS[0]]) {
      const search: Search = { q, size: 23, ...(sort !== undefined && { sort }) };
      const pages = await Promise.all([embedded, cluster].map((server) => pagesOf(server, search)));
      expect(pages[1]).toEqual(pages[0]);
      const all = await same({ ...search, size: 10_000 });
      expect(pages[0]?.flat()).toEqual(all.ids);
      await same({ ...search, start: 46 });
    }
  });

  async function pagesOf(server: TestServer, search: Search): Promise<(readonly string[] | string)[]> {
    const pages = [];
    for (let page: string | undefined; ; ) {
      const { ids, next } = await ask(server, search, page);
      pages.push(ids);
      if (next === null) return pages;
      page = next;
    }
  }

  it.each(SEARCHABLE)('D14 searches of the client library for %s', async (name) => {
    createRequire(import.meta.url)('cassproject');
    const client: Client = clientLibrary();
    for (const words of ['*', 'numbers', 'name:"Add numbers"', '(read OR write) AND NOT numbers']) {
      const { repository, sent } = recordingRepository(client);
      await client[name].search(repository, words);
      for (const { query, indexHint, sort } of sent) {
        await same({ q: query, index_hint: indexHint, size: 10_000, ...(sort !== null && { sort }) });
      }
    }
  });

  it('D14 searches of the client library for related objects', async () => {
    createRequire(import.meta.url)('cassproject');
    const client: Client = clientLibrary();
    const { repository, sent } = recordingRepository(client);
    const id = `${HUB}data/schema.cassproject.org.0.4.Competency/c1`;
    const competency = Object.assign(new client.EcCompetency(), { id: `${id}/1000` });
    await client.EcAlignment.searchBySource(repository, id);
    await client.EcAlignment.searchBySources(repository, [id, `${HUB}data/schema.cassproject.org.0.4.Competency/c2`]);
    await client.EcAlignment.searchByCompetency(repository, id);
    await client.EcLevel.searchByCompetency(repository, id);
    await competency.relations(repository);
    await competency.levels(repository);
    await competency.rollupRules(repository);
    expect(sent.length).toBeGreaterThan(5);
    let hits = 0;
    for (const { query, indexHint } of sent) {
      hits += (await same({ q: query, index_hint: indexHint, size: 10_000 })).ids.length;
    }
    expect(hits).toBeGreaterThan(3);
  });
});
