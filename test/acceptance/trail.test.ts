import { describe, expect, test } from 'vitest';
import { CALLERS, type CallerName } from '../support/cast.ts';
import type { Thing } from '../support/client.ts';
import type { Person } from '../support/signer.ts';
import { guid, md5, newEncryptedValue, newThing, nextVersion, shortId } from '../support/things.ts';
import { bearer, JWT_MODE } from '../support/tokens.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer({ ...JWT_MODE });
const cast = useCast(server);

const by = ({ privateKey }: Person) => ({ keys: [privateKey.publicKey.fingerprint] });
const NOBODY = { keys: [] };
const remove = (thing: Thing, sheet: string) => client.call(shortId(thing), { method: 'DELETE', sheet });

/** The trail of an object, as the owner reads it. */
async function trailOf(thing: Thing, sheet = cast.sheets.owner) {
  return (await client.call(`${shortId(thing)}?audit=true`, { sheet })).json();
}

describe('the trail of an object', () => {
  test('tells who created, changed and deleted it, and when, newest first', async () => {
    const { owner, other, sheets } = cast;
    const start = Date.now();
    const thing = newThing(server);
    await client.save(thing, sheets.other);
    await client.save(nextVersion(thing, { '@owner': [owner.pem] }));
    await remove(thing, sheets.owner);
    await client.save(nextVersion(thing, { '@owner': [owner.pem] }, 5), sheets.owner);
    const entries = await trailOf(thing);
    expect(entries).toEqual([
      { operation: 'create', version: 1005, time: expect.any(Number), actor: by(owner), override: false },
      { operation: 'delete', version: 1001, time: expect.any(Number), actor: by(owner), override: false },
      { operation: 'change', version: 1001, time: expect.any(Number), actor: NOBODY, override: false },
      { operation: 'create', version: 1000, time: expect.any(Number), actor: by(other), override: false },
    ]);
    const times = entries.map((entry: { time: number }) => entry.time);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times.at(-1)).toBeGreaterThanOrEqual(start);
    expect(times[0]).toBeLessThanOrEqual(Date.now());
  });

  test('A22 tells what only an admin key allowed; an action of the owner is not an override', async () => {
    const { admin, owner, sheets } = cast;
    const thing = newThing(server, { '@owner': [owner.pem] });
    await client.save(thing, sheets.owner);
    await client.save(nextVersion(thing), sheets.admin);
    await client.save(nextVersion(thing, {}, 2), sheets.owner);
    await remove(thing, sheets.admin);
    expect(await trailOf(thing)).toMatchObject([
      { operation: 'delete', actor: by(admin), override: true },
      { operation: 'change', actor: by(owner), override: false },
      { operation: 'change', actor: by(admin), override: true },
      { operation: 'create', actor: by(owner), override: false },
    ]);
    const own = newThing(server, { '@owner': [admin.pem] });
    await client.save(own, sheets.admin);
    await client.save(nextVersion(own), sheets.admin);
    expect(await trailOf(own, sheets.admin)).toMatchObject([{ override: false }, { override: false }]);
  });

  test('tells the issuer and the subject of a signed-in user', async () => {
    const headers = await bearer('ada');
    const { ssoPublicKey } = (await client.call('/api/ping', { headers })).json();
    const thing = newThing(server, { '@owner': [ssoPublicKey] });
    await client.call(thing['@id'], { json: thing, headers });
    const trail = await client.call(`${shortId(thing)}?audit=true`, { headers });
    const ada = { keys: [expect.stringMatching(/^[0-9a-f]{32}$/)], issuer: 'https://tokens.example', subject: 'ada' };
    expect(trail.json()).toMatchObject([{ operation: 'create', actor: ada }]);
  });

  const answered: Record<CallerName, number> = { anonymous: 404, other: 404, reader: 404, owner: 200, admin: 200 };

  test.each(CALLERS)('A26 is for owners and admins, whatever the object is: %s', async (caller) => {
    const owners = { '@owner': [cast.owner.pem] };
    const things = {
      public: newThing(server, owners),
      hidden: newThing(server, { ...owners, '@reader': [cast.reader.pem] }),
      encrypted: newEncryptedValue(server, { owner: [cast.owner.pem], reader: [cast.reader.pem] }),
      deleted: newThing(server, { ...owners, '@reader': [cast.reader.pem] }),
    };
    for (const thing of Object.values(things)) await client.save(thing, cast.sheets.owner);
    await remove(things.deleted, cast.sheets.owner);
    const absent = await client.call(`${shortId(newThing(server))}?audit=true`, { sheet: cast.sheets[caller] });
    expect(absent.status).toBe(404);
    for (const [name, thing] of Object.entries(things)) {
      const answer = await client.call(`${shortId(thing)}?audit=true`, { sheet: cast.sheets[caller] });
      expect([name, answer.status]).toEqual([name, answered[caller]]);
      if (answer.status === 404) {
        const { requestId: _id, ...problem } = answer.json();
        expect(absent.json()).toMatchObject(problem);
      }
    }
  });

  test('is answered at every address of the object, to HEAD, and to a form', async () => {
    const thing = newThing(server, { '@owner': [cast.owner.pem] });
    await client.save(thing, cast.sheets.owner);
    const entries = await trailOf(thing);
    for (const address of [
      guid(thing),
      md5(thing),
      `schema.org.Thing/${guid(thing)}/1000`,
      `schema.org.Thing/${md5(thing)}`,
    ]) {
      const path = `/api/data/${address}?audit=true`;
      expect((await client.call(path, { sheet: cast.sheets.owner })).json()).toEqual(entries);
      expect((await client.call(path, { method: 'HEAD', sheet: cast.sheets.owner })).status).toBe(200);
      expect((await client.call(path, { form: {}, sheet: cast.sheets.owner })).json()).toEqual(entries);
    }
    const both = await client.call(`${shortId(thing)}?audit=true&history=true`, { sheet: cast.sheets.owner });
    expect([both.status, both.json().where]).toEqual([400, 'audit']);
  });

  test('G9 has each of many concurrent batches, in the order of the versions', async () => {
    const { owner, other, admin, sheets } = cast;
    const things = Array.from({ length: 3 }, () => newThing(server, { '@owner': [owner.pem, other.pem] }));
    const put = (sheet: string, name: string) =>
      client.call('/api/sky/repo/multiPut', { sheet, json: things.map((thing) => ({ ...thing, name })) });
    const rounds = [0, 1, 2, 3].flatMap((round) => [
      put(sheets.owner, `owner ${round}`),
      put(sheets.other, `other ${round}`),
      put(sheets.admin, `admin ${round}`),
    ]);
    for (const answer of await Promise.all(rounds)) expect(answer.json()).toMatchObject({ stored: 3, failed: [] });
    const actors: Record<string, object> = { owner: by(owner), other: by(other), admin: by(admin) };
    for (const thing of things) {
      const history = (await client.call(`${shortId(thing)}?history=true`)).json();
      const expected = history.map((version: { '@id': string; name: string }) => {
        const [writer = ''] = version.name.split(' ');
        return [Number(version['@id'].split('/').at(-1)), actors[writer]];
      });
      const entries = await trailOf(thing);
      expect(entries).toHaveLength(12);
      expect(entries.map((entry: { version: number; actor: object }) => [entry.version, entry.actor])).toEqual(
        expected,
      );
      expect(entries.map((entry: { operation: string }) => entry.operation).lastIndexOf('create')).toBe(11);
    }
    await client.call('/api/sky/repo/multiDelete', {
      sheet: sheets.admin,
      json: things.map((thing) => shortId(thing)),
    });
    expect((await trailOf(things[0] ?? newThing(server)))[0]).toMatchObject({ operation: 'delete', override: true });
  });

  test('G15 comes along with an export and an import; lines without it give entries without actor', async () => {
    const { sheets, owner } = cast;
    const thing = newThing(server, { '@owner': [owner.pem] });
    await client.save(thing, sheets.owner);
    await client.save(nextVersion(thing), sheets.admin);
    await remove(thing, sheets.owner);
    await client.save(nextVersion(thing, {}, 2), sheets.owner);
    await remove(thing, sheets.admin);
    const entries = await trailOf(thing);
    const exported = (await client.call('/api/util/export', { sheet: sheets.admin })).text.split('\n');
    const lines = exported.filter((line) => line.includes(guid(thing)));
    expect(lines).toHaveLength(3);
    const importLines = (body: string) =>
      client.call('/api/util/import', {
        sheet: sheets.admin,
        headers: { 'content-type': 'application/x-ndjson' },
        body,
      });

    const copy = newThing(server);
    const bare = newThing(server);
    const all = lines.join('\n');
    const without = lines.map((line) => JSON.stringify({ ...JSON.parse(line), trail: undefined })).join('\n');
    const forged = lines[0]?.replace('"operation":"create"', '"operation":"invent"') ?? '';
    await importLines(all.replaceAll(guid(thing), guid(copy)));
    expect(await trailOf(copy)).toEqual(entries);
    await importLines(without.replaceAll(guid(thing), guid(bare)));
    expect(await trailOf(bare)).toMatchObject([
      { operation: 'delete', version: 1002, actor: null },
      { operation: 'change', version: 1002, actor: null },
      { operation: 'change', version: 1001, actor: null },
      { operation: 'create', version: 1000, actor: null },
    ]);
    expect((await importLines(forged)).json()).toMatchObject({
      failedCount: 1,
      failed: [{ detail: expect.stringContaining('trail') }],
    });
  });
});
