import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { refusalOf, SOON, subscribeTo, type TestSubscriber } from '../support/subscriber.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const CONTEXT = 'https://schema.cassproject.org/0.4';

function newOf(type: string, members: Record<string, unknown> = {}): Thing {
  const id = `${server.api}data/schema.cassproject.org.0.4.${type}/${randomUUID()}/1000`;
  return { '@context': CONTEXT, '@type': type, '@id': id, name: type, ...members };
}

/** Saves an object that the subscriber receives, and returns the ids that it received before. */
async function receivedBefore(subscriber: TestSubscriber, last: Thing, sheet?: string): Promise<readonly string[]> {
  await client.save(last, sheet);
  await expect.poll(subscriber.ids, SOON).toContain(shortId(last));
  return subscriber.ids().slice(0, subscriber.ids().indexOf(shortId(last)));
}

describe('type: a subscriber to some types receives no others', () => {
  test('the type may be a pattern as in an index hint, in any case', async () => {
    const some = await subscribeTo(server, { query: { type: '*.Competency,*.framework' } });
    const others = await subscribeTo(server, { query: { type: '-*.competency' } });
    const [competency, framework, thing] = [newOf('Competency'), newOf('Framework'), newThing(server)];
    await client.call('/api/sky/repo/multiPut', { json: [thing, competency] });
    await client.save(framework);
    await client.call(shortId(competency), { method: 'DELETE' });
    expect(await receivedBefore(some, newOf('Competency'))).toEqual(
      [competency, framework, competency].map((object) => shortId(object)),
    );
    expect(some.received.slice(0, 2)).toEqual([JSON.stringify([shortId(competency)]), shortId(framework)]);
    expect(await receivedBefore(others, newThing(server))).toEqual([shortId(thing), shortId(framework)]);
  });

  test('an encrypted object has the type that it wraps, and is sent only to subscribers that may read it', async () => {
    const encrypted = newOf('EncryptedValue', {
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      encryptedType: 'Competency',
      encryptedContext: CONTEXT,
      '@owner': [cast.owner.pem],
    });
    const nobody = await subscribeTo(server, { query: { type: '*competency' } });
    const owner = await subscribeTo(server, { query: { type: '*competency' }, sheet: cast.sheets.owner });
    await client.save(encrypted, cast.sheets.owner);
    const last = newOf('Competency');
    expect(await receivedBefore(nobody, last)).toEqual([]);
    await expect.poll(owner.ids, SOON).toEqual([shortId(encrypted), shortId(last)]);
  });
});

