import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeRekeyRequest, type RekeyOptions } from '../../shared/repository/access/testing/rekey.ts';
import { adminOf } from '../support/cast.ts';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { describeForwardedKeys } from '../support/forwarded-keys.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { unharmed } from '../support/snapshot.ts';
import { subscribeTo } from '../support/subscriber.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';

let server: TestServer;
let client: Client;
/** A user who changes from an old key to a new one, and another user. */
let [old, next, other] = [] as unknown as [Person, Person, Person];
let sheets: { readonly old: string; readonly next: string; readonly other: string };

beforeAll(async () => {
  server = await startServer();
  client = createClient(server);
});
beforeEach(async () => {
  [old, next, other] = await Promise.all([person(), person(), person()]);
  const [ofOld, ofNext, ofOther] = await Promise.all([old, next, other].map((one) => sheet(server.api, [one])));
  sheets = { old: ofOld ?? '', next: ofNext ?? '', other: ofOther ?? '' };
});
afterAll(() => server.dispose());

async function request(from: Person, to: Person, options: RekeyOptions = {}): Promise<Thing> {
  const id = `${server.api}data/schema.cassproject.org.0.4.kbac.RekeyRequest/rekey_${randomUUID()}/1000`;
  const made = await makeRekeyRequest(from.privateKey, to.privateKey, options);
  return { ...made, '@id': id };
}

/** A saved object that only the old key may read. */
async function secret(members: Record<string, unknown> = {}): Promise<Thing> {
  const thing = newThing(server, { name: 'mine', '@owner': [old.pem], '@reader': [old.pem], ...members });
  await client.save(thing, sheets.old);
  return thing;
}

/** The rights of a caller on an object of {@link secret}. */
async function powers(thing: Thing, of: string): Promise<Record<string, unknown>> {
  const now = Number(
    (await client.call(shortId(thing), { sheet: await adminSheet() })).headers.get('etag')?.match(/\d+/),
  );
  const update = { ...thing, '@id': `${shortId(thing)}/${now + 1}` };
  const query = new URLSearchParams({ q: `@id:"${shortId(thing)}"`, ids: 'true' });
  return {
    read: (await client.call(shortId(thing), { sheet: of })).status,
    history: (await client.call(`${shortId(thing)}?history=true`, { sheet: of })).status,
    found: (await client.call(`/api/sky/repo/search?${query}`, { sheet: of })).json().length,
    change: (await client.call(update['@id'], { json: update, sheet: of })).status,
    batch: (await client.call('/api/sky/repo/multiPut', { json: [nextVersion(update)], sheet: of })).json().stored,
  };
}

async function adminSheet(): Promise<string> {
  return sheet(server.api, [await adminOf(server)]);
}

const ALL = { read: 200, history: 200, found: 1, change: 200, batch: 1 };
const NONE = { read: 404, history: 404, found: 0, change: 401, batch: 0 };

