import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { createClient, type Thing } from '../support/client.ts';
import { startServer } from '../support/server.ts';
import { sheetEntry } from '../support/sheet-entry.ts';
import { sheet } from '../support/signer.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);
let protectedThing: Thing;
let ownedThing: Thing;
let publicThing: Thing;

beforeAll(async () => {
  protectedThing = newThing(server, { '@reader': [cast.reader.pem] });
  ownedThing = newThing(server, { '@owner': [cast.owner.pem] });
  publicThing = newThing(server);
  for (const thing of [protectedThing, ownedThing, publicThing]) await client.save(thing);
});

const readProtected = async (signature: string): Promise<number> =>
  (await client.call(shortId(protectedThing), { headers: { signatureSheet: signature } })).status;

describe('B20 where a sheet travels', () => {
  test('B20 sheets of the header and of a form part count together', async () => {
    const both = newThing(server, { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] });
    await client.save(both);
    const headers = { signatureSheet: cast.sheets.owner };
    for (const form of [
      { signatureSheet: cast.sheets.reader },
      { signatureSheet: cast.sheets.other },
      { signatureSheet: '' },
      {},
    ]) {
      expect((await client.call(shortId(both), { form, headers })).status).toBe(200);
      expect((await client.call(shortId(both), { urlencoded: form, headers })).status).toBe(200);
    }
    const items = JSON.stringify([shortId(protectedThing), shortId(both)]);
    const found = await client.call('/api/sky/repo/multiGet', {
      form: { data: items, signatureSheet: cast.sheets.reader },
      headers,
    });
    expect(found.json()).toEqual([protectedThing, both]);
  });

  test('B20 a JSON body may be an envelope of sheet and data', async () => {
    const signatureSheet = JSON.parse(cast.sheets.owner);
    const changed = nextVersion(ownedThing, { name: 'in an envelope' });
    const saved = await client.call(changed['@id'], { json: { signatureSheet, data: changed } });
    expect([saved.status, saved.json()]).toEqual([200, changed]);
    ownedThing = changed;

    const readers = JSON.parse(cast.sheets.reader);
    const items = [shortId(protectedThing)];
    expect(
      (await client.call('/api/sky/repo/multiGet', { json: { signatureSheet: readers, data: items } })).json(),
    ).toEqual([protectedThing]);
    const searchParams = { q: `@id:"${shortId(protectedThing)}"` };
    expect(
      (await client.call('/api/sky/repo/search', { json: { searchParams, signatureSheet: readers } })).json(),
    ).toEqual([protectedThing]);
    const removed = await client.call('/api/sky/repo/multiDelete', {
      json: { signatureSheet: readers, data: [shortId(ownedThing)] },
    });
    expect(removed.json()).toMatchObject({ deleted: 0, failed: [{ status: 401 }] });
  });

  test('B20 an object that has a member signatureSheet is an object, not an envelope', async () => {
    const thing = newThing(server, { signatureSheet: [{ any: 'thing' }] });
    expect(await client.save(thing)).toEqual(thing);
  });

  test('B20 header names have any case, one entry needs no array, and an empty sheet is anonymous', async () => {
    const [entry] = JSON.parse(cast.sheets.reader);
    expect(await readProtected(JSON.stringify(entry))).toBe(200);
    expect(
      (await client.call(shortId(protectedThing), { headers: { SIGNATURESHEET: cast.sheets.reader } })).status,
    ).toBe(200);
    for (const nobody of ['', '[]', ' ']) expect(await readProtected(nobody)).toBe(404);
  });

  test('entries in the spellings of clients are taken', async () => {
    const { '@context': context, '@type': type, ...rest } = await sheetEntry(server.api, cast.reader);
    const signed = JSON.stringify([{ ...rest, context, type } as JsonObject]);
    expect(await readProtected(signed)).toBe(200);
  });
});