describe('framework: a subscriber receives changes of the framework and of its members', () => {
  test('members are competencies, relations and levels while the framework lists them', async () => {
    const [first, second, relation, level, other] = [
      newOf('Competency'),
      newOf('Competency'),
      newOf('Relation'),
      newOf('Level'),
      newOf('Competency'),
    ];
    await client.call('/api/sky/repo/multiPut', { json: [first, second, relation, level, other] });
    const lists = { competency: [first['@id']], relation: [shortId(relation)], level: [shortId(level)] };
    const framework = newOf('Framework', lists);
    await client.save(framework);
    for (const name of [framework['@id'], shortId(framework), shortId(framework).split('/').at(-1) ?? '']) {
      const subscriber = await subscribeTo(server, { query: { framework: name } });
      for (const object of [first, second, relation, level, other])
        await client.call(shortId(object), { json: object });
      const expected = [first, relation, level].map((object) => shortId(object));
      expect(await receivedBefore(subscriber, framework)).toEqual(expected);
      await subscriber.leave();
    }

    const subscriber = await subscribeTo(server, { query: { framework: shortId(framework) } });
    const changed = nextVersion(framework, { competency: [shortId(second)], relation: [], level: [] }, 100);
    expect(await receivedBefore(subscriber, changed)).toEqual([]);
    for (const object of [first, second, relation]) await client.call(shortId(object), { json: object });
    await client.call(shortId(framework), { method: 'DELETE' });
    await expect.poll(() => subscriber.ids().slice(1), SOON).toEqual([shortId(second), shortId(framework)]);
  });

  test('members that are listed by other addresses are included', async () => {
    const made = Array.from({ length: 4 }, () => newOf('Competency'));
    await client.call('/api/sky/repo/multiPut', { json: made });
    const [encoded, whole, byMd5, other] = made.map((object) => shortId(object)) as [string, string, string, string];
    const framework = newOf('Framework', {
      competency: [
        encoded.replaceAll('-', '%2D'),
        `${server.api}data/${encodeURIComponent(whole)}`,
        `${server.api}data/${createHash('md5').update(byMd5).digest('hex')}`,
      ],
    });
    await client.save(framework);
    const subscriber = await subscribeTo(server, { query: { framework: shortId(framework) } });
    for (const object of made) await client.save(nextVersion(object));
    expect(await receivedBefore(subscriber, framework)).toEqual([encoded, whole, byMd5]);
    expect(subscriber.ids()).not.toContain(other);
  });

  test('with a type, a subscriber receives changes that pass both filters', async () => {
    const [competency, relation] = [newOf('Competency'), newOf('Relation')];
    const framework = newOf('Framework', { competency: [competency['@id']], relation: [relation['@id']] });
    await client.call('/api/sky/repo/multiPut', { json: [competency, relation, framework] });
    const subscriber = await subscribeTo(server, {
      query: { framework: shortId(framework), type: '*relation,*framework' },
    });
    for (const object of [competency, relation]) await client.call(shortId(object), { json: object });
    expect(await receivedBefore(subscriber, nextVersion(framework, {}, 9))).toEqual([shortId(relation)]);
  });

  test('K1 the members of a framework are hidden from subscribers that may not read it, as if it did not exist', async () => {
    const competency = newOf('Competency');
    await client.save(competency);
    const keys = { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] };
    const hidden = newOf('Framework', { ...keys, competency: [competency['@id']] });
    await client.save(hidden, cast.sheets.owner);
    const absent = newOf('Framework');
    const refusals = await Promise.all(
      [hidden, absent].map((framework) => refusalOf(server, { framework: shortId(framework) }, cast.sheets.other)),
    );
    for (const { status, type, problem } of refusals) {
      expect({ status, type }).toEqual({ status: 404, type: 'application/problem+json' });
      expect(problem).toMatchObject({ detail: refusals[0]?.problem.detail, where: 'framework' });
    }
    const reader = await subscribeTo(server, { query: { framework: shortId(hidden) }, sheet: cast.sheets.reader });
    await client.save(nextVersion(competency));
    await expect.poll(reader.ids, SOON).toEqual([shortId(competency)]);

    const open = newOf('Framework', { '@owner': [cast.owner.pem], competency: [competency['@id']] });
    await client.save(open, cast.sheets.owner);
    const nobody = await subscribeTo(server, { query: { framework: shortId(open) } });
    await client.save(nextVersion(competency, {}, 2));
    await client.save(nextVersion(open, { '@reader': [cast.reader.pem] }), cast.sheets.owner);
    await client.save(nextVersion(competency, {}, 3));
    await client.save(nextVersion(open, {}, 2), cast.sheets.owner);
    await expect.poll(nobody.ids, SOON).toEqual([shortId(competency), shortId(open)]);
  });
});

describe('parameters that make no sense refuse the handshake and say why', () => {
  test.each([
    ['type', 'schema org'],
    ['type', 'a..b'],
    ['type', 'x'.repeat(5000)],
    ['framework', ''],
    ['since', ''],
    ['since', 'x'],
    ['since', '2027-01-31T12:00:00'],
    ['since', '2027-02-31T12:00:00Z'],
    ['cursors', 'yes'],
  ])('%s=%.20s', async (name, value) => {
    const { status, type, problem } = await refusalOf(server, { [name]: value });
    expect({ status, type }).toEqual({ status: 400, type: 'application/problem+json' });
    expect(problem).toMatchObject({
      type: 'urn:competency-service:problem:invalid-parameter',
      where: name,
      status: 400,
    });
    expect(problem.detail).toContain(name);
  });

  test('other parameters are ignored', async () => {
    const subscriber = await subscribeTo(server, { query: { constructor: 'x', __proto__: 'y', size: '3' } });
    expect(await receivedBefore(subscriber, newThing(server))).toEqual([]);
  });
});
