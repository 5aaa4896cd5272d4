import { beforeAll, describe, expect, test } from 'vitest';
import type { Call, Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { BY_ORDER, orders, range, seedSearch } from '../support/searchable.ts';
import { person } from '../support/signer.ts';
import { newThing, nextVersion, shortId, THING } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();
let word: string;
let things: readonly Thing[];

beforeAll(async () => {
  ({ word, things } = await seedSearch(server, client));
});

const PLACES = ['/api/sky/repo/search', '/api/data/'] as const;

/** The ways to ask the same, at both places. */
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

describe('asking', () => {
  for (const place of PLACES) {
    test.each(Object.entries(WAYS))(`%s at ${place}`, async (_name, way) => {
      const ask = async (parameters: Record<string, string | number>): Promise<Answer> => {
        const answer = await client.call(...way(place, parameters));
        expect(answer.status, answer.text.slice(0, 200)).toBe(200);
        return answer;
      };
      expect(orders(await ask({ q: word, sort: BY_ORDER }))).toEqual(range(0, 25));
      expect(orders(await ask({ q: word, sort: BY_ORDER, start: 3, size: 4 }))).toEqual([3, 4, 5, 6]);
      expect(orders(await ask({ q: word, size: 0 }))).toEqual([]);
      expect(orders(await ask({ q: `${word} AND odd:true`, sort: '[{"order":{"order":"desc"}}]' }))).toEqual(
        range(0, 25)
          .filter((order) => order % 2 === 1)
          .reverse(),
      );
      expect(orders(await ask({ q: word, index_hint: 'schema.org.person', sort: BY_ORDER }))).toEqual([
        0, 5, 10, 15, 20,
      ]);
      const ids = (await ask({ q: word, ids: 'true', sort: BY_ORDER })).json();
      expect(ids).toEqual(things.map((thing) => thing['@id']));
    });
  }

  test('objects come whole, as they were saved', async () => {
    const answer = await client.call(`/api/sky/repo/search?${new URLSearchParams({ q: word, sort: BY_ORDER })}`);
    expect(answer.json()).toEqual(things);
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test('lengths replaces lists by the number of items visible to the caller, and changes nothing else', async () => {
    const hidden = { ...THING, '@reader': [(await person()).pem], name: 'A secret' };
    const long = Array.from({ length: 2000 }, (_, i) => `https://example.org/competencies/${i}/[,"'"]`);
    const object = newThing(server, {
      name: ['A', 'B'],
      competency: long,
      relation: [],
      'a,b': [1],
      nested: { competency: [1] },
      level: [['x', 'y'], { competency: ['z'] }, null, hidden],
      author: 'https://example.org/me',
    });
    const text = JSON.stringify(object).replace('null', '12345678901234567890');
    await client.call(new URL(shortId(object)).pathname, { json: text });
    const q = `@id:"${shortId(object)}"`;
    const names = 'competency,relation,level,author,nothing';
    for (const call of [
      client.call(`/api/sky/repo/search?${new URLSearchParams({ q, lengths: names })}`),
      client.call('/api/sky/repo/search', { json: { searchParams: { q, lengths: names } } }),
    ]) {
      const [found] = (await call).json();
      expect(found).toEqual({ ...object, competency: 2000, relation: 0, level: 3 });
    }
    const whole = await client.call('/api/sky/repo/search', { json: { searchParams: { q, lengths: 'a,b' } } });
    expect(whole.text).toContain('12345678901234567890');
    for (const lengths of ['', ',', 'a,,b', 'a,', 'x'.repeat(1001)]) {
      const refused = await client.call(`/api/sky/repo/search?${new URLSearchParams({ lengths })}`);
      expect([refused.status, refused.json().type], lengths).toEqual([
        400,
        expect.stringContaining('invalid-parameter'),
      ]);
    }
  });

  test('times gives each object with the time of its last change, which results can be sorted by', async () => {
    const q = crypto.randomUUID();
    const [first, second] = [newThing(server, { name: `First ${q}`, list: [1, 2] }), newThing(server, { name: q })];
    const save = (object: Thing) =>
      client.call(new URL(shortId(object)).pathname, { json: { ...object, '@id': shortId(object) } });
    for (const object of [first, second]) await save(object);
    const saved = await save({ ...first, name: `First again ${q}` });
    const changed = Date.parse(saved.headers.get('last-modified') ?? '');
    for (const order of ['asc', 'desc']) {
      const sort = [{ '@time': order }];
      const answer = await client.call('/api/sky/repo/search', {
        json: { searchParams: { q, times: true, lengths: 'list', sort } },
      });
      const found: { time: number; object: Record<string, unknown> }[] = answer.json();
      expect(found.map(({ object }) => object['name'])).toEqual(
        order === 'asc' ? [q, `First again ${q}`] : [`First again ${q}`, q],
      );
      const { time, object } = found.find((one) => one.object['list'] !== undefined) ?? {};
      expect([Math.floor((time ?? 0) / 1000) * 1000, object?.['list']]).toEqual([changed, 2]);
    }
  });

  test('count gives the number of results of all pages, at most that number', async () => {
    const total = async (query: Record<string, string>, ...more: Call[]) => {
      const path = `/api/sky/repo/search?${new URLSearchParams({ q: word, size: '2', ...query })}`;
      const { headers } = await client.call(path, ...more);
      return [headers.get('x-total-count'), headers.get('link')] as const;
    };
    const [all, next] = await total({ count: '1000' });
    expect([all, (await total({ count: '3' }))[0], (await total({}))[0]]).toEqual([`${things.length}`, '3', null]);
    const searchParams = { q: word, ids: true, count: 1000 };
    const posted = await client.call('/api/sky/repo/search', { json: { searchParams } });
    expect(posted.headers.get('x-total-count')).toBe(`${things.length}`);
    const [, cursor = ''] = /cursor=([^&>]*)/.exec(next ?? '') ?? [];
    expect((await total({ count: '1000', cursor: decodeURIComponent(cursor) }))[0]).toBeNull();
    for (const count of ['0', 'x', '10001']) {
      const refused = await client.call(`/api/sky/repo/search?${new URLSearchParams({ count })}`);
      expect(refused.status).toBe(400);
    }
  });

  test('a code is found by its first words in any member, and by its beginning in the member that has it', async () => {
    const codes = ['CCSS.ELA-LITERACY.RL.1', 'CCSS.ELA-LITERACY.RL.10', 'CCSS.ELA-LITERACY.RI.2', 'F-16A'];
    const things = codes.map((code) => newThing(server, { 'ceasn:codedNotation': code }));
    await client.call('/api/sky/repo/multiPut', { json: things });
    for (const [q, found] of [
      ['"ccss.ela-literacy.rl"', [0, 1]],
      ['"CCSS.ELA-LITERACY.RL.1"', [0]],
      ['"F-16A"', [3]],
      ['\\*codedNotation.keyword:CCSS.ELA-LITERACY.RL.1*', [0, 1]],
      ['\\*codedNotation.keyword:F-16*', [3]],
    ] as const) {
      expect([...(await client.find(q))].sort(), q).toEqual(found.map((index) => things[index]?.['@id']).sort());
    }
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

  test('an object without an address is not taken for a search of everything: the 400 says how to save it', async () => {
    const thing = newThing(server);
    const object = JSON.stringify(thing);
    const headers = { 'content-type': 'application/ld+json' };
    for (const path of ['/api/data', '/api/data/', '/api/sky/repo/search']) {
      for (const call of [
        { json: thing },
        { json: object, headers },
        { json: { q: word } },
        { json: { signatureSheet: [], data: thing } },
        { form: { data: object } },
        { form: { data: ` ${object}`, searchParams: '{}' } },
        { urlencoded: { data: object } },
      ]) {
        const answer = await client.call(path, call);
        expect([answer.status, answer.text], `${path} ${JSON.stringify(call)}`).toEqual([
          400,
          expect.stringContaining('/api/data/<type>/<uid>'),
        ]);
      }
    }
    expect((await client.call('/api/sky/repo/search', { form: { data: `{a TO b} AND ${word}` } })).status).toBe(200);
    expect((await client.call('/api/sky/repo/search', { json: { signatureSheet: [] } })).status).toBe(200);
  });

  test('later sources win: query string, then searchParams, then the form part data', async () => {
    const path = `/api/sky/repo/search?${new URLSearchParams({ q: 'none', size: '1', sort: BY_ORDER })}`;
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

describe('D12 saved objects are found', () => {
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
