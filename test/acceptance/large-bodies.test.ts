import { afterEach, describe, expect, test } from 'vitest';
import { newThing, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const PUT = '/api/sky/repo/multiPut';
const GET = '/api/sky/repo/multiGet';
const DELETE = '/api/sky/repo/multiDelete';
const MIB = 1 << 20;

afterEach(async () => {
  expect((await client.call('/livez')).status).toBe(200);
  expect(server.output()).not.toContain('failed unexpectedly');
});

/** JSON text of an array of so many of the same. */
function arrayOf(count: number, item: string): string {
  return `[${`${item},`.repeat(count - 1)}${item}]`;
}

/** Members enough to make an object too large to be parsed at once. */
const FILLER = { filler: 'word '.repeat(20_000), inner: [{ '@value': 'a ] b } c \\" d' }], exact: 0.5 };

describe('batches have at most 100,000 items', () => {
  test('multiPut of 13 million empty objects is 413', async () => {
    const answer = await client.call(PUT, { json: arrayOf(13_000_000, '{}') });
    expect(answer.json()).toMatchObject({ status: 413, detail: expect.stringContaining('100,000 items') });
  });

  test.each([
    ['multiPut of 300,000 objects that would be refused', PUT, 300_000, '{"@id":1}'],
    ['multiPut of one too many', PUT, 100_001, '{}'],
    ['multiGet', GET, 100_001, '"data/a/b"'],
    ['multiDelete', DELETE, 100_001, '"data/a/b"'],
  ])('%s is 413 with the limit', async (_, path, count, item) => {
    const text = arrayOf(count, item);
    for (const call of [{ json: text }, { form: { data: text } }, { json: `{"signatureSheet":[],"data":${text}}` }]) {
      const answer = await client.call(path, call);
      expect(answer.status).toBe(413);
      expect(answer.text).toContain('100,000 items');
    }
  });

  test('100,000 identifiers that name nothing, or are malformed, are answered one by one', async () => {
    const answer = await client.call(DELETE, { json: `["data/a/b/c/d",${arrayOf(99_999, '"data/a/b"').slice(1)}` });
    const { deleted, failed } = answer.json();
    expect([deleted, failed.length, failed[0].status, failed[99_999].status]).toEqual([0, 100_000, 400, 404]);
    expect((await client.call(GET, { json: arrayOf(100_000, '"data/a/b"') })).json()).toEqual([]);
  });

  test('a batch far larger than one slice is saved, in order', async () => {
    const things = Array.from({ length: 3000 }, (_, number) =>
      newThing(server, { number, text: `"]},{[${'x'.repeat(50)}` }),
    );
    expect((await client.call(PUT, { json: things })).json()).toEqual({ stored: 3000, failed: [] });
    expect((await client.call(GET, { json: things.map((thing) => thing['@id']) })).json()).toEqual(things);
    const deleted = await client.call(DELETE, { json: things.map((thing) => thing['@id']) });
    expect(deleted.json()).toEqual({ deleted: 3000, failed: [] });
  });
});

describe('large objects', () => {
  test('are saved and read as they are, in every binding, alone and among others', async () => {
    const object = () => newThing(server, FILLER);
    const sheet = cast.sheets.owner;
    for (const send of [
      (text: string) => ({ json: text }),
      (text: string) => ({ form: { data: text } }),
      (text: string) => ({ urlencoded: { data: text } }),
      (text: string) => ({ json: `{"data": ${text}, "signatureSheet": ${sheet}}` }),
    ]) {
      const alone = object();
      expect((await client.call(alone['@id'], send(JSON.stringify(alone, null, 2)))).json()).toEqual(alone);
      expect((await client.call(shortId(alone))).json()).toEqual(alone);
      const batch = [newThing(server), object(), newThing(server)];
      expect((await client.call(PUT, send(JSON.stringify(batch, null, 2)))).status).toBe(200);
      expect((await client.call(GET, { json: batch.map((thing) => thing['@id']) })).json()).toEqual(batch);
    }
  });

  test('may hold a million values; with more they fail, and spoil no other of a batch', async () => {
    const { '@id': id, ...rest } = newThing(server);
    const large = `{"@id":"${id}","list":${arrayOf(1_500_000, '0')},${JSON.stringify(rest).slice(1)}`;
    const alone = await client.call(id, { json: large });
    expect(alone.json()).toMatchObject({ status: 400, detail: expect.stringContaining('1,000,000') });
    const other = newThing(server);
    const batch = await client.call(PUT, { json: `[${large},${JSON.stringify(other)}]` });
    expect(batch.json()).toMatchObject({ stored: 1, failed: [{ status: 400 }] });
    expect((await client.call(other['@id'])).json()).toEqual(other);
  });

  test('a framework that lists 100,000 addresses is saved', async () => {
    const competency = Array.from({ length: 100_000 }, (_, number) => `${server.api}data/x.Competency/${number}`);
    const framework = newThing(server, { '@type': 'Framework', competency });
    expect((await client.call(framework['@id'], { json: framework })).status).toBe(200);
  });
});

describe('nothing is saved of a batch whose text is not JSON', () => {
  test.each(['', '}', ',]', ',tru]', ',{"a":01}]', ',"\\x"]'])('when it ends with %j', async (end) => {
    const things = [newThing(server, FILLER), newThing(server)];
    const text = JSON.stringify(things).slice(0, -1) + end;
    for (const call of [{ json: text }, { form: { data: text } }]) {
      const answer = await client.call(PUT, call);
      expect(answer.status).toBe(400);
      expect(answer.text).toMatch(/is not JSON: .* at position \d+/);
    }
    for (const thing of things) expect((await client.call(shortId(thing))).status).toBe(404);
  });

  test('or when one of its objects nests too deeply', async () => {
    const deep = `{"a":${'['.repeat(250)}${']'.repeat(250)}}`;
    const text = `[${JSON.stringify(newThing(server, FILLER))},${deep}]`;
    expect((await client.call(PUT, { json: text })).json()).toMatchObject({
      type: expect.stringMatching(/:too-deep$/),
    });
  });
});

describe('requests without objects may have 4 MiB, identifiers 16 MiB', () => {
  test.each([
    ['/api/sky/repo/search', 4 * MIB],
    ['/api/data/', 4 * MIB],
    ['/api/sky/id/create', 4 * MIB],
    ['/api/sky/id/commit', 4 * MIB],
    ['/api/sky/id/login', 4 * MIB],
    ['/api/profile/latest', 4 * MIB],
    ['/api/util/reindex', 4 * MIB],
    [GET, 16 * MIB],
    [DELETE, 16 * MIB],
  ])('%s', async (path, limit) => {
    const within = `["${'x'.repeat(limit - 4)}"]`;
    for (const call of [(json: string) => ({ json }), (data: string) => ({ form: { data } })]) {
      expect((await client.call(path, call(within))).status, path).not.toBe(413);
      const above = await client.call(path, call(`${within} `));
      expect(above.status, path).toBe(413);
      expect(above.text).toContain(`${limit} bytes`);
    }
  });

  test.each([
    ['/api/sky/repo/search', '{"searchParams":{"x":[', ']}}'],
    ['/api/sky/id/login', '{"username":"a","password":"b","x":[', ']}'],
    ['/api/profile/latest', '{"frameworkId":"a","subject":"b","whatIf":[', ']}'],
  ])('%s takes no more than 30,000 values', async (path, start, end) => {
    const text = `${start}${' '.repeat(70_000)}${'0,'.repeat(30_000)}0${end}`;
    const answer = await client.call(path, { json: text });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('30,000 values');
  });
});