describe('B21 an entry that is not valid', () => {
  const bad: Record<string, { readonly sheet: () => Promise<string>; readonly status: number }> = {
    'B1 out of date': { sheet: () => sheet(server.api, [cast.reader], -1000), status: 419 },
    'B2 without expiry': { sheet: () => one({ members: { expiry: null } }), status: 422 },
    'B2 with a text as expiry': { sheet: () => one({ members: { expiry: String(Date.now() + 60_000) } }), status: 422 },
    'B2 with a negative expiry': { sheet: () => one({ members: { expiry: -1 } }), status: 422 },
    'B2 with an endless expiry': { sheet: () => one({ members: { expiry: 1e308 } }), status: 422 },
    'B3 that would last too long': { sheet: () => sheet(server.api, [cast.reader], 86_400_000), status: 422 },
    'B5 of an unknown type': { sheet: () => one({ members: { '@type': 'EternalSignature' } }), status: 422 },
    'B6 signed by another key': { sheet: () => one({ tampered: { '@owner': cast.other.pem } }), status: 451 },
    'B7 changed after signing': { sheet: () => one({ tampered: { expiry: Date.now() + 290_000 } }), status: 451 },
    'B9 without signature': { sheet: () => one({ hashes: [] }), status: 451 },
    'B9 with an empty signature': { sheet: () => one({ tampered: { '@signatureSha256': '' } }), status: 451 },
    'B9 with a signature that is no text': { sheet: () => one({ tampered: { '@signatureSha256': 7 } }), status: 422 },
    'B15 with a key that is none': {
      sheet: () => one({ tampered: { '@owner': '-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----' } }),
      status: 400,
    },
    'B16 B17 with a wrong signature beside a right one': {
      sheet: () => one({ hashes: ['SHA-1'], tampered: { '@signatureSha256': 'AAAA' } }),
      status: 451,
    },
    'with a member that nobody signed': { sheet: () => one({ tampered: { extra: 'x' } }), status: 451 },
    'that is null': { sheet: async () => '[null]', status: 422 },
    'that is empty': { sheet: async () => '[{}]', status: 422 },
    'in a sheet that is not JSON': { sheet: async () => '[{', status: 422 },
    'in a sheet that is a number': { sheet: async () => '7', status: 422 },
    'in a sheet nested 100,000 deep': { sheet: async () => '['.repeat(7000), status: 422 },
    'B18 that names a member twice': {
      sheet: async () => (await one({})).replace('"expiry"', '"expiry":1,"expiry"'),
      status: 422,
    },
  };

  async function one(changes: Parameters<typeof sheetEntry>[2]): Promise<string> {
    return JSON.stringify([await sheetEntry(server.api, cast.reader, changes)]);
  }

  test.each(Object.entries(bad))(
    '%s is the answer where identity was needed, and only there',
    async (_name, { sheet: make, status }) => {
      const signature = await make();
      const headers = { signatureSheet: signature };
      const form = { signatureSheet: signature };
      const absent = newThing(server);
      // Identity was needed, or may have been.
      for (const path of [shortId(protectedThing), shortId(absent), `${shortId(protectedThing)}?history=true`]) {
        expect((await client.call(path, { headers })).status, path).toBe(status);
        expect((await client.call(path, { form })).status, path).toBe(status);
      }
      const changed = nextVersion(ownedThing, { name: 'x' });
      expect((await client.call(changed['@id'], { json: changed, headers })).status).toBe(status);
      expect((await client.call(shortId(ownedThing), { method: 'DELETE', headers })).status).toBe(status);
      for (const path of [
        '/api/sky/repo/search',
        '/api/data/',
        '/api/sky/repo/multiGet',
        '/api/sky/repo/multiPut',
        '/api/sky/repo/multiDelete',
      ]) {
        expect((await client.call(path, { form })).status, path).toBe(status);
      }
      expect((await client.call('/api/sky/repo/search?q=*', { headers })).status).toBe(status);
      // It was not.
      expect((await client.call(shortId(publicThing), { headers })).status).toBe(200);
      expect((await client.call(absent['@id'], { json: absent, headers })).status).toBe(200);
      expect(
        (await client.call(absent['@id'], { form: { ...form, data: JSON.stringify(nextVersion(absent)) } })).status,
      ).toBe(200);
      expect((await client.call(shortId(absent), { method: 'DELETE', headers })).status).toBe(200);
    },
  );

  test.each(Object.entries(bad).filter(([, { sheet: make }]) => /\bone\(\{(?!\}\))/.test(make.toString())))(
    'B21 %s beside a valid one neither voids it nor counts',
    async (_name, { sheet: make }) => {
      const [wrong] = JSON.parse(await make());
      const [right] = JSON.parse(cast.sheets.reader);
      const [stranger] = JSON.parse(cast.sheets.other);
      expect(await readProtected(JSON.stringify([wrong, right]))).toBe(200);
      expect(await readProtected(JSON.stringify([right, wrong]))).toBe(200);
      expect(await readProtected(JSON.stringify([wrong, stranger]))).toBe(404);
    },
  );

  test('B1 the sentence of an expired signature names both times', async () => {
    const answer = await client.call(shortId(protectedThing), {
      form: { signatureSheet: await sheet(server.api, [cast.reader], -1000) },
    });
    expect(answer.text).toMatch(/^A Signature is Expired\. My time is \d+ and the signature expires at \d+$/);
  });

  test('a malformed sheet is called so in text', async () => {
    const answer = await client.call(shortId(protectedThing), { form: { signatureSheet: '{' } });
    expect(answer.text).toMatch(/^Missing or Malformed Signature\./);
  });
});

