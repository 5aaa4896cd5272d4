import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { guid, md5, newThing, nextVersion, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer({ MULTIPUT_BATCH_SIZE: '10' });
const cast = useCast(server);

const PUT = '/api/sky/repo/multiPut';
const GET = '/api/sky/repo/multiGet';
const DELETE = '/api/sky/repo/multiDelete';
const item = (thing: Thing): string => `data/schema.org.Thing/${guid(thing)}`;

describe('multiPut', () => {
  test('G11 I10 of a batch of valid and invalid items the valid ones are stored, in order, and the response lists the others', async () => {
    const owned = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(owned);
    const good = Array.from({ length: 25 }, (_, number) => newThing(server, { number }));
    const bad = [
      { ...THING, '@id': 'relative' },
      { '@id': newThing(server)['@id'], '@type': 'Thing' },
      nextVersion(owned, { name: 'not mine' }),
      newThing(server, { '@owner': ['no key'] }),
      { ...THING, '@id': `${server.api}data/other.Type/${guid(owned)}/7` },
      null,
    ];
    const items = [...good.slice(0, 12), ...bad, ...good.slice(12)];
    const json = await client.call(PUT, { json: items });
    expect(json.json()).toMatchObject({
      stored: 25,
      failed: [400, 400, 401, 400, 409, 400].map((status) => ({ status })),
    });
    const reasons = json.json().failed;
    for (const reason of reasons) {
      expect(reason).toEqual({
        '@id': expect.toBeOneOf([null, expect.any(String)]),
        status: expect.any(Number),
        type: expect.stringMatching(/^urn:competency-service:problem:/),
        detail: expect.any(String),
      });
    }
    expect(reasons.map((reason: Thing) => reason['@id'])).toEqual([
      'relative',
      bad[1]?.['@id'],
      bad[2]?.['@id'],
      bad[3]?.['@id'],
      bad[4]?.['@id'],
      null,
    ]);

    const form = await client.call(PUT, { form: { data: JSON.stringify(items) } });
    expect(form.json()).toEqual(good.map((thing) => nextVersion(thing)));
    for (const thing of good) expect((await client.call(shortId(thing))).json()).toEqual(nextVersion(thing));
  });

  test('several versions of one object in a batch are written one after the other; the last is current', async () => {
    const thing = newThing(server, { name: 'one' });
    const versions = [thing, nextVersion(thing, { name: 'two' }), { ...thing, name: 'three' }];
    const answer = await client.call(PUT, { form: { data: JSON.stringify(versions) } });
    expect(answer.json().map((stored: Thing) => [stored['@id'], stored.name])).toEqual([
      [`${shortId(thing)}/1000`, 'one'],
      [`${shortId(thing)}/1001`, 'two'],
      [`${shortId(thing)}/1002`, 'three'],
    ]);
    expect((await client.call(shortId(thing))).json().name).toBe('three');
    expect((await client.call(`${shortId(thing)}?history=true`)).json()).toHaveLength(3);
    expect(await client.find(`@id:"${shortId(thing)}"`)).toHaveLength(1);
  });

  test('an object that changes its owner inside a batch has the new one for the rest of it', async () => {
    const thing = newThing(server);
    const taken = nextVersion(thing, { '@owner': [cast.owner.pem] });
    const answer = await client.call(PUT, {
      json: [thing, taken, nextVersion(thing, {}, 2)],
      sheet: cast.sheets.other,
    });
    expect(answer.json()).toMatchObject({ stored: 2, failed: [{ status: 401 }] });
  });

  test('G7 with ifMatch an object is saved only in the state that multiGet gave the tag of; a form does the same', async () => {
    const things = Array.from({ length: 4 }, () => newThing(server, { name: 'first', '@owner': [cast.owner.pem] }));
    const sheet = cast.sheets.owner;
    await client.call(PUT, { json: things, sheet });
    const ids = things.map((thing) => shortId(thing));
    const read = await client.call(GET, { json: { signatureSheet: [], data: ids, etags: true } });
    const tagged: readonly { readonly etag: string; readonly object: Thing }[] = read.json();
    expect(tagged.map(({ object }) => object)).toEqual(things);
    const single = await client.call(ids[0] ?? '');
    expect(tagged[0]?.etag).toBe(single.headers.get('etag'));
    const asForm = await client.call(GET, { form: { data: JSON.stringify(ids), etags: 'true' } });
    expect(asForm.json()).toEqual(tagged);

    const [, changed] = things;
    await client.save(nextVersion(changed ?? newThing(server), { name: 'of somebody else' }), sheet);
    const data = tagged.map(({ object }) => nextVersion(object, { name: 'second' }, 5));
    const ifMatch = [...tagged.slice(0, 2).map(({ etag }) => etag), null, '"other", *'];
    const saved = await client.call(PUT, { json: { signatureSheet: [], data, ifMatch }, sheet });
    expect(saved.json()).toEqual({
      stored: 3,
      failed: [expect.objectContaining({ '@id': data[1]?.['@id'], status: 412 })],
    });
    expect((await client.call(ids[1] ?? '')).json().name).toBe('of somebody else');
    const again = { data: JSON.stringify(data), ifMatch: JSON.stringify(ifMatch) };
    const byForm = await client.call(PUT, { form: again, sheet });
    expect(byForm.json().map((thing: Thing) => shortId(thing))).toEqual([ids[2], ids[3]]);
  });

  test('the tag of an object is that of what the caller sees of it', async () => {
    const hidden = { ...THING, '@reader': [cast.reader.pem], name: 'hidden' };
    const thing = newThing(server, { part: hidden });
    await client.save(thing);
    const asked = { signatureSheet: [], data: [shortId(thing)], etags: true };
    const [ofNobody] = (await client.call(GET, { json: asked })).json();
    const [ofReader] = (await client.call(GET, { json: asked, sheet: cast.sheets.reader })).json();
    expect(ofReader.object.part).toEqual(hidden);
    expect(ofNobody.object.part).toBeUndefined();
    expect(ofNobody.etag).not.toBe(ofReader.etag);
    const change = { signatureSheet: [], data: [nextVersion(thing, { name: 'x' })], ifMatch: [ofReader.etag] };
    expect((await client.call(PUT, { json: change })).json().failed).toMatchObject([{ status: 412 }]);
    expect((await client.call(PUT, { json: { ...change, ifMatch: [ofNobody.etag] } })).json().stored).toBe(1);
  });

  test('ifMatch of another length, or with other values, is 400, and nothing is saved', async () => {
    const things = [newThing(server), newThing(server)];
    for (const ifMatch of [[], [null], [null, null, null], [null, 1], {}, 'x', null]) {
      const answer = await client.call(PUT, { json: { signatureSheet: [], data: things, ifMatch } });
      expect([answer.status, answer.json().where], JSON.stringify(ifMatch)).toEqual([
        400,
        expect.stringMatching(/^ifMatch/),
      ]);
      const large = { signatureSheet: [], data: [...things, newThing(server, { text: 'x'.repeat(70_000) })], ifMatch };
      const asLarge = await client.call(PUT, { json: { ...large, ifMatch: ifMatch === null ? null : [null] } });
      expect(asLarge.status).toBe(400);
    }
    for (const thing of things) expect((await client.call(shortId(thing))).status).toBe(404);
  });

  test('an empty batch is done: no data, null, [] or no body', async () => {
    for (const form of [{}, { data: '[]' }, { data: 'null' }])
      expect((await client.call(PUT, { form })).json()).toEqual([]);
    expect((await client.call(PUT, { json: [] })).json()).toEqual({ stored: 0, failed: [] });
  });

  test('1,000 objects in one request are all stored and found', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const things = Array.from({ length: 1000 }, (_, number) => newThing(server, { name: word, number }));
    expect((await client.call(PUT, { json: things })).json()).toEqual({ stored: 1000, failed: [] });
    expect(new Set(await client.find(word))).toEqual(new Set(things.map((thing) => thing['@id'])));
    const found = await client.call(GET, { json: things.map(item) });
    expect(found.json()).toEqual(things);
  });
});

