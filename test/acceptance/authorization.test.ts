import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import type { Thing } from '../support/client.ts';
import { unharmed } from '../support/snapshot.ts';
import { guid, md5, newThing, nextVersion, saveNew, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const owned = (members: Record<string, unknown> = {}) =>
  saveNew(server, client, { name: 'mine', '@owner': [cast.owner.pem], ...members });

describe('changing owned objects', () => {
  test('A1 an update without the key of an owner is refused and stores nothing', async () => {
    const thing = await owned();
    for (const caller of ['anonymous', 'other', 'reader'] as const) {
      const refused = await unharmed(server, client, thing, () =>
        client.call(thing['@id'], { json: nextVersion(thing, { name: 'theirs' }), sheet: cast.sheets[caller] }),
      );
      expect(refused.status, caller).toBe(401);
      expect(refused.json().detail).toBe('Only an owner of an object may change it.');
    }
  });

  test('A2 a delete without the key of an owner is refused and deletes nothing', async () => {
    const thing = await owned();
    for (const path of [shortId(thing), thing['@id'], `/api/data/${guid(thing)}`, `/api/data/x/${md5(thing)}`]) {
      const refused = await unharmed(server, client, thing, () =>
        client.call(path, { method: 'DELETE', sheet: cast.sheets.other }),
      );
      expect(refused.status, path).toBe(401);
      expect(refused.json().detail).toBe('Only an owner of an object may delete it.');
    }
  });

  test('A3 multiPut leaves out objects that the caller may not change, stores the rest, and reports which', async () => {
    const theirs = await owned();
    const mine = newThing(server);
    const answer = await unharmed(server, client, theirs, () =>
      client.call('/api/sky/repo/multiPut', {
        json: [nextVersion(theirs, { name: 'x' }), mine],
        sheet: cast.sheets.other,
      }),
    );
    expect(answer.json()).toMatchObject({ stored: 1, failed: [{ '@id': nextVersion(theirs)['@id'], status: 401 }] });
    expect((await client.call(shortId(mine))).status).toBe(200);
  });

  test('A4 multiDelete keeps objects that the caller may not delete, deletes the rest, and reports which', async () => {
    const theirs = await owned();
    const free = newThing(server);
    await client.save(free);
    const items = [theirs, free].map((thing) => `data/schema.org.Thing/${guid(thing)}`);
    const answer = await unharmed(server, client, theirs, () =>
      client.call('/api/sky/repo/multiDelete', { json: items, sheet: cast.sheets.other }),
    );
    expect(answer.json()).toMatchObject({ deleted: 1, failed: [{ '@id': items[0], status: 401 }] });
    expect((await client.call(shortId(free))).status).toBe(404);
  });

  test('A6 a rekey request of a stranger gives the stranger no power', async () => {
    const thing = await owned();
    const request = {
      '@context': 'https://schema.cassproject.org/0.4/kbac',
      '@type': 'RekeyRequest',
      '@id': `${server.api}data/schema.cassproject.org.0.4.kbac.RekeyRequest/rekey_${parsePublicKey(cast.owner.pem).fingerprint}/1`,
      owner: [cast.other.pem],
      rekeyPk: cast.owner.pem,
      rekeySignature: 'AAAA',
    };
    const refused = await unharmed(server, client, thing, async () => {
      await client.call(request['@id'], { json: request, sheet: cast.sheets.other });
      return client.call(thing['@id'], { json: nextVersion(thing, { name: 'x' }), sheet: cast.sheets.other });
    });
    expect(refused.status).toBe(401);
  });

  test('A13 taking away or replacing the owner needs the key of the current owner', async () => {
    const thing = await owned();
    for (const members of [
      { '@owner': [] },
      { '@owner': null },
      { '@owner': [cast.other.pem] },
      { owner: [cast.other.pem] },
    ]) {
      const refused = await unharmed(server, client, thing, () =>
        client.call(thing['@id'], { json: nextVersion(thing, members), sheet: cast.sheets.other }),
      );
      expect(refused.status).toBe(401);
    }
    await client.save(nextVersion(thing, { '@owner': [cast.other.pem] }), cast.sheets.owner);
    expect(
      (await client.call(thing['@id'], { json: nextVersion(thing, {}, 2), sheet: cast.sheets.owner })).status,
    ).toBe(401);
    await client.save(nextVersion(thing, { '@owner': [cast.other.pem] }, 2), cast.sheets.other);
  });

  test('A14 any caller may change an object without owners, until it has one', async () => {
    const thing = newThing(server);
    await client.save(thing);
    await client.save(nextVersion(thing, { name: 'by a stranger' }), cast.sheets.other);
    await client.save(nextVersion(thing, { owner: [cast.owner.pem] }, 2), cast.sheets.owner);
    expect((await client.call(thing['@id'], { json: nextVersion(thing, {}, 3) })).status).toBe(401);
  });

  test('A8 a batch can write an owned object under no disguise', async () => {
    const victim = await owned();
    const disguises = [
      { ...victim, '@id': `${shortId(victim)}/9000000000000000` },
      { ...victim, '@id': shortId(victim) },
      { ...victim, '@id': `${server.api}data/other.Type/${guid(victim)}/5` },
      { ...victim, '@id': victim['@id'].replace('localhost', '127.0.0.1') },
    ].map((thing) => ({ ...thing, '@owner': [cast.other.pem], name: 'disguised' }));
    const answer = await unharmed(server, client, victim, () =>
      client.call('/api/sky/repo/multiPut', { json: disguises, sheet: cast.sheets.other }),
    );
    expect(answer.json().failed.map((item: { status: number }) => item.status)).toEqual([401, 401, 409, 409]);
  });
});

describe('A7 every address that a save writes is the owner’s', () => {
  const attacks: Record<string, (victim: Thing) => { path: string; thing: Thing; status: number }> = {
    "the victim's @id at another address": (victim) => ({
      path: '/api/data/schema.org.Thing/anything',
      thing: nextVersion(victim, { name: 'x' }),
      status: 401,
    }),
    "the victim's @id without version": (victim) => ({
      path: '/api/data/anything',
      thing: { ...victim, '@id': shortId(victim) },
      status: 401,
    }),
    "another @id at the victim's GUID": (victim) => ({
      path: `/api/data/schema.org.Thing/${guid(victim)}`,
      thing: newThing(server),
      status: 401,
    }),
    "another @id at the victim's MD5": (victim) => ({
      path: `/api/data/schema.org.Thing/${md5(victim)}`,
      thing: newThing(server),
      status: 401,
    }),
    "another @id at the victim's whole id": (victim) => ({
      path: `/api/data/${encodeURIComponent(shortId(victim))}`,
      thing: newThing(server),
      status: 401,
    }),
    "a foreign @id that ends in the victim's GUID": (victim) => ({
      path: '/api/data/schema.org.Thing/elsewhere',
      thing: { ...THING, '@id': `https://elsewhere.example/${guid(victim)}` },
      status: 200,
    }),
    "a foreign @id that ends in the victim's MD5": (victim) => ({
      path: '/api/data/schema.org.Thing/elsewhere2',
      thing: { ...THING, '@id': `https://elsewhere.example/x/${md5(victim)}` },
      status: 200,
    }),
    "a local @id of another type with the victim's GUID": (victim) => ({
      path: `/api/data/other.Type/z${randomUUID()}`,
      thing: { ...THING, '@id': `${server.api}data/other.Type/${guid(victim)}/5` },
      status: 409,
    }),
    "a local @id whose GUID is the victim's MD5": (victim) => ({
      path: `/api/data/other.Type/y${randomUUID()}`,
      thing: { ...THING, '@id': `${server.api}data/other.Type/${md5(victim)}/5` },
      status: 409,
    }),
  };

  test.each(Object.entries(attacks))('A7 %s', async (_name, attack) => {
    const victim = await owned();
    const { path, thing, status } = attack(victim);
    const answer = await unharmed(server, client, victim, () =>
      client.call(path, { json: thing, sheet: cast.sheets.other }),
    );
    expect(answer.status).toBe(status);
  });

  test('A7 an owner cannot write one of their objects over another: 409', async () => {
    const [one, two] = [await owned(), await owned()];
    const answer = await unharmed(server, client, one, () =>
      client.call(shortId(one), { json: nextVersion(two), sheet: cast.sheets.owner }),
    );
    expect(answer.status).toBe(409);
  });

  test('A7 an object with a foreign id that was saved first does not keep its GUID from the local object', async () => {
    const thing = newThing(server, { name: 'local' });
    const squatter = { ...THING, '@id': `https://elsewhere.example/${guid(thing)}`, name: 'foreign' };
    await client.save(squatter);
    expect((await client.call(`/api/data/${guid(thing)}`)).json().name).toBe('foreign');
    await client.save(thing);
    expect((await client.call(`/api/data/${guid(thing)}`)).json().name).toBe('local');
    expect((await client.call(`/api/data/${md5(squatter)}`)).json().name).toBe('foreign');
  });

  test('A7 an old version without owner opens nothing', async () => {
    const thing = newThing(server);
    await client.save(thing);
    await client.save(nextVersion(thing, { '@owner': [cast.owner.pem] }));
    const [update, removal] = await unharmed(server, client, thing, () =>
      Promise.all([
        client.call(thing['@id'], { json: { ...thing, name: 'x' } }),
        client.call(thing['@id'], { method: 'DELETE' }),
      ]),
    );
    expect([update?.status, removal?.status]).toEqual([401, 401]);
  });

  test('A7 a deleted object is still its owner’s', async () => {
    const thing = await owned();
    await client.call(shortId(thing), { method: 'DELETE', sheet: cast.sheets.owner });
    const refused = await unharmed(server, client, thing, () =>
      client.call(thing['@id'], { json: nextVersion(thing, { '@owner': [cast.other.pem] }), sheet: cast.sheets.other }),
    );
    expect(refused.status).toBe(401);
  });
});
