import { beforeAll, describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { orders, range, seedSearch } from '../support/searchable.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();
let word: string;

beforeAll(async () => {
  ({ word } = await seedSearch(server, client));
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

  test('D5 the sort orders of the client library sort by texts and numbers, with missing ones first or last', async () => {
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

  test('D6 start + size may be 10,000 and not more; the error beyond it says how to continue', async () => {
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