describe('multiGet', () => {
  test('answers in the requested order, with repetitions, without absent objects, in every spelling of an item', async () => {
    const [one, two] = [newThing(server, { n: 1 }), newThing(server, { n: 2 })];
    await client.save(one);
    await client.save(nextVersion(one, { n: 11 }));
    await client.save(two);
    const items: readonly (readonly [string, number | null])[] = [
      [item(two), 2],
      [item(one), 11],
      [item(two), 2],
      [`data/${guid(one)}`, 11],
      [guid(one), 11],
      [`data//${md5(one)}`, 11],
      [`data//${md5(one)}/1000`, 1],
      [`${item(one)}/1000`, 1],
      [`${item(one)}/1001`, 11],
      [`${item(one)}/999`, null],
      [`data/schema.org.Thing/${randomUUID()}`, null],
      [shortId(one), 11],
      [one['@id'], 1],
      ['data/a/b/c/d', null],
      ['', null],
      ['data/', null],
      ['data/%zz', null],
    ];
    const expected = items.flatMap(([, n]) => (n === null ? [] : [n]));
    const texts = items.map(([text]) => text);
    for (const call of [
      { json: texts },
      { form: { data: JSON.stringify(texts) } },
      { urlencoded: { data: JSON.stringify(texts) } },
    ]) {
      const answer = await client.call(GET, call);
      expect(answer.json().map((thing: Thing) => thing.n)).toEqual(expected);
    }
    const ids = await client.call(GET, { form: { data: JSON.stringify([item(two), item(one)]), ids: '' } });
    expect(ids.json()).toEqual([two['@id'], nextVersion(one)['@id']]);
  });

  test('an empty request gets an empty response', async () => {
    for (const form of [{}, { data: '[]' }, { data: 'null' }])
      expect((await client.call(GET, { form })).json()).toEqual([]);
    expect((await client.call(GET, { json: [] })).json()).toEqual([]);
  });
});

