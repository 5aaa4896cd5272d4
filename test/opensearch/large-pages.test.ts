import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { HUB, newPrefix, startInstance } from '../support/instances.ts';
import { memoryOf } from '../support/memory.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import type { TestServer } from '../support/server.ts';

const FULL = process.env['CHECKS'] === 'full';
/** Fewer in a quick run; `test/acceptance` has the same test on the embedded store. */
const COUNT = FULL ? 10_000 : 2_000;
const AT_ONCE = 2_000;
const PAGE = 10_000;
const MEGABYTE = 1 << 20;
/** Number of pages until the heap has its working size, and of pages that are measured. */
const [WARMING, MEASURED] = FULL ? [20, 40] : [15, 10];

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';
const prefix = newPrefix();

describe.skipIf(engine === null)('I6 large pages on OpenSearch', () => {
  let server: TestServer;
  const ids = new Set<string>();

  beforeAll(async () => {
    server = await startInstance(endpoint, prefix);
    const description = 'lorem ipsum dolor sit amet consectetur '.repeat(20);
    for (let from = 0; from < COUNT; from += AT_ONCE) {
      const things = Array.from({ length: AT_ONCE }, (_, index) => {
        const id = `${HUB}data/schema.org.Thing/${randomUUID()}/1`;
        ids.add(id);
        return { '@context': 'https://schema.org', '@type': 'Thing', '@id': id, order: from + index, description };
      });
      const answer = await fetch(`${server.api}sky/repo/multiPut`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(things),
      });
      expect(await answer.json()).toEqual({ stored: AT_ONCE, failed: [] });
    }
  });
  afterAll(async () => {
    await server?.dispose();
    await removeIndices(endpoint, prefix);
  });

  it('I6 are complete and in order', async () => {
    const query = new URLSearchParams({ q: 'lorem', size: `${PAGE}`, sort: '[{"order":"asc"}]' });
    const response = await fetch(`${server.api}sky/repo/search?${query}`);
    const found = (await response.json()) as { '@id': string; order: number }[];
    expect(found.map(({ order }) => order)).toEqual(Array.from({ length: COUNT }, (_, order) => order));
    expect(new Set(found.map((thing) => thing['@id']))).toEqual(ids);
  });

  it.skipIf(!existsSync('/proc/self/status'))(
    'I6 again and again take no more memory than they took before: less than 64 MB',
    async () => {
      const page = async (): Promise<number> => {
        const response = await fetch(`${server.api}sky/repo/search?size=${PAGE}`);
        let bytes = 0;
        for await (const chunk of response.body ?? []) bytes += chunk.length;
        return bytes;
      };
      for (let warming = 0; warming < WARMING; warming++) await page();
      const before = memoryOf(server);
      for (let repetition = 0; repetition < MEASURED; repetition++) {
        expect(await page()).toBeGreaterThan(COUNT * 800);
      }
      expect((memoryOf(server) - before) / MEGABYTE).toBeLessThan(64);
    },
  );

  it('I6 a client that disconnects during a page does not disturb others', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const reader = (await fetch(`${server.api}sky/repo/search?size=${PAGE}`)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    expect((await fetch(`${server.url}livez`)).status).toBe(200);
    expect(server.output()).not.toContain('failed unexpectedly');
  });
});