describe('a RekeyRequest that both keys signed (specification: Internal event bus)', () => {
  test('transfers all rights from the old key to the new one, as soon as it is saved', async () => {
    const thing = await secret();
    expect(await powers(thing, sheets.next)).toEqual(NONE);
    await client.save(await request(old, next), sheets.next);
    expect(await powers(thing, sheets.next)).toEqual(ALL);
    expect(await powers(thing, sheets.old)).toEqual(NONE);
    expect(await powers(thing, sheets.other)).toEqual(NONE);
    expect((await client.call(shortId(thing), { method: 'DELETE', sheet: sheets.old })).status).toBe(401);
    expect((await client.call(shortId(thing), { method: 'DELETE', sheet: sheets.next })).status).toBe(200);
  });

  test('gives the parts of objects that only the old key could read', async () => {
    const part = { '@type': 'Thing', name: 'within', '@reader': [old.pem] };
    const thing = newThing(server, { name: 'open', part });
    await client.save(thing);
    await client.save(await request(old, next), sheets.next);
    expect((await client.call(shortId(thing), { sheet: sheets.next })).json().part).toEqual(part);
    expect((await client.call(shortId(thing), { sheet: sheets.old })).json().part).toBeUndefined();
    const byReader = `\\*reader:"${old.pem}"`;
    expect(await client.find(byReader, sheets.next)).toEqual([thing['@id']]);
    expect(await client.find(byReader, sheets.old)).toEqual([]);
  });

  test('does not rewrite stored objects', async () => {
    const thing = await secret();
    await client.save(await request(old, next), sheets.next);
    expect((await client.call(shortId(thing), { sheet: sheets.next })).json()).toEqual(thing);
  });

  test('works in a batch, hidden, and for keys that were changed before', async () => {
    const thing = await secret();
    const reader = [next.pem];
    const requests = [await request(old, next, { reader }), await request(next, other, { reader })];
    const hidden = requests.map((one) => ({ ...one, '@id': `https://elsewhere.example/${randomUUID()}` }));
    const answer = await client.call('/api/sky/repo/multiPut', { json: hidden, sheet: sheets.next });
    expect(answer.json()).toEqual({ stored: 2, failed: [] });
    expect(await powers(thing, sheets.other)).toEqual(ALL);
    expect(await powers(thing, sheets.next)).toEqual(NONE);
    expect(await powers(thing, sheets.old)).toEqual(NONE);
  });

  test('ends when it is deleted or replaced, which its owner may do and the old key may not', async () => {
    const thing = await secret();
    for (const end of [
      (one: Thing, as: string) => client.call(shortId(one), { method: 'DELETE', sheet: as }),
      (one: Thing, as: string) => client.call('/api/sky/repo/multiDelete', { json: [shortId(one)], sheet: as }),
      (one: Thing, as: string) =>
        client.call(one['@id'], { json: { ...nextVersion(one), rekeySignature: 'AAAA' }, sheet: as }),
      (one: Thing, as: string) =>
        client.call(one['@id'], { json: { ...nextVersion(one), '@type': 'Thing' }, sheet: as }),
    ]) {
      const one = await request(old, next);
      await client.save(one, sheets.next);
      await end(one, sheets.old);
      expect(await powers(thing, sheets.next)).toEqual(ALL);
      await end(one, sheets.next);
      expect(await powers(thing, sheets.next)).toEqual(NONE);
      expect(await powers(thing, sheets.old)).toEqual(ALL);
    }
  });

  test('takes effect for connected subscribers at once', async () => {
    const subscribers = await Promise.all([sheets.old, sheets.next].map((one) => subscribeTo(server, { sheet: one })));
    const received = subscribers.map((subscriber) => subscriber.received);
    const before = await secret();
    await client.save(await request(old, next), sheets.next);
    const after = await secret();
    const last = newThing(server);
    await client.save(last);
    for (const ids of received) await expect.poll(() => ids).toContain(shortId(last));
    for (const { socket } of subscribers) socket.terminate();
    const secrets = [before, after].map(shortId);
    expect(received.map((ids) => secrets.map((id) => ids.includes(id)))).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('lasts over a restart, hidden requests and all', async () => {
    const thing = await secret();
    const requests = [await request(old, next, { reader: [next.pem] }), await request(other, old)];
    for (const one of requests) await client.save(one, sheets.next);
    const ended = await person();
    const end = await request(next, ended);
    await client.save(end, await sheet(server.api, [ended]));
    await client.call(shortId(end), { method: 'DELETE', sheet: await sheet(server.api, [ended]) });
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await server.stop(signal);
      server = await startServer({ PORT: String(server.port) }, server.directory);
      expect(await powers(thing, sheets.next)).toEqual(ALL);
      for (const of of [sheets.old, sheets.other, await sheet(server.api, [ended])]) {
        expect(await powers(thing, of)).toEqual(NONE);
      }
    }
  });
});

describe('A6 a RekeyRequest gives nothing', () => {
  test('without the signature of the old key, or that of the new one; it is stored like any object', async () => {
    const thing = await secret();
    const bogus = [
      await request(old, other, { after: { rekeySignature: 'AAAA' } }),
      await request(old, other, { after: { rekeySignature: null } }),
      await request(old, other, { signers: { from: other.privateKey } }),
      await request(old, other, { signers: { to: old.privateKey } }),
      await request(old, next, { after: { owner: [other.pem] } }),
      await request(other, next, { after: { rekeyPk: old.pem } }),
      await request(old, other, { type: 'RekeyRequests' }),
      await request(old, other, { context: 'https://schema.org' }),
    ];
    await unharmed(server, client, thing, async () => {
      for (const one of bogus) {
        const [owner] = one.owner as string[];
        await client.save(one, owner === next.pem ? sheets.next : sheets.other);
        const query = new URLSearchParams({ q: `@id:"${shortId(thing)}"`, ids: 'true' });
        expect((await client.call(`/api/sky/repo/search?${query}`, { sheet: sheets.other })).json()).toEqual([]);
        const update = { json: nextVersion(thing), sheet: sheets.other };
        expect((await client.call(thing['@id'], update)).status).toBe(401);
      }
    });
    expect(await powers(thing, sheets.old)).toEqual(ALL);
    expect(await powers(thing, sheets.other)).toEqual(NONE);
  });

  test('to a caller that may not write its object: it is refused', async () => {
    const thing = await secret();
    const place = newThing(server, { '@owner': [next.pem] });
    await client.save(place, sheets.next);
    const one = { ...(await request(old, other)), '@id': nextVersion(place)['@id'] };
    expect((await client.call(one['@id'], { json: one, sheet: sheets.other })).status).toBe(401);
    expect(await powers(thing, sheets.old)).toEqual(ALL);
  });

  test('over admin rights, which are not forwarded', async () => {
    const admin = await adminOf(server);
    const thing = await secret();
    await client.save(await request(admin, other), sheets.other);
    expect(await powers(thing, await adminSheet())).toEqual(ALL);
    expect(await powers(thing, sheets.other)).toEqual(NONE);
  });
});

describe('a RekeyRequest is refused', () => {
  test('when its old key is forwarded already: a stolen old key cannot be redirected', async () => {
    const thing = await secret();
    await client.save(await request(old, next), sheets.next);
    const second = await request(old, other);
    const refused = await client.call(second['@id'], { json: second, sheet: sheets.other });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({
      where: 'rekeyPk',
      detail: expect.stringContaining('has already been replaced'),
    });
    expect((await client.call(shortId(second))).status).toBe(404);
    expect(await powers(thing, sheets.next)).toEqual(ALL);
    expect(await powers(thing, sheets.other)).toEqual(NONE);
  });

  test('when it would close a cycle of keys', async () => {
    const itself = await request(old, old);
    expect((await client.call(itself['@id'], { json: itself })).status).toBe(400);
    const batch = [await request(old, next), await request(next, other), await request(other, old)];
    const both = await sheet(server.api, [next, other]);
    const answer = await client.call('/api/sky/repo/multiPut', { json: batch, sheet: both });
    expect(answer.json()).toMatchObject({ stored: 2, failed: [{ '@id': batch[2]?.['@id'], status: 400 }] });
  });
});

describe('a RekeyRequest that was withdrawn', () => {
  const copyOf = (one: Thing): Thing => ({
    ...one,
    '@id': `${server.api}data/schema.cassproject.org.0.4.kbac.RekeyRequest/rekey_${randomUUID()}/1000`,
  });

  test('is not put back by others who have a copy, alone or in a batch: the old key counts', async () => {
    const thing = await secret();
    const one = await request(old, next);
    await client.save(one, sheets.next);
    await client.call(shortId(one), { method: 'DELETE', sheet: sheets.next });
    for (const of of [{}, { sheet: sheets.other }]) {
      const copy = copyOf(one);
      expect((await client.call(copy['@id'], { json: copy, ...of })).status).toBe(401);
      const batch = (await client.call('/api/sky/repo/multiPut', { json: [copyOf(one)], ...of })).json();
      expect(batch).toMatchObject({ stored: 0, failed: [{ status: 401 }] });
    }
    expect(await powers(thing, sheets.old)).toEqual(ALL);
    expect(await powers(thing, sheets.next)).toEqual(NONE);
  });

  test.each(['old', 'next'] as const)('is put back with the %s key', async (side) => {
    const thing = await secret();
    const one = await request(old, next);
    await client.save(one, sheets.next);
    await client.call(shortId(one), { method: 'DELETE', sheet: sheets.next });
    const batch = await client.call('/api/sky/repo/multiPut', { json: [copyOf(one)], sheet: sheets[side] });
    expect(batch.json()).toMatchObject({ stored: 1 });
    expect(await powers(thing, sheets.next)).toEqual(ALL);
    expect(await powers(thing, sheets.old)).toEqual(NONE);
  });
});

describe('a RekeyRequest that another process on the same directory saved', () => {
  let another: TestServer;

  beforeAll(async () => {
    another = await startServer({}, server.directory);
  });
  afterAll(() => another.stop());

  describeForwardedKeys(() => [server, another]);
});
