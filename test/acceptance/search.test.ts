import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type Client, createClient, type Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newThing, nextVersion, shortId, THING } from '../support/things.ts';

let server: TestServer;
let client: Client;
/** A word that all objects of this file hold, and their numbers 0 to 24 in `order`. */
const word = `w${randomUUID().replaceAll('-', '')}`;
const things: Thing[] = [];

beforeAll(async () => {
  server = await startServer();
  client = createClient(server);
  for (let order = 0; order < 25; order++) {
    const [type, name] =
      order % 5 === 0 ? ['Person', `Zoë ${order}`] : ['Thing', `${String.fromCharCode(97 + order)} thing`];
    const id = `${server.api}data/schema.org.${type}/${randomUUID()}/1000`;
    things.push({
      ...THING,
      '@id': id,
      '@type': type,
      name,
      description: word,
      order,
      ...(order % 2 && { odd: true }),
    });
  }
  await client.call('/api/sky/repo/multiPut', { json: things });
});
afterAll(() => server.dispose());

const PLACES = ['/api/sky/repo/search', '/api/data/'] as const;
const byOrder = '[{"order":{"order":"asc"}}]';

/** The four ways to ask the same, at both places. */
const WAYS: Record<string, (path: string, parameters: Record<string, string | number>) => readonly [string, Call]> = {
  'GET with a query string': (path, parameters) => [`${path}?${new URLSearchParams(texts(parameters))}`, {}],
  'POST with a query string': (path, parameters) => [
    `${path}?${new URLSearchParams(texts(parameters))}`,
    { method: 'POST' },
  ],
  'POST of JSON': (path, searchParams) => [path, { json: { searchParams } }],
  'POST of a form with searchParams': (path, parameters) => [
    path,
    { form: { searchParams: JSON.stringify(parameters) } },
  ],
  'POST of a form with data and searchParams': (path, { q, ...rest }) => [
    path,
    { form: { data: String(q ?? '*'), searchParams: JSON.stringify(rest) } },
  ],
  'POST of an urlencoded form': (path, { q, ...rest }) => [
    path,
    { urlencoded: { data: String(q ?? '*'), searchParams: JSON.stringify(rest) } },
  ],
};

function texts(parameters: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
}

