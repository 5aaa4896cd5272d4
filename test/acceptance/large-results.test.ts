import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { memoryOf } from '../support/memory.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const COUNT = 10_000;
const MEGABYTE = 1 << 20;
const { server, client } = useServer();
const ids = new Set<string>();

beforeAll(async () => {
  const filler = 'lorem ipsum dolor sit amet consectetur '.repeat(20);
  for (let from = 0; from < COUNT; from += 2000) {
    const things = Array.from({ length: 2000 }, (_, index) => newThing(server, { order: from + index, name: filler }));
    for (const thing of things) ids.add(thing['@id']);
    const answer = await client.call('/api/sky/repo/multiPut', { json: things });
    expect(answer.json()).toEqual({ stored: 2000, failed: [] });
  }
});

describe('I6 pages of 10,000 objects', () => {
  test('I6 come whole, each once, in their order', async () => {
    const query = new URLSearchParams({ q: 'lorem', size: `${COUNT}`, sort: '[{"order":"asc"}]' });
    const found: Thing[] = (await client.call(`/api/sky/repo/search?${query}`)).json();
    expect(found.map((thing) => thing.order)).toEqual(Array.from({ length: COUNT }, (_, order) => order));
    expect(new Set(found.map((thing) => thing['@id']))).toEqual(ids);
  });

  test.skipIf(!existsSync('/proc/self/status'))(
    'I6 again and again take no more memory than they took before: less than 64 MB',
    async () => {
      const page = async (): Promise<number> => {
        const response = await fetch(`${server.api}sky/repo/search?size=${COUNT}`);
        let bytes = 0;
        for await (const chunk of response.body ?? []) bytes += chunk.length;
        return bytes;
      };
      // A heap grows to its working size before the collector bothers; what counts is that it stays there.
      for (let warming = 0; warming < 15; warming++) await page();
      const before = memoryOf(server);
      for (let repetition = 0; repetition < 10; repetition++) expect(await page()).toBeGreaterThan(8 * MEGABYTE);
      expect((memoryOf(server) - before) / MEGABYTE).toBeLessThan(64);
    },
  );

  test('I6 a reader who goes away in the middle of a page harms nobody', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const response = await fetch(`${server.api}sky/repo/search?size=${COUNT}`);
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    expect((await client.call('/livez')).status).toBe(200);
    expect(server.output()).not.toContain('failed unexpectedly');
  });

  test('a long history comes whole, newest first', async () => {
    const thing = newThing(server, {}, 1);
    // Each waits for the one before; on a cluster each of them waits for a refresh, too.
    const count = process.env.STORE === 'opensearch' ? 200 : 1000;
    const versions = Array.from({ length: count }, (_, step) => nextVersion(thing, { step }, step));
    await client.call('/api/sky/repo/multiPut', { json: versions });
    const history = (await client.call(`${shortId(thing)}?history=true`)).json() as Thing[];
    expect(history.map(({ step }) => step)).toEqual(Array.from({ length: count }, (_, step) => count - 1 - step));
  });
});