describe('multiDelete', () => {
  test('I10 each separately, ownerless ones too; both bindings list the deleted ones', async () => {
    const make = async (members: Record<string, unknown> = {}) => {
      const thing = newThing(server, members);
      await client.save(thing);
      return thing;
    };
    for (const binding of ['json', 'form'] as const) {
      const [free, mine, theirs] = [
        await make(),
        await make({ '@owner': [cast.owner.pem] }),
        await make({ '@owner': [cast.other.pem] }),
      ];
      const items = [
        item(free),
        item(mine),
        item(theirs),
        `data/schema.org.Thing/${randomUUID()}`,
        item(free),
        'data/a/b/c/d',
      ];
      const call = binding === 'json' ? { json: items } : { form: { data: JSON.stringify(items) } };
      const answer = await client.call(DELETE, { ...call, sheet: cast.sheets.owner });
      if (binding === 'form') expect(answer.json()).toEqual([free, mine]);
      else {
        expect(answer.json()).toMatchObject({
          deleted: 2,
          failed: [
            { '@id': items[2], status: 401 },
            { '@id': items[3], status: 404 },
            { '@id': items[4], status: 404 },
            { '@id': items[5], status: 400 },
          ],
        });
      }
      const statuses = await Promise.all(
        [free, mine, theirs].map(async (thing) => (await client.call(shortId(thing))).status),
      );
      expect(statuses).toEqual([404, 404, 200]);
      expect((await client.call(`${shortId(free)}?history=true`)).json()).toEqual([free]);
    }
  });

  test('nothing to delete is done', async () => {
    expect((await client.call(DELETE, { form: {} })).json()).toEqual([]);
    expect((await client.call(DELETE, { json: [] })).json()).toEqual({ deleted: 0, failed: [] });
  });
});
