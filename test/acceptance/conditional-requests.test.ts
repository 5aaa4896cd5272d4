import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { md5, newThing, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const TAG = '"1000"';

/** Conditions of a read of an object in version 1000 (RFC 9110, 13.1.1 and 13.1.2), by GET and HEAD, and by POST of a form. */
const READS = [
  ['if-none-match', TAG, 304, 412],
  ['if-none-match', `W/${TAG}`, 304, 412],
  ['if-none-match', '*', 304, 412],
  ['if-none-match', `"7", ${TAG}`, 304, 412],
  ['if-none-match', `"7",${TAG},"8"`, 304, 412],
  ['if-none-match', '"999"', 200, 200],
  ['if-none-match', '"1000-x"', 200, 200],
  ['if-none-match', '1000', 200, 200],
  ['if-none-match', '""', 200, 200],
  ['if-none-match', '', 200, 200],
  ['if-match', TAG, 200, 200],
  ['if-match', '*', 200, 200],
  ['if-match', `"7", ${TAG}`, 200, 200],
  ['if-match', `W/${TAG}`, 412, 412],
  ['if-match', '"999"', 412, 412],
] as const;

/** Conditions of a write: on an object in version 1000, and on one that is absent (RFC 9110, 13.1.1 and 13.1.2). */
const WRITES = [
  ['if-match', TAG, 200, 412],
  ['if-match', `"7", ${TAG}`, 200, 412],
  ['if-match', '*', 200, 412],
  ['if-match', `W/${TAG}`, 412, 412],
  ['if-match', '"999"', 412, 412],
  ['if-match', '1000', 412, 412],
  ['if-none-match', TAG, 412, 200],
  ['if-none-match', `W/${TAG}`, 412, 200],
  ['if-none-match', '*', 412, 200],
  ['if-none-match', '"999"', 200, 200],
] as const;

describe('H11 reads', () => {
  test.each(READS)(
    'H11 %s: %s answers %i by GET and HEAD, %i by POST, also of a version',
    async (name, value, get, post) => {
      const thing = newThing(server);
      await client.save(thing);
      const headers = { [name]: value };
      for (const path of [shortId(thing), thing['@id']]) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await client.call(path, { method, headers });
          expect(answer.status, `${method} ${path}`).toBe(get);
          if (get === 412) continue;
          expect(answer.headers.get('etag')).toBe(TAG);
          expect(answer.headers.get('vary')).toContain('signatureSheet');
          if (method === 'GET') expect(answer.text).toBe(get === 304 ? '' : JSON.stringify(thing));
        }
        expect((await client.call(path, { form: {}, headers })).status, path).toBe(post);
      }
      expect((await client.call(shortId(newThing(server)), { headers })).status).toBe(404);
    },
  );

  test('H11 an object has ETag, Last-Modified and Vary; HEAD has the headers of GET', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const thing = newThing(server);
    await client.save(thing);
    const get = await client.call(shortId(thing));
    const head = await client.call(shortId(thing), { method: 'HEAD' });
    for (const name of ['etag', 'last-modified', 'vary', 'content-type', 'cache-control']) {
      expect(get.headers.get(name), name).not.toBeNull();
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
    const modified = Date.parse(get.headers.get('last-modified') ?? '');
    expect(modified).toBeGreaterThanOrEqual(before);
    expect(modified).toBeLessThanOrEqual(Date.now());
    expect(get.headers.get('vary')?.split(/, */)).toEqual(expect.arrayContaining(['signatureSheet', 'Accept']));
  });

  test('H11 callers that see different parts of an object never share an entity tag', async () => {
    const thing = newThing(server, { part: { '@type': 'Thing', '@reader': [cast.reader.pem] } });
    await client.save(thing);
    const open = await client.call(shortId(thing));
    const whole = await client.call(shortId(thing), { sheet: cast.sheets.reader });
    expect(open.json()).not.toHaveProperty('part');
    expect(whole.json()).toHaveProperty('part');
    expect(open.headers.get('etag')).not.toBe(whole.headers.get('etag'));
    const headers = { 'if-none-match': open.headers.get('etag') ?? '' };
    expect((await client.call(shortId(thing), { headers })).status).toBe(304);
    expect((await client.call(shortId(thing), { headers, sheet: cast.sheets.reader })).status).toBe(200);
  });

  test('H11 a change changes the entity tag', async () => {
    const thing = newThing(server);
    const saved = await client.call(thing['@id'], { json: thing });
    const changed = await client.call(thing['@id'], { json: { ...thing, name: 'x' } });
    expect(changed.headers.get('etag')).not.toBe(saved.headers.get('etag'));
    expect((await client.call(shortId(thing))).headers.get('etag')).toBe(changed.headers.get('etag'));
  });
});