const orders = (answer: Answer): readonly number[] => answer.json().map((thing: { order: number }) => thing.order);
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe('asking', () => {
  for (const place of PLACES) {
    test.each(Object.entries(WAYS))(`%s at ${place}`, async (_name, way) => {
      const ask = async (parameters: Record<string, string | number>): Promise<Answer> => {
        const answer = await client.call(...way(place, parameters));
        expect(answer.status, answer.text.slice(0, 200)).toBe(200);
        return answer;
      };
      expect(orders(await ask({ q: word, sort: byOrder }))).toEqual(range(0, 25));
      expect(orders(await ask({ q: word, sort: byOrder, start: 3, size: 4 }))).toEqual([3, 4, 5, 6]);
      expect(orders(await ask({ q: word, size: 0 }))).toEqual([]);
      expect(orders(await ask({ q: `${word} AND odd:true`, sort: '[{"order":{"order":"desc"}}]' }))).toEqual(
        range(0, 25)
          .filter((order) => order % 2 === 1)
          .reverse(),
      );
      expect(orders(await ask({ q: word, index_hint: 'schema.org.person', sort: byOrder }))).toEqual([
        0, 5, 10, 15, 20,
      ]);
      const ids = (await ask({ q: word, ids: 'true', sort: byOrder })).json();
      expect(ids).toEqual(things.map((thing) => thing['@id']));
    });
  }

  test('objects come whole, as they were saved', async () => {
    const answer = await client.call(`/api/sky/repo/search?${new URLSearchParams({ q: word, sort: byOrder })}`);
    expect(answer.json()).toEqual(things);
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test('without q everything is found, 50 at a time', async () => {
    await client.call('/api/sky/repo/multiPut', { json: Array.from({ length: 40 }, () => newThing(server)) });
    for (const call of [
      {},
      { form: {} },
      { method: 'POST' },
      { json: {} },
      { json: { searchParams: {} } },
      { form: { searchParams: '{}' } },
    ]) {
      expect((await client.call('/api/sky/repo/search', call)).json()).toHaveLength(50);
    }
    expect((await client.call('/api/data')).json()).toHaveLength(50);
    expect((await client.call('/api/sky/repo/search?size=100&q=')).json().length).toBeGreaterThanOrEqual(65);
  });

  test('later sources win: query string, then searchParams, then the form part data', async () => {
    const path = `/api/sky/repo/search?${new URLSearchParams({ q: 'none', size: '1', sort: byOrder })}`;
    const searchParams = JSON.stringify({ q: word, size: 2 });
    expect(orders(await client.call(path, { form: { searchParams } }))).toEqual([0, 1]);
    expect(orders(await client.call(path, { form: { searchParams: '{}', data: word } }))).toEqual([0]);
    expect(orders(await client.call(path, { form: { searchParams, data: `${word} AND order:7` } }))).toEqual([7]);
    expect(orders(await client.call(path, { json: { searchParams: { q: word } } }))).toEqual([0]);
  });

  test('a sort may be engine JSON in a body too, and parameters may be null or extra', async () => {
    const searchParams = {
      q: word,
      sort: [{ order: { order: 'desc', unmapped_type: 'long', missing: '_last' } }],
      start: null,
      fields: ['x'],
      track_scores: true,
      types: null,
    };
    expect(orders(await client.call('/api/sky/repo/search', { json: { searchParams } }))).toEqual(
      range(0, 25).reverse(),
    );
    expect(
      orders(
        await client.call('/api/sky/repo/search', { form: { data: word, searchParams: JSON.stringify(searchParams) } }),
      ),
    ).toEqual(range(0, 25).reverse());
  });
});

describe('D1 D3 index hints', () => {
  const hinted = (hint: string) =>
    client.call(`/api/sky/repo/search?${new URLSearchParams({ q: word, index_hint: hint, size: '100' })}`);

  test.each([
    'a/b',
    'a?b',
    'a#b',
    'a%b',
    'a\\b',
    '..',
    'a..b',
    'schema.org.Thing',
    'a b',
    'é',
    '<x>',
    '_all;',
    '*:*',
    '{}',
    '"a"',
    'a\u0000',
    'x'.repeat(5000),
  ])('D1 %s is 400', async (hint) => {
    const answer = await hinted(hint);
    expect([answer.status, answer.json().where]).toEqual([400, 'index_hint']);
  });

  test('D1 patterns, lists and exclusions narrow by type key', async () => {
    const count = async (hint: string): Promise<number> => (await hinted(hint)).json().length;
    expect(await count('schema.org.thing')).toBe(20);
    expect(await count('*thing')).toBe(20);
    expect(await count('*thing,*person')).toBe(25);
    expect(await count('schema.*')).toBe(25);
    expect(await count('*,-*thing')).toBe(5);
    expect(await count('-*thing')).toBe(5);
    expect(await count('*rekeyrequest,*encryptedvalue')).toBe(0);
    expect(await count('')).toBe(25);
    expect(await count('thing')).toBe(0);
  });

  test.each([
    'permanent',
    '*permanent*',
    'ephemeral',
    'objects',
    'history',
    'versions',
    '*',
    '_all',
    '.*',
    '-permanent',
    '*,-schema*',
    'sqlite_master',
    'sqlite*',
    '-*',
  ])('D3 %s reaches no old version, no deleted object and no system data', async (hint) => {
    const old = newThing(server, { description: `${word} old`, only: 'old' });
    await client.save(old);
    await client.save(nextVersion(old, { description: 'changed', only: 'new' }));
    const gone = newThing(server, { description: `${word} gone`, only: 'gone' });
    await client.save(gone);
    await client.call(shortId(gone), { method: 'DELETE' });
    const query = new URLSearchParams({ q: 'only:(old OR gone)', index_hint: hint, size: '10000' });
    expect((await client.call(`/api/sky/repo/search?${query}`)).json()).toEqual([]);
    const all = await client.call(
      `/api/sky/repo/search?${new URLSearchParams({ q: '*', index_hint: hint, size: '10000' })}`,
    );
    for (const found of all.json()) expect(found).toHaveProperty('@id');
    expect(all.text).not.toMatch(/PRIVATE KEY|skyId|passwordHash|writeId/);
    await client.call(shortId(old), { method: 'DELETE' });
  });
});

describe('D5 sorting', () => {
  const sorted = (sort: string) =>
    client.call(`/api/sky/repo/search?${new URLSearchParams({ q: word, sort, size: '100' })}`);

  test.each([
    '[{"_script":{"type":"number","script":"1"}}]',
    '{"_script":{}}',
    '[{"order":{"order":"asc","script":"x"}}]',
    '[{"_geo_distance":{}}]',
    '[{"_id":"asc"}]',
    '[{"order":{"order":"sideways"}}]',
    '[{"order":{"mode":"avg"}}]',
    '[{"order":{"nested":{"path":"x"}}}]',
    '[{"order":7}]',
    '[7]',
    '[null]',
    '7',
    'name.keyword',
    '{',
    `[${Array(20).fill('"order"').join(',')}]`,
    JSON.stringify('x'.repeat(9000)),
  ])('D5 %s is 400', async (sort) => {
    const answer = await sorted(sort);
    expect([answer.status, answer.json().where]).toEqual([400, 'sort']);
  });

  test('D5 what the client library sends orders by texts and numbers, missing ones where asked', async () => {
    const sort = '[ { "name.keyword": {"order" : "asc" , "unmapped_type" : "text", "missing" : "_last"}} ]';
    const names = (await sorted(sort)).json().map((thing: Thing) => thing.name);
    expect(names).toEqual([...names].sort());
    expect(orders(await sorted('[{"@version":{"order":"asc"}},{"order":"desc"}]'))).toEqual(range(0, 25).reverse());
    const first = orders(await sorted('[{"odd":{"order":"asc","missing":"_first"}},{"order":"asc"}]'));
    expect(first).toEqual([
      ...range(0, 25).filter((order) => order % 2 === 0),
      ...range(0, 25).filter((order) => order % 2),
    ]);
    expect(orders(await sorted('[{"nothing":"asc"},{"order":"asc"}]'))).toEqual(range(0, 25));
  });
});

describe('D6 bounds', () => {
  test.each(['-1', '10001', '1.5', '1e3', 'x', '', 'NaN', '0x10', '99999999999999999999', ' 1', '1 ', 'null', '٣'])(
    'D6 start or size of "%s" is 400 in both bindings',
    async (value) => {
      for (const name of ['start', 'size']) {
        const answers = [
          await client.call(`/api/sky/repo/search?${new URLSearchParams({ q: 'x', [name]: value })}`),
          await client.call('/api/sky/repo/search', { json: { searchParams: { [name]: value } } }),
          await client.call('/api/sky/repo/search', { form: { searchParams: JSON.stringify({ [name]: value }) } }),
        ];
        expect(
          answers.map((answer) => answer.status),
          name,
        ).toEqual([400, 400, 400]);
        expect(answers[0]?.json().where).toBe(name);
      }
    },
  );

  test.each([-1, 1.5, 10_001, true, [1], { x: 1 }, 1e300])('D6 start or size of %j in JSON is 400', async (value) => {
    for (const name of ['start', 'size']) {
      expect((await client.call('/api/sky/repo/search', { json: { searchParams: { [name]: value } } })).status).toBe(
        400,
      );
    }
  });

  test('D6 start + size may be 10,000 and not more; beyond, the answer says how to go on', async () => {
    const ask = (start: number, size: number) =>
      client.call(`/api/sky/repo/search?${new URLSearchParams({ q: word, start: `${start}`, size: `${size}` })}`);
    expect((await ask(0, 10_000)).json()).toHaveLength(25);
    expect((await ask(9_999, 1)).json()).toEqual([]);
    expect((await ask(10_000, 0)).json()).toEqual([]);
    const beyond = await ask(9_999, 2);
    expect(beyond.status).toBe(400);
    expect(beyond.json().detail).toMatch(/Link/);
  });

  test('a query that cannot be read is 400 with its position, in both bindings', async () => {
    for (const q of ['foo:(', '(a', 'a)', '"open', '[1 TO', 'a AND', 'x:[1 TO 2', '/regex/', 'a^', 'field:']) {
      const answer = await client.call('/api/sky/repo/search', { json: { searchParams: { q } } });
      expect(answer.status, q).toBe(400);
      expect(answer.json(), q).toMatchObject({ where: 'q', position: expect.any(Number) });
      expect((await client.call('/api/sky/repo/search', { form: { data: q } })).status).toBe(400);
    }
  });

  test('D4 queries that would cost too much are 400', async () => {
    const costly = [
      Array(2000).fill('a').join(' '),
      `${'('.repeat(200)}a${')'.repeat(200)}`,
      Array(200).fill('a*').join(' '),
      '*a'.repeat(30),
      'x'.repeat(300_000),
      `"${'a '.repeat(2000)}"~5`,
    ];
    for (const q of costly) {
      const answer = await client.call('/api/sky/repo/search', { form: { data: q } });
      expect([200, 400], q.slice(0, 40)).toContain(answer.status);
    }
    for (const q of costly.slice(0, 5))
      expect((await client.call('/api/sky/repo/search', { form: { data: q } })).status, q.slice(0, 40)).toBe(400);
  });
});

describe('D12 what was put is found', () => {
  test('D12 as soon as a save answers, single or in a batch, new or changed', async () => {
    const saves = range(0, 40).map(async (index) => {
      const own = `d12x${index}x${word}`;
      const thing = newThing(server, { name: own });
      if (index % 2) await client.save(thing);
      else await client.call('/api/sky/repo/multiPut', { json: [thing] });
      expect(await client.find(own)).toEqual([thing['@id']]);
      await client.save(nextVersion(thing, { name: `${own}changed` }));
      expect(await client.find(`name:${own}changed`)).toEqual([nextVersion(thing)['@id']]);
      expect(await client.find(`name:${own}`)).toEqual([]);
    });
    await Promise.all(saves);
  });
});

describe('D13 paging by cursor', () => {
  test.each([{ sort: byOrder }, { sort: '[{"group":"desc"}]' }, {}])(
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
        // What matches comes and goes at both ends of the order while the pages are read.
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

  test('D13 the last page carries no Link, and a POST can follow one too', async () => {
    const page = await client.call(
      `/api/sky/repo/search?${new URLSearchParams({ q: word, size: '20', sort: byOrder })}`,
    );
    const link = /^<\?(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const cursor = new URLSearchParams(link).get('cursor') ?? '';
    expect(cursor).not.toBe('');
    const rest = await client.call('/api/sky/repo/search', {
      json: { searchParams: { q: word, size: 20, sort: byOrder, cursor } },
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
