import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call, Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { sheet } from '../support/signer.ts';
import { md5, newThing, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

/** All of an answer but what is new in every answer. */
function essence({ status, headers, text }: Answer) {
  const requestId = headers.get('x-request-id') ?? '';
  const names = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return { status, headers: names, text: text.replaceAll(requestId, '<request id>') };
}

describe('A18 a hidden object gets the response of an absent one', () => {
  const requests: Record<string, (thing: Thing) => readonly [path: string, call: Call]> = {
    GET: (thing) => [shortId(thing), {}],
    'GET by MD5': (thing) => [`/api/data//${md5(thing)}`, {}],
    'GET of a version': (thing) => [thing['@id'], {}],
    'GET of the history': (thing) => [`${shortId(thing)}?history=true`, {}],
    'GET as text': (thing) => [shortId(thing), { headers: { accept: 'text/plain' } }],
    'GET with If-None-Match': (thing) => [shortId(thing), { headers: { 'if-none-match': '"1000"' } }],
    HEAD: (thing) => [shortId(thing), { method: 'HEAD' }],
    'POST as a read': (thing) => [shortId(thing), { form: {} }],
    'POST as a read of a version': (thing) => [thing['@id'], { form: {} }],
    'POST as a read of the history': (thing) => [`${shortId(thing)}?history=true`, { urlencoded: {} }],
    multiGet: (thing) => ['/api/sky/repo/multiGet', { json: [shortId(thing).slice(server.api.length)] }],
    'multiGet of a version': (thing) => ['/api/sky/repo/multiGet', { json: [thing['@id'].slice(server.api.length)] }],
    'multiGet of the ids': (thing) => [
      '/api/sky/repo/multiGet',
      { form: { data: JSON.stringify([shortId(thing)]), ids: 'true' } },
    ],
    search: (thing) => [`/api/sky/repo/search?${new URLSearchParams({ q: `@id:"${shortId(thing)}"` })}`, {}],
    'search for the ids': (thing) => [
      `/api/sky/repo/search?${new URLSearchParams({ q: `@id:"${shortId(thing)}"`, ids: 'true', size: '1' })}`,
      {},
    ],
  };
  const callers: Record<string, () => Promise<string>> = {
    nobody: async () => '',
    'somebody else': async () => cast.sheets.other,
    'a reader whose sheet is out of date': () => sheet(server.api, [cast.reader], -1000),
  };

  test.each(Object.entries(requests))('A18 %s', async (_name, request) => {
    const absent = newThing(server, { name: 'absent' });
    const hidden = newThing(server, { name: 'hidden', '@reader': [cast.reader.pem] });
    await client.save(hidden);
    for (const [caller, signature] of Object.entries(callers)) {
      const answers = [];
      for (const thing of [absent, hidden]) {
        const [path, call] = request(thing);
        answers.push(essence(await client.call(path, { ...call, sheet: await signature() })));
      }
      const [whenAbsent, whenHidden] = answers.map((answer) =>
        JSON.stringify(answer).replace(/time is \d+|expires at \d+/g, ''),
      );
      expect(whenHidden, caller).toEqual(whenAbsent);
    }
  });
});

describe("A19 hidden objects do not change other callers' searches", () => {
  const word = `w${randomUUID().replaceAll('-', '')}`;
  const open: string[] = [];

  beforeAll(async () => {
    const things = Array.from({ length: 120 }, (_, index) => {
      const hidden = index % 3 !== 0;
      return newThing(server, {
        name: `${word} ${hidden ? 'hushed' : 'open'}`,
        order: index,
        ...(hidden && { '@reader': [cast.reader.pem], secretWord: `${word}secret` }),
      });
    });
    for (const thing of things) if (!('@reader' in thing)) open.push(shortId(thing));
    await client.call('/api/sky/repo/multiPut', { json: things });
  });

  async function page(parameters: Record<string, string>, signature = '') {
    const query = new URLSearchParams({ q: `name:${word}`, sort: '[{"order":"asc"}]', ...parameters });
    const answer = await client.call(`/api/sky/repo/search?${query}`, { sheet: signature });
    expect(answer.status).toBe(200);
    return { ids: (answer.json() as Thing[]).map(shortId), link: answer.headers.get('link') };
  }

  test('A19 a page has the requested size, in order, without gaps', async () => {
    for (const [start, size] of [
      [0, 10],
      [10, 10],
      [0, 40],
      [35, 10],
      [39, 1],
      [40, 5],
      [3, 7],
    ] as const) {
      const { ids } = await page({ start: String(start), size: String(size) });
      expect(ids, `${start} ${size}`).toEqual(open.slice(start, start + size));
    }
  });

  test('A19 the last page is recognizable', async () => {
    expect((await page({ size: '40' })).link).toBeNull();
    expect((await page({ size: '39' })).link).not.toBeNull();
  });

  test('A19 relevance, other sort orders and the ids form hold the same', async () => {
    expect(new Set((await page({ sort: '', size: '100' })).ids)).toEqual(new Set(open));
    expect((await page({ sort: '[{"order":"desc"}]', size: '100' })).ids).toEqual([...open].reverse());
    const answer = await client.call(`/api/sky/repo/search?${new URLSearchParams({ q: word, ids: '1', size: '100' })}`);
    expect(answer.json()).toHaveLength(open.length);
  });

  test('A19 a word, a field or a range of hidden objects finds nothing', async () => {
    const queries = [
      'secretWord:*',
      '_exists_:secretWord',
      `${word}secret`,
      `secretWord:${word}se*`,
      `name:(${word} AND hushed)`,
      `name:${word} AND order:1`,
      `name:${word} AND NOT name:open`,
      `"${word} hushed"`,
      `*:${word}secret`,
    ];
    for (const q of queries) expect((await page({ q, size: '1000' })).ids, q).toEqual([]);
  });

  test('A19 the reader finds all of them', async () => {
    expect((await page({ size: '200' }, cast.sheets.reader)).ids).toHaveLength(120);
    expect((await page({ size: '200' }, cast.sheets.other)).ids).toEqual(open);
  });
});

describe('D11 deleted objects are not found', () => {
  test('D11 a deleted object is found by no search, a changed one by its new words only', async () => {
    const words = ['first', 'second'].map((name) => `${name}${randomUUID().replaceAll('-', '')}`);
    const [first = '', second = ''] = words;
    const thing = newThing(server, { name: first });
    await client.save(thing);
    expect(await client.find(first)).toHaveLength(1);
    const { '@id': id } = await client.save({ ...thing, name: second });
    expect(await client.find(first)).toEqual([]);
    expect(await client.find(second)).toEqual([id]);
    await client.call(shortId(thing), { method: 'DELETE' });
    expect(await client.find(second)).toEqual([]);
    expect(await client.find(`@id:"${shortId(thing)}"`)).toEqual([]);
  });

  test('D11 an object that gets readers disappears for other callers immediately', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const thing = newThing(server, { name: word });
    await client.save(thing);
    await client.save({ ...thing, '@reader': [cast.reader.pem] });
    expect(await client.find(word)).toEqual([]);
    expect(await client.find(word, cast.sheets.reader)).toHaveLength(1);
  });

  test('I7 an object that becomes an encrypted one is one hit, under its new type key', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const thing = newThing(server, { name: word });
    await client.save(thing);
    const sealed = {
      ...thing,
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      '@type': 'EncryptedValue',
      encryptedType: 'Person',
      encryptedContext: 'https://schema.org',
      owner: [cast.owner.pem],
    };
    await client.save(sealed);
    const find = async (hint: string) => {
      const query = new URLSearchParams({ q: word, index_hint: hint, ids: 'true' });
      return (await client.call(`/api/sky/repo/search?${query}`, { sheet: cast.sheets.owner })).json();
    };
    expect(await client.find(word, cast.sheets.owner)).toHaveLength(1);
    expect(await find('schema.org.person')).toHaveLength(1);
    expect(await find('schema.org.thing')).toEqual([]);
    await client.save({ ...THING, '@id': shortId(thing), name: word }, cast.sheets.owner);
    expect(await client.find(word)).toHaveLength(1);
    expect(await find('schema.org.person')).toEqual([]);
  });
});