describe('H11 writes', () => {
  test.each(WRITES)(
    'H11 a save with %s: %s answers %i when the object is there and %i when not',
    async (name, value, there, absent) => {
      const thing = newThing(server, { name: 'before' });
      const headers = { [name]: value };
      const onAbsent = await client.call(thing['@id'], { json: { ...thing, name: 'new' }, headers });
      expect(onAbsent.status).toBe(absent);
      expect((await client.call(shortId(thing))).status).toBe(absent === 200 ? 200 : 404);

      const other = newThing(server, { name: 'before' });
      await client.save(other);
      for (const call of [
        { json: { ...other, name: 'after' } },
        { form: { data: JSON.stringify({ ...other, name: 'after' }) } },
      ]) {
        const fresh = there === 200 ? await freshOf(other) : other;
        const target = { ...fresh, name: 'after' };
        const made = 'json' in call ? { json: target } : { form: { data: JSON.stringify(target) } };
        const answer = await client.call(fresh['@id'], { ...made, headers });
        expect(answer.status).toBe(there);
        expect((await client.call(shortId(fresh))).json().name).toBe(there === 200 ? 'after' : 'before');
      }
    },
  );

  test.each(WRITES)(
    'H11 a delete with %s: %s answers %i when the object is there and %i when not',
    async (name, value, there, absent) => {
      const thing = newThing(server);
      const headers = { [name]: value };
      expect((await client.call(shortId(thing), { method: 'DELETE', headers })).status).toBe(absent);
      await client.save(thing);
      expect((await client.call(shortId(thing), { method: 'DELETE', headers })).status).toBe(there);
      expect((await client.call(shortId(thing))).status).toBe(there === 200 ? 404 : 200);
    },
  );

  test('H11 of parallel saves on one entity tag exactly one wins', async () => {
    const thing = newThing(server);
    await client.save(thing);
    const saves = Array.from({ length: 10 }, (_, writer) =>
      client.call(thing['@id'], { json: { ...thing, writer }, headers: { 'if-match': TAG } }),
    );
    const statuses = (await Promise.all(saves)).map((answer) => answer.status);
    expect(statuses.sort()).toEqual([200, ...Array(9).fill(412)]);
  });

  test('H11 a condition does not reveal a hidden object', async () => {
    const thing = newThing(server, { '@reader': [cast.reader.pem] });
    await client.save(thing);
    const remove = { method: 'DELETE', headers: { 'if-match': '*' } };
    expect((await client.call(shortId(thing), remove)).status).toBe(412);
    expect((await client.call(shortId(thing), { ...remove, sheet: cast.sheets.reader })).status).toBe(200);
  });

  test('H11 a save answers ETag, Last-Modified and where the object is now', async () => {
    const local = newThing(server);
    const saved = await client.call('/api/data/schema.org.Thing/another', { json: local });
    expect(saved.headers.get('location')).toBe(shortId(local));
    expect(saved.headers.get('etag')).toBe(TAG);
    expect(saved.headers.get('last-modified')).toMatch(/GMT$/);

    const foreign: Thing = { ...THING, '@id': 'https://elsewhere.example/h11' };
    const kept = await client.call('/api/data/schema.org.Thing/h11', { json: foreign });
    const location = kept.headers.get('location') ?? '';
    expect(location).toBe(`${server.api}data/${md5({ ...foreign, '@id': `${foreign['@id']}/0` })}`);
    expect((await client.call(location)).json()).toEqual(foreign);
  });

  async function freshOf(thing: Thing): Promise<Thing> {
    const fresh = newThing(server, { ...thing, '@id': undefined });
    const object = { ...fresh, '@id': newThing(server)['@id'] };
    await client.save(object);
    return object;
  }
});
