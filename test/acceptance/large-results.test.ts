import { beforeAll, describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { liveMemoryOf, TELLS_LIVE_MEMORY } from '../support/memory.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const COUNT = 10_000;
const MEGABYTE = 1 << 20;
const { server, client } = useServer(TELLS_LIVE_MEMORY);
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

  test.skipIf(process.platform === 'win32')(
    'I6 leave nothing in memory: ten pages of 8 MB less than half a page',
    async () => {
      const page = async (): Promise<number> => {
        const response = await fetch(`${server.api}sky/repo/search?size=${COUNT}`);
        let bytes = 0;
        for await (const chunk of response.body ?? []) bytes += chunk.length;
        return bytes;
      };
      for (let warming = 0; warming < 3; warming++) await page();
      const before = await liveMemoryOf(server);
      for (let repetition = 0; repetition < 10; repetition++) expect(await page()).toBeGreaterThan(8 * MEGABYTE);
      await expect
        .poll(async () => (await liveMemoryOf(server)) - before, { timeout: 30_000 })
        .toBeLessThan(4 * MEGABYTE);
    },
  );

  test('I6 a client that disconnects in the middle of a page does not affect others', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const response = await fetch(`${server.api}sky/repo/search?size=${COUNT}`);
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    expect((await client.call('/livez')).status).toBe(200);
    expect(server.output()).not.toContain('failed unexpectedly');
  });

  test('a long history is complete, newest first', async () => {
    const thing = newThing(server, {}, 1);
    // Each waits for the one before; on a cluster each of them waits for a refresh, too.
    const count = process.env.STORE === 'opensearch' ? 200 : 1000;
    const versions = Array.from({ length: count }, (_, step) => nextVersion(thing, { step }, step));
    await client.call('/api/sky/repo/multiPut', { json: versions });
    const history = (await client.call(`${shortId(thing)}?history=true`)).json() as Thing[];
    expect(history.map(({ step }) => step)).toEqual(Array.from({ length: count }, (_, step) => count - 1 - step));
  });
});
