import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { guid, md5, newThing, nextVersion, shortId, THING } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

/** Versions in an object's history, from their ids. */
async function versionsOf(thing: Thing): Promise<readonly number[]> {
  const answer = await client.call(`${shortId(thing)}?history=true`);
  return answer.json().map((object: Thing) => Number(object['@id'].slice(shortId(thing).length + 1)));
}

describe('one object, many addresses (specification: Versioning 4)', () => {
  test('a local object answers under its GUID, its MD5, its URL id and its whole id, with any type or none', async () => {
    const thing = newThing(server, { name: 'found' });
    const saved = await client.call('/api/data/schema.org.Thing/url-id-of-it', { json: thing });
    expect(saved.json()).toEqual(thing);
    const addresses = [
      shortId(thing),
      thing['@id'],
      `/api/data/${guid(thing)}`,
      `/api/data//${guid(thing)}`,
      `/api/data/schema.org.thing/${guid(thing)}`,
      `/api/data/another.Type/${guid(thing)}`,
      `/api/data/${md5(thing)}`,
      `/api/data//${md5(thing)}`,
      `/api/data//${md5(thing)}/1000`,
      `/api/data/schema.org.Thing%2F${guid(thing)}`,
      `/api/data/schema.org.Thing%2F${guid(thing)}%2F1000`,
      `/api/data/schema.org.Thing/${guid(thing)}/`,
      '/api/data/schema.org.Thing/url-id-of-it',
      `/api/data/${encodeURIComponent(shortId(thing))}`,
      `/api/data/${encodeURIComponent(thing['@id'])}`,
    ];
    for (const address of addresses) expect((await client.call(address)).text, address).toBe(JSON.stringify(thing));
  });

  test('a foreign object answers under its MD5 and its GUID; digits at its end belong to the id', async () => {
    const thing = { ...THING, '@id': `https://elsewhere.example/items/${randomUUID().replace(/\D/g, '')}12345` };
    const saved = await client.save(thing);
    expect(saved['@id']).toBe(thing['@id']);
    const hash = md5({ ...thing, '@id': `${thing['@id']}/0` });
    for (const name of [hash, thing['@id'].replace(/^.*\//, ''), encodeURIComponent(thing['@id'])]) {
      expect((await client.call(`/api/data/${name}`)).json(), name).toEqual(thing);
    }
  });

  test('ids beyond ASCII are reached by the MD5 that the client library makes of them', async () => {
    const thing = { ...THING, '@id': 'http://x/中文/abc' };
    await client.call('/api/data/schema.org.Thing/beyond-ascii', { json: thing });
    expect((await client.call('/api/data//48d59c411833989366b818f04cdd87c2')).json()).toEqual(thing);
  });

  test('an alias with a dot or a wildcard behind it is another name', async () => {
    const thing = newThing(server, { '@reader': [] });
    await client.save(thing);
    for (const name of [`${guid(thing)}.`, `${guid(thing)}*`, '*', `${guid(thing)}.1000`, guid(thing).slice(0, 8)]) {
      expect((await client.call(`/api/data/schema.org.Thing/${name}`)).status, name).toBe(404);
    }
  });

  test('two local ids with one GUID: the second is refused', async () => {
    const thing = newThing(server);
    await client.save(thing);
    const twin = { ...thing, '@id': `${server.api}data/other.Type/${guid(thing)}/1` };
    const answer = await client.call(twin['@id'], { json: twin });
    expect(answer.status).toBe(409);
    expect((await client.call(`/api/data/${guid(thing)}`)).json()).toEqual(thing);
  });

  test('a GUID may hold dots', async () => {
    const thing = { ...THING, '@id': `${server.api}data/schema.org.Thing/a.b.${randomUUID()}.c/7` };
    expect(await client.save(thing)).toEqual(thing);
    expect((await client.call(`/api/data/${guid(thing)}`)).json()).toEqual(thing);
    const batch = await client.call('/api/sky/repo/multiGet', { json: [`data/schema.org.Thing/${guid(thing)}`] });
    expect(batch.json()).toEqual([thing]);
  });
});

describe('versions (specification: Versioning 2 and 3)', () => {
  test('I5 a version not above the current one becomes the next free one, which the response contains', async () => {
    const thing = newThing(server, { name: 'one' }, 1000);
    await client.save(thing);
    for (const [asked, expected] of [
      [1000, 1001],
      [5, 1002],
      [1002, 1003],
      [2000, 2000],
      [1999, 2001],
    ] as const) {
      const sent = { ...thing, '@id': `${shortId(thing)}/${asked}`, name: `asked for ${asked}` };
      const answer = await client.call(sent['@id'], { json: sent });
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({ ...sent, '@id': `${shortId(thing)}/${expected}` });
      expect(answer.headers.get('etag')).toBe(`"${expected}"`);
      expect((await client.call(shortId(thing))).text).toBe(answer.text);
    }
    expect(await versionsOf(thing)).toEqual([2001, 2000, 1003, 1002, 1001, 1000]);
  });

  test('I5 the same in a batch, in both bindings', async () => {
    const thing = newThing(server, {}, 1000);
    await client.save(thing);
    const form = await client.call('/api/sky/repo/multiPut', { form: { data: JSON.stringify([thing]) } });
    expect(form.json()).toEqual([nextVersion(thing)]);
    const json = await client.call('/api/sky/repo/multiPut', { json: [thing] });
    expect(json.json()).toEqual({ stored: 1, failed: [] });
    expect(await versionsOf(thing)).toEqual([1002, 1001, 1000]);
  });

  test('the version in the address wins over that in the @id', async () => {
    const thing = newThing(server, {}, 5);
    const answer = await client.call(`${shortId(thing)}/77`, { json: thing });
    expect(answer.json()['@id']).toBe(`${shortId(thing)}/77`);
    expect((await client.call(`${shortId(thing)}?version=88`, { json: thing })).json()['@id']).toBe(
      `${shortId(thing)}/88`,
    );
  });

  test('an object from elsewhere counts up from 1 and keeps its @id', async () => {
    const thing = { ...THING, '@id': `https://elsewhere.example/${randomUUID()}` };
    for (const version of [1, 2, 3]) {
      const address = `/api/data/schema.org.Thing/${md5({ ...thing, '@id': `${thing['@id']}/0` })}`;
      const answer = await client.call(address, { json: { ...thing, name: `${version}` } });
      expect(answer.headers.get('etag')).toBe(`"${version}"`);
      expect(answer.json()['@id']).toBe(thing['@id']);
      expect((await client.call(`${address}/${version}`)).json().name).toBe(`${version}`);
    }
  });

  test('a new local object without version gets the time of the write', async () => {
    const before = Date.now();
    const thing = { ...THING, '@id': `${server.api}data/schema.org.Thing/${randomUUID()}` };
    const answer = await client.call(thing['@id'], { json: thing });
    const version = Number(answer.headers.get('etag')?.slice(1, -1));
    expect(version).toBeGreaterThanOrEqual(before);
    expect(version).toBeLessThanOrEqual(Date.now());
  });

  test('G19 with a clock behind the current version, versions still rise', async () => {
    const future = Date.now() + 1_000_000_000;
    const thing = newThing(server, {}, future);
    await client.save(thing);
    const unversioned = { ...thing, '@id': shortId(thing) };
    const tags = [];
    for (let write = 0; write < 3; write++) {
      tags.push((await client.call(shortId(thing), { json: unversioned })).headers.get('etag'));
    }
    expect(tags).toEqual([1, 2, 3].map((step) => `"${future + step}"`));
  });

  test('the largest version is 2^53-1; larger ones, and a save after it, are errors', async () => {
    const thing = newThing(server, {}, Number.MAX_SAFE_INTEGER);
    await client.save(thing);
    expect((await client.call(thing['@id'])).json()).toEqual(thing);
    expect((await client.call(shortId(thing), { json: thing })).status).toBe(409);
    const beyond = { ...thing, '@id': `${shortId(thing)}/9007199254740992` };
    expect((await client.call('/api/data/schema.org.Thing/beyond', { json: beyond })).status).toBe(400);
    expect((await client.call(`${shortId(thing)}/99999999999999999999`)).status).toBe(400);
  });

  test('an unknown version is not found, whatever is current', async () => {
    const thing = newThing(server, {}, 1000);
    await client.save(thing);
    for (const version of ['999', '1001', '0'])
      expect((await client.call(`${shortId(thing)}/${version}`)).status).toBe(404);
    for (const version of ['x', '-1', '1.0', '1e3', ' 1000']) {
      expect((await client.call(`${shortId(thing)}/${encodeURIComponent(version)}`)).status, version).toBe(400);
      expect((await client.call(`${shortId(thing)}?version=${encodeURIComponent(version)}`)).status, version).toBe(400);
    }
  });

  test('?version= names a version as the path does; two that differ are an error', async () => {
    const thing = newThing(server, { name: 'one' }, 1000);
    await client.save(thing);
    await client.save(nextVersion(thing, { name: 'two' }));
    expect((await client.call(`${shortId(thing)}?version=1000`)).json().name).toBe('one');
    expect((await client.call(`${shortId(thing)}/1000?version=1000`)).json().name).toBe('one');
    expect((await client.call(`${shortId(thing)}/1000?version=1001`)).status).toBe(400);
  });

  test('I6 G10 a delete removes the current object only; versions and history stay, and a new save has a higher version', async () => {
    const thing = newThing(server, { name: 'one' }, 1000);
    await client.save(thing);
    const deleted = await client.call(`${shortId(thing)}/1000`, { method: 'DELETE' });
    expect([deleted.status, deleted.text, deleted.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/plain; charset=utf-8',
    ]);
    expect((await client.call(shortId(thing))).status).toBe(404);
    expect((await client.call(shortId(thing), { method: 'HEAD' })).status).toBe(404);
    expect((await client.call(thing['@id'])).json()).toEqual(thing);
    expect(await versionsOf(thing)).toEqual([1000]);
    expect((await client.call(shortId(thing), { method: 'DELETE' })).status).toBe(200);
    const again = await client.save(thing);
    expect(again['@id']).toBe(`${shortId(thing)}/1001`);
    expect(await versionsOf(thing)).toEqual([1001, 1000]);
  });

  test('deleting an object that never existed answers 200', async () => {
    expect((await client.call(`/api/data/schema.org.Thing/${randomUUID()}`, { method: 'DELETE' })).status).toBe(200);
  });

  test('I4 G7 G8 of parallel writers each acknowledged version is in history, once, and the newest is current', async () => {
    const thing = newThing(server, {}, 1000);
    await client.save(thing);
    const writers = Array.from({ length: 64 }, (_, writer) => client.save({ ...thing, writer }));
    const saved = (await Promise.all(writers)) as (Thing & { writer: number })[];
    const history = (await client.call(`${shortId(thing)}?history=true`)).json() as Thing[];
    const versions = history.map((object) => Number(/\d+$/.exec(object['@id'])?.[0]));
    expect(versions).toEqual(Array.from({ length: 65 }, (_, step) => 1064 - step));
    for (const object of saved) expect(history).toContainEqual(object);
    expect((await client.call(shortId(thing))).json()).toEqual(history[0]);
    expect(await client.find(`@id:"${shortId(thing)}"`)).toEqual([history[0]?.['@id']]);
  });

  test('history is the exact object’s: names that contain each other stay apart', async () => {
    const [short, long] = ['e', `prefix-e`].map((name) => ({
      ...THING,
      '@id': `${server.api}data/schema.org.Thing/${name}/1`,
      name,
    }));
    if (short === undefined || long === undefined) throw new Error('unreachable');
    await client.save(short);
    await client.save(long);
    expect((await client.call('/api/data/schema.org.Thing/e?history=true')).json()).toEqual([short]);
    expect(await client.find(`@id:"${shortId(short)}"`)).toContain(short['@id']);
  });

  test('I3 a save never takes another object out of search', async () => {
    const base = `https://elsewhere.example/${randomUUID()}`;
    const inner = { ...THING, '@id': `${base}/bar`, name: 'inner' };
    await client.save(inner);
    await client.save({ ...THING, '@id': base, name: 'outer' });
    expect(await client.find(`@id:"${base}/bar"`)).toContain(inner['@id']);
  });
});
