import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { BY_ORDER, orders, range, seedSearch } from '../support/searchable.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();
let word: string;

beforeAll(async () => {
  ({ word } = await seedSearch(server, client));
});

describe('D13 paging by cursor', () => {
  test.each([{ sort: BY_ORDER }, { sort: '[{"group":"desc"}]' }, {}])(
    'D13 300 objects, each exactly once, while others come, change and go: %j',
    async (parameters) => {
      const own = `d13${randomUUID().replaceAll('-', '')}`;
      const stock = range(0, 300).map((order) => newThing(server, { name: own, order, group: order % 7 }));
      await client.call('/api/sky/repo/multiPut', { json: stock });
      const seen: string[] = [];
      let address = `/api/sky/repo/search?${new URLSearchParams({ q: `name:${own}`, size: '23', ...parameters })}`;
      for (let page = 0; address !== ''; page++) {
        expect(page).toBeLessThan(40);
        const answer = await client.call(address);
        expect(answer.status).toBe(200);
        seen.push(...answer.json().map(shortId));
        // Matching objects are added and removed at both ends of the order while the pages are read.
        await client.save(newThing(server, { name: `${own}other`, order: -page }));
        await client.call('/api/sky/repo/multiPut', {
          json: [
            newThing(server, { name: 'unrelated', order: page }),
            newThing(server, { name: own, order: -page - 1, group: 99, late: true }),
          ],
        });
        const link = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
        address = link === undefined ? '' : new URL(link, `${server.url}api/sky/repo/search`).href;
      }
      const wanted = stock.map(shortId);
      expect(new Set(seen).size, 'nothing twice').toBe(seen.length);
      expect(
        wanted.filter((id) => !seen.includes(id)),
        'nothing skipped',
      ).toEqual([]);
    },
  );

  test('D13 pages are full and have a next one while others save objects on them', async () => {
    const own = `d13${randomUUID().replaceAll('-', '')}`;
    const stock = range(0, 12).map((order) => newThing(server, { name: own, order }));
    await client.call('/api/sky/repo/multiPut', { json: stock });
    const searching = { done: false };
    const writers = [0, 1].map(async (writer) => {
      for (let round = 0; !searching.done; round++) {
        const thing = stock[(round * 2 + writer) % stock.length];
        if (thing !== undefined) await client.save({ ...thing, round });
      }
    });
    try {
      for (const size of range(0, 60).map((round) => 1 + (round % stock.length))) {
        const query = new URLSearchParams({ q: `+${own}`, size: String(size) });
        const answer = await client.call(`/api/sky/repo/search?${query}`);
        const { length } = answer.json();
        expect({ length, more: answer.headers.has('link') }).toEqual({ length: size, more: size < stock.length });
      }
    } finally {
      searching.done = true;
      await Promise.all(writers);
    }
  });

  test('D13 the last page carries no Link, and a POST can follow one too', async () => {
    const page = await client.call(
      `/api/sky/repo/search?${new URLSearchParams({ q: word, size: '20', sort: BY_ORDER })}`,
    );
    const link = /^<\?(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const cursor = new URLSearchParams(link).get('cursor') ?? '';
    expect(cursor).not.toBe('');
    const rest = await client.call('/api/sky/repo/search', {
      json: { searchParams: { q: word, size: 20, sort: BY_ORDER, cursor } },
    });
    expect(orders(rest)).toEqual([20, 21, 22, 23, 24]);
    expect(rest.headers.get('link')).toBeNull();
  });

  test.each(['x', '', '%', 'AAAA', '{}', '999999999999999999999', '\u0000', 'x'.repeat(10_000)])(
    'D13 a cursor that no page gave is 400: "%s"',
    async (cursor) => {
      const answer = await client.call('/api/sky/repo/search', { json: { searchParams: { q: word, cursor } } });
      expect(answer.status).toBe(400);
    },
  );
});