describe('B22 how many', () => {
  test('B22 64 entries are taken, 65 are refused, over all sources together', async () => {
    const [right] = JSON.parse(cast.sheets.reader);
    const entries = (count: number): string => JSON.stringify(Array(count).fill(right));
    const read = (form: Record<string, string>, header = '') =>
      client.call(shortId(publicThing), { form, headers: header === '' ? {} : { signatureSheet: header } });
    expect((await read({ signatureSheet: entries(64) })).status).toBe(200);
    expect((await read({ signatureSheet: entries(65) })).status).toBe(400);
    expect((await read({ signatureSheet: entries(60) }, entries(4))).status).toBe(200);
    expect((await read({ signatureSheet: entries(60) }, entries(5))).status).toBe(400);
    expect((await read({ signatureSheet: entries(20_000) })).status).toBe(400);
    const save = await client.call(publicThing['@id'], {
      form: { data: JSON.stringify(publicThing), signatureSheet: entries(65) },
    });
    expect(save.status).toBe(400);
  });
});

describe('SHA-1', () => {
  test('B16 a SHA-1 signature alone is taken by default', async () => {
    const entry = await sheetEntry(server.api, cast.reader, { hashes: ['SHA-1'] });
    expect(await readProtected(JSON.stringify([entry]))).toBe(200);
  });

  test('B16 REJECT_SHA1 refuses it with 451, also in a form; SHA-256 still works', async () => {
    const strict = await startServer({ REJECT_SHA1: 'true' });
    const calls = createClient(strict);
    const thing = newThing(strict, { '@reader': [cast.reader.pem], '@owner': [cast.reader.pem] });
    await calls.save(thing);
    const old = JSON.stringify([await sheetEntry(strict.api, cast.reader, { hashes: ['SHA-1'] })]);
    const both = JSON.stringify([await sheetEntry(strict.api, cast.reader, { hashes: ['SHA-1', 'SHA-256'] })]);
    const status = async (path: string, call: object) => (await calls.call(path, call)).status;
    expect(await status(shortId(thing), { headers: { signatureSheet: old } })).toBe(451);
    expect(await status(shortId(thing), { form: { signatureSheet: old } })).toBe(451);
    expect(await status(thing['@id'], { json: nextVersion(thing), headers: { signatureSheet: old } })).toBe(451);
    expect(await status(shortId(thing), { method: 'DELETE', headers: { signatureSheet: old } })).toBe(451);
    expect(await status('/api/sky/repo/search?q=*', { headers: { signatureSheet: old } })).toBe(451);
    expect(await status(shortId(thing), { headers: { signatureSheet: both } })).toBe(200);
    await strict.dispose();
  });
});

describe('B4 the server of a sheet', () => {
  test('B4 strict: a sheet for another server counts for nothing, one for an object counts for that object', async () => {
    const own = 'https://repository.example/api/';
    const strict = await startServer({ SVC_LOOPBACK: own });
    const calls = createClient({ ...strict, api: own });
    const things = [1, 2].map((number) => ({
      ...newThing({ ...strict, api: own }, { '@reader': [cast.reader.pem], number }),
    }));
    for (const thing of things) {
      const path = thing['@id'].slice('https://repository.example'.length);
      expect((await calls.call(path, { json: thing })).status).toBe(200);
    }
    const read = async (thing: Thing, madeFor: string) => {
      const signatureSheet = await sheet(madeFor, [cast.reader]);
      return (await calls.call(`/api/data/${shortId(thing).replace(/^.*\//, '')}`, { headers: { signatureSheet } }))
        .status;
    };
    const [first, second] = things;
    if (first === undefined || second === undefined) throw new Error('unreachable');
    expect(await read(first, own)).toBe(200);
    expect(await read(first, `${own}data/anything`)).toBe(200);
    for (const elsewhere of [
      'https://evil.example/api/',
      'https://repository.example.evil.example/api/',
      'https://x@repository.example/api/',
      'not an address',
      '',
    ]) {
      expect(await read(first, elsewhere), elsewhere).toBe(404);
    }
    const foreign = { ...first, '@id': 'https://elsewhere.example/b4' };
    await calls.call('/api/data/schema.org.Thing/b4', { json: foreign });
    const named = await sheet(foreign['@id'], [cast.reader]);
    expect((await calls.call('/api/data/b4', { headers: { signatureSheet: named } })).status).toBe(200);
    expect(
      (await calls.call(`/api/data/${shortId(second).replace(/^.*\//, '')}`, { headers: { signatureSheet: named } }))
        .status,
    ).toBe(404);
    await strict.dispose();
  });

  test('B4 warn, the default without own addresses: it counts, with a log entry', async () => {
    expect(await readProtected(await sheet('https://elsewhere.example/api/', [cast.reader]))).toBe(200);
    await expect.poll(server.output).toContain('"server":"https://elsewhere.example"');
  });
});
