import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Cast, castOf } from '../support/cast.ts';
import { type Call, type Client, createClient, multipart, type Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { contentsOf } from '../support/snapshot.ts';
import { guid, newThing, shortId, THING } from '../support/things.ts';

let server: TestServer;
let client: Client;
let cast: Cast;
let before: string;

beforeAll(async () => {
  server = await startServer();
  client = createClient(server);
  cast = await castOf(server);
  await client.save(newThing(server, { name: 'sentinel' }));
});
afterAll(() => server.dispose());

/** After each of these tests the process is the same, it lives, and it holds what it held. */
describe('input that is refused changes nothing', () => {
  beforeEach(async () => {
    before = await contentsOf(server, client);
  });
  afterEach(async () => {
    expect(server.process.exitCode).toBeNull();
    expect((await client.call('/livez')).status).toBe(200);
    expect(await contentsOf(server, client)).toBe(before);
  });

  const save = (call: Call): Promise<Answer> => client.call(`/api/data/schema.org.Thing/${randomUUID()}`, call);

  const malformed = [
    '',
    ' ',
    '{',
    '}',
    '[',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    'nul',
    'undefined',
    '"',
    '"\u0001"',
    '{"@id":"http://x/y"',
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":NaN}',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
    '{"a":1}{"b":2}',
    '// comment\n{}',
    '\u0000',
    '<xml/>',
  ];
  test('malformed JSON is 400 in both bindings, with the position where it is known', async () => {
    for (const text of malformed) {
      for (const call of [{ json: text }, { form: { data: text } }, { urlencoded: { data: text } }]) {
        expect((await save(call)).status, `${JSON.stringify(call)}`).toBe(400);
      }
      for (const path of ['/api/sky/repo/multiPut', '/api/sky/repo/multiGet', '/api/sky/repo/multiDelete']) {
        if (text !== '') expect((await client.call(path, { json: text })).status, `${path} ${text}`).toBe(400);
        expect((await client.call(path, { form: { data: text } })).status, `${path} ${text}`).toBe(400);
      }
      if (text.trim() !== '') {
        expect((await client.call('/api/sky/repo/search', { form: { searchParams: text } })).status, text).toBe(400);
        expect((await client.call('/api/sky/repo/search', { json: text })).status, text).toBe(400);
      }
    }
    expect((await save({ json: '{"@id": ?}' })).json().detail).toContain('position 8');
  });

  const wrongTypes: Record<string, readonly unknown[]> = {
    '@id': [
      undefined,
      null,
      '',
      1,
      true,
      [],
      ['http://x/y'],
      {},
      { '@id': 'http://x/y' },
      'relative',
      '/rooted',
      'http:',
      'a b',
      `http://x/${'y'.repeat(2048)}`,
      'http://x/\u0000',
      'http://x/\n',
      'http://x/\ud800',
    ],
    '@type': [undefined, null, '', 1, false, {}, [], [1], [''], ['Thing', null], [['Thing']]],
    '@context': [undefined, null, '', 1, true, [], [1], [''], ['https://schema.org', 7], [['https://schema.org']]],
    '@owner': ['x', 1, true, {}, [1], [null], [{}], [['x']], ['x'], [''], 'PEM'],
    '@reader': ['x', 1, true, {}, [1], [null], [{}], [['x']], ['x'], [''], 'PEM'],
    owner: ['x', 1, {}, [1], ['x'], 'PEM'],
    reader: ['x', 1, {}, [1], ['x'], 'PEM'],
  };
  test.each(Object.entries(wrongTypes))('C25 %s of a wrong type is 400 and says where', async (member, values) => {
    for (const value of values) {
      const object: Record<string, unknown> = {
        ...newThing(server),
        [member]: value === 'PEM' ? cast.owner.pem : value,
      };
      for (const call of [{ json: object }, { form: { data: JSON.stringify(object) } }]) {
        const answer = await save(call);
        expect(answer.status, `${member} ${JSON.stringify(value)}`).toBe(400);
        if ('json' in call) expect(answer.json().where, JSON.stringify(value)).toContain(member);
      }
      const batch = await client.call('/api/sky/repo/multiPut', { json: [object] });
      expect(batch.json()).toMatchObject({ stored: 0, failed: [{ status: 400 }] });
    }
  });

  test('what is missing is named in the words that clients know', async () => {
    const { '@id': _id, ...rest } = newThing(server);
    for (const [object, sentence] of [
      [rest, 'Object must have an @id.'],
      [{ ...newThing(server), '@type': undefined }, 'Object must have an @type.'],
      [{ ...newThing(server), '@context': undefined }, 'Object must have an @context.'],
      [[], 'Object must have an @id.'],
      ['text', 'Object must have an @id.'],
      [7, 'Object must have an @id.'],
    ] as const) {
      expect((await save({ form: { data: JSON.stringify(object) } })).text).toBe(sentence);
      expect((await save({ json: JSON.stringify(object) })).json().detail).toBe(sentence);
    }
  });

  test('PEM that is none is 400 wherever it decides', async () => {
    const body = cast.owner.pem.replace(/-----[^-]+-----/g, '');
    const bad = [
      '-----BEGIN PUBLIC KEY-----',
      '-----BEGIN PUBLIC KEY----------END PUBLIC KEY-----',
      '-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----',
      `-----BEGIN PUBLIC KEY-----${body.slice(0, -8)}-----END PUBLIC KEY-----`,
      `-----BEGIN PUBLIC KEY-----${body}-----END RSA PUBLIC KEY-----`,
      `-----BEGIN PUBLIC KEY-----${body}-----END PUBLIC KEY-----x`,
      `${cast.owner.pem}${cast.owner.pem}`,
      `-----BEGIN CERTIFICATE-----${body}-----END CERTIFICATE-----`,
      '-----BEGIN PUBLIC KEY-----MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8xOUetsCa8EfOlDEBAfREhJqspDoyEh6Szz2in47Tv5n52m9dLYyPCbqZkOB5nTSqtscpkQD/HpykCggvx09iQ==-----END PUBLIC KEY-----',
      `-----BEGIN PUBLIC KEY-----${'A'.repeat(100_000)}-----END PUBLIC KEY-----`,
    ];
    for (const pem of bad) {
      for (const object of [
        { '@owner': [pem] },
        { reader: [cast.owner.pem, pem] },
        { nested: [{ '@reader': [pem] }] },
      ]) {
        expect(
          (await save({ json: newThing(server, object) })).status,
          `${pem.slice(0, 60)} ${Object.keys(object)}`,
        ).toBe(400);
      }
    }
  });

  test.each([1000, 100_000, 200_000])('C17 %i arrays or objects deep is 400 wherever JSON is read', async (depth) => {
    const deep = [
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      `${'[{"a":'.repeat(depth / 2)}12345678901234567890${'}]'.repeat(depth / 2)}`,
    ];
    for (const text of deep) {
      const object = JSON.stringify(newThing(server)).replace(/}$/, `,"deep":${text}}`);
      for (const call of [{ json: object }, { form: { data: object } }, { json: text }]) {
        expect((await save(call)).status).toBe(400);
      }
      for (const path of ['/api/sky/repo/multiPut', '/api/sky/repo/multiGet']) {
        expect((await client.call(path, { json: `[${text}]` })).status).toBe(400);
        expect((await client.call(path, { form: { data: `[${text}]` } })).status).toBe(400);
      }
      expect(
        (await client.call('/api/sky/repo/search', { form: { searchParams: `{"q":"*","sort":${text}}` } })).status,
      ).toBe(400);
      const sheet = await client.call('/api/sky/repo/search', { form: { data: 'x', signatureSheet: text } });
      expect([400, 422]).toContain(sheet.status);
      expect((await client.call('/api/sky/id/create', { json: text })).status).toBe(400);
    }
  });

  test('a form without boundary, with a wrong one, cut off anywhere, or without part names is 400', async () => {
    const { text, type } = multipart({ data: JSON.stringify(newThing(server)), signatureSheet: '[]' });
    const send = (contentType: string, body: string) => save({ body, headers: { 'content-type': contentType } });
    for (const contentType of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
      'multipart/form-data; boundary=""',
    ]) {
      expect((await send(contentType, text)).status, contentType).toBe(400);
    }
    for (let cut = 0; cut < text.length - 4; cut += 23)
      expect((await send(type, text.slice(0, cut))).status, `${cut}`).toBe(400);
    expect((await send(type, text.replace('; name="data"', ''))).status).toBe(400);
    expect((await send(type, text.replaceAll('\r\n', '\n'))).status).toBe(400);
    expect(
      (await send(type, text.replace('Content-Disposition', `X-Long: ${'x'.repeat(20_000)}\r\nContent-Disposition`)))
        .status,
    ).toBe(400);
    expect((await send(type, text.replace('name="data"', `name="${'n'.repeat(20_000)}"`))).status).toBe(400);
    expect((await send(type, 'not a form')).status).toBe(400);
    expect((await send(type, '')).status).toBe(400);
  });

  test('C3 a form of 10,000 parts is 400', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`part${index}`, 'x']));
    expect((await save({ form: { ...parts, data: JSON.stringify(newThing(server)) } })).status).toBe(400);
  });

  test('C19 a compressed body is 415, whatever it would hold', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
    const good = gzipSync(JSON.stringify(newThing(server)));
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'gzip, gzip', 'x']) {
      for (const body of [bomb, good]) {
        const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
        expect((await save({ body: new Uint8Array(body), headers })).status, encoding).toBe(415);
      }
    }
  });

  test('a body of another type, or of none, is 415', async () => {
    const body = JSON.stringify(newThing(server));
    for (const type of [
      'text/plain',
      'text/html',
      'application/xml',
      'application/jsonp',
      'application/octet-stream',
      'x',
      'application/json-seq',
    ]) {
      for (const path of [
        `/api/data/schema.org.Thing/${randomUUID()}`,
        '/api/sky/repo/multiPut',
        '/api/sky/repo/search',
        '/api/sky/id/login',
      ]) {
        expect((await client.call(path, { body, headers: { 'content-type': type } })).status, `${type} ${path}`).toBe(
          415,
        );
      }
    }
    const untyped = await rawRequest({ port: server.port, method: 'POST', path: '/api/data/a/b', body: [body] });
    expect(untyped.status).toBe(415);
  });

  test('C20 a body that is not UTF-8 is 400 in both bindings', async () => {
    const [start, end] = JSON.stringify(newThing(server, { name: '|' }))
      .split('|')
      .map((part) => Buffer.from(part));
    const form = multipart({ data: JSON.stringify(newThing(server, { name: '|' })) });
    const [formStart, formEnd] = form.text.split('|').map((part) => Buffer.from(part));
    if (!start || !end || !formStart || !formEnd) throw new Error('unreachable');
    for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
      const json = Buffer.concat([start, Buffer.from(bytes), end]);
      expect((await save({ body: json, headers: { 'content-type': 'application/json' } })).status).toBe(400);
      const parts = Buffer.concat([formStart, Buffer.from(bytes), formEnd]);
      expect((await save({ body: parts, headers: { 'content-type': form.type } })).status).toBe(400);
    }
  });

  test('a batch of the wrong shape is 400', async () => {
    for (const shape of [{}, 'text', 7, true, { '@id': 'x' }]) {
      for (const path of ['/api/sky/repo/multiPut', '/api/sky/repo/multiGet', '/api/sky/repo/multiDelete']) {
        expect((await client.call(path, { json: shape })).status, `${path} ${JSON.stringify(shape)}`).toBe(400);
        expect((await client.call(path, { form: { data: JSON.stringify(shape) } })).status).toBe(400);
      }
    }
    for (const path of ['/api/sky/repo/multiGet', '/api/sky/repo/multiDelete']) {
      for (const item of [null, 7, {}, [], true]) {
        expect((await client.call(path, { json: ['data/x', item] })).status, `${path} ${JSON.stringify(item)}`).toBe(
          400,
        );
      }
    }
    const items = [null, 7, 'text', [], {}, true];
    const batch = await client.call('/api/sky/repo/multiPut', { json: items });
    expect(batch.json()).toMatchObject({ stored: 0 });
    expect(batch.json().failed).toHaveLength(items.length);
    expect((await client.call('/api/sky/repo/multiPut', { form: { data: JSON.stringify(items) } })).json()).toEqual([]);
  });

  test('C5 a path that means nothing is a 4xx', async () => {
    const paths = [
      '/api/data/%',
      '/api/data/%zz/x',
      '/api/data/T/%ff',
      '/api/data/T/%c3%28',
      '/api/data/T/%00',
      '/api/data/T/a%00b',
      '/api/data/T/a%0ab',
      '/api/data/T/',
      '/api/data//',
      '/api/data///',
      '/api/data/a/b/c/d',
      '/api/data/a/b/1/2',
      '/api/data/..%2f..%2fkeys%2fskyAdmin2.pem',
      '/api/data/%2e%2e/%2e%2e/etc/passwd',
      '/api/data/..%5c..%5cx/y',
      `/api/data/T/${'x'.repeat(10_000)}`,
    ];
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
        const body = method === 'POST' ? [JSON.stringify(newThing(server))] : [];
        const headers = method === 'POST' ? { 'content-type': 'application/json' } : {};
        const answer = await rawRequest({ port: server.port, method, path, headers, body });
        // A delete of a name that leads nowhere is done already; a save may not go by.
        const most = method === 'DELETE' ? 200 : 400;
        expect(answer.status, `${method} ${path.slice(0, 60)}`).toBeGreaterThanOrEqual(most);
        expect(answer.status).toBeLessThan(500);
      }
    }
  });

  test('D2 a type that could be part of an address is 400', async () => {
    for (const type of ['a?b', 'a#b', 'a%b', 'a\\b', 'a..b', '%2e%2e%2f', '*/../_search']) {
      for (const method of ['GET', 'DELETE', 'POST']) {
        const path = `/api/data/${encodeURIComponent(type)}/x`;
        const call = method === 'POST' ? { json: newThing(server) } : { method };
        expect((await client.call(path, call)).status, `${method} ${type}`).toBe(400);
      }
    }
  });

  test.each([
    ['create', 'credentialCommit', ['username', 'password', 'credentials']],
    ['commit', 'credentialCommit', ['username', 'password', 'token', 'credentials']],
    ['login', 'credentialRequest', ['username', 'password']],
  ] as const)('a %s that lacks something is 422 and names it', async (operation, part, members) => {
    const path = `/api/sky/id/${operation}`;
    const good = { username: 'u', password: 'p', token: 't', credentials: {} };
    const wrong = members.flatMap((member) => [undefined, null, 7, []].map((value) => ({ member, value })));
    for (const { member, value } of wrong) {
      const request = { ...good, [member]: value };
      for (const call of [{ json: request }, { form: { [part]: JSON.stringify(request) } }]) {
        const answer = await client.call(path, call);
        expect([answer.status, answer.text], `${member} ${value}`).toEqual([422, expect.stringContaining(member)]);
      }
    }
    for (const text of ['', '{', '[]', '7', 'null']) {
      expect((await client.call(path, { form: { [part]: text } })).status, text).toBe(422);
    }
    expect((await client.call(path, { form: {} })).status).toBe(422);
  });
});

describe('odd input that is valid is kept', () => {
  const roundTrip = async (text: string, thing: Thing): Promise<Answer> => {
    const answer = await client.call(thing['@id'], { json: text });
    expect(answer.status).toBe(200);
    const read = await client.call(shortId(thing));
    expect(read.text).toBe(answer.text);
    return read;
  };
  /** The JSON text of a new object with these members written as given. */
  const written = (members: string): { readonly thing: Thing; readonly text: string } => {
    const thing = newThing(server);
    return { thing, text: JSON.stringify(thing).replace(/}$/, `,${members}}`) };
  };

  test('C17 10 deep is ordinary', async () => {
    for (const deep of ['['.repeat(10) + ']'.repeat(10), `${'{"a":'.repeat(10)}1${'}'.repeat(10)}`]) {
      const { thing, text } = written(`"deep":${deep}`);
      expect((await roundTrip(text, thing)).text).toContain(deep);
    }
  });

  test.each([
    '__proto__',
    '@__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'toJSON',
    'valueOf',
    '',
  ])('C21 a member called "%s" is data, at every depth', async (name) => {
    const value = `{"polluted":"yes","isAdmin":true,"@owner":[],"${name}":{"polluted":"deeper"}}`;
    const { thing, text } = written(`"${name}":${value},"list":[{"${name}":${value}}],"in":{"side":{"${name}":7}}`);
    const read = await roundTrip(text, thing);
    expect(JSON.parse(read.text)).toEqual(JSON.parse(text));
    expect(read.text).toBe(text);
    // An object without such a member has none: nothing leaked into a prototype.
    const plain = newThing(server);
    expect(await client.save(plain)).toEqual(plain);
    expect((await client.call('/api/ping?fields=polluted,isAdmin')).json()).toEqual({});
    expect((await client.call(`/api/data/${name || 'x'}`)).status).toBe(404);
  });

  test('C21 __proto__ as the whole owner list gives no rights and takes none', async () => {
    const { thing, text } = written(`"__proto__":{"@owner":[${JSON.stringify(cast.owner.pem)}]}`);
    await roundTrip(text, thing);
    expect((await client.call(shortId(thing), { method: 'DELETE' })).status).toBe(200);
  });

  test('C21 parameters and forms with such names are ordinary too', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect((await client.call(`/api/sky/repo/search?${name}=x&q=none`)).json()).toEqual([]);
      expect((await client.call('/api/sky/repo/search', { form: { [name]: 'x', data: 'none' } })).json()).toEqual([]);
      expect(
        (
          await client.call('/api/sky/repo/search', { json: `{"searchParams":{"${name}":{"q":"x"},"q":"none"}}` })
        ).json(),
      ).toEqual([]);
    }
  });

  const exact = [
    '12345678901234567890',
    '9007199254740993',
    '-9007199254740993',
    '123456789012345678901234567890.123456789',
    '1e400',
    '-1e400',
    '1E-400',
    '0.1000000000000000055511151231257827',
    '1.7976931348623157e308',
    '5e-324',
    '3.141592653589793238462643383279',
  ];
  test('C23 numbers that a double cannot hold come back digit for digit, from everywhere', async () => {
    const { thing, text } = written(`"numbers":[${exact.join(',')}],"in":{"side":${exact[0]}}`);
    const read = await roundTrip(text, thing);
    expect(read.text).toBe(text);
    const item = `data/schema.org.Thing/${guid(thing)}`;
    const others = [
      await client.call(thing['@id']),
      await client.call(`${shortId(thing)}?history=true`),
      await client.call('/api/sky/repo/multiGet', { json: [item] }),
      await client.call(`/api/sky/repo/search?${new URLSearchParams({ q: `@id:"${shortId(thing)}"` })}`),
      await client.call('/api/sky/repo/multiPut', { form: { data: `[${text}]` } }),
    ];
    for (const answer of others) expect(answer.text).toContain(`"numbers":[${exact.join(',')}]`);
  });

  test('C23 also in an object with parts that some may not see', async () => {
    const { thing, text } = written(
      `"big":12345678901234567890,"part":{"@type":"Thing","@reader":[${JSON.stringify(cast.reader.pem)}],"big":1e400}`,
    );
    await client.call(thing['@id'], { json: text });
    expect((await client.call(shortId(thing))).text).toContain('"big":12345678901234567890');
    expect((await client.call(shortId(thing), { sheet: cast.sheets.reader })).text).toBe(text);
  });

  test('C24 of a member named twice the last counts, and only that is kept', async () => {
    const { thing, text } = written(
      `"name":"first","name":"last","@owner":[${JSON.stringify(cast.owner.pem)}],"@owner":[]`,
    );
    const read = await roundTrip(text, thing);
    expect(read.json()).toEqual({ ...thing, name: 'last', '@owner': [] });
    expect(read.text.match(/@owner/g)).toHaveLength(1);
    expect((await client.call(shortId(thing), { method: 'DELETE' })).status).toBe(200);
    const readers = written(`"@reader":[],"@reader":[${JSON.stringify(cast.reader.pem)}]`);
    await client.call(readers.thing['@id'], { json: readers.text });
    expect((await client.call(shortId(readers.thing))).status).toBe(404);
  });

  test('NUL, lone surrogates, every control character and emoji inside texts and names', async () => {
    const thing = newThing(server, {
      nul: 'a\u0000b',
      lone: ['\ud800', '\udc00x', 'x\udbff'],
      '\u0000name': 1,
      'name\ud800': 2,
      controls: Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
      emoji: '👩‍👩‍👧 é é',
      line: '\u2028\u2029',
    });
    const read = await roundTrip(JSON.stringify(thing), thing);
    expect(read.json()).toEqual(thing);
    expect(await client.find(`@id:"${shortId(thing)}"`)).toEqual([thing['@id']]);
    const form = await client.call('/api/sky/repo/multiPut', { form: { data: JSON.stringify([thing]) } });
    expect(form.json()).toEqual([{ ...thing, '@id': `${shortId(thing)}/1001` }]);
  });

  test('names with dots, brackets, dollars, dashes and of 10,000 characters', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const thing = newThing(server, {
      'a.b': word,
      'a.b.c': { 'd.e': 1, '': 2 },
      a: { b: { c: 'other shape' } },
      '.': 1,
      '..': 2,
      '*': 3,
      'x[0]': 4,
      $where: 5,
      ['n'.repeat(10_000)]: 6,
      'name:with:colons': word,
      'quote\'"': 7,
    });
    expect((await roundTrip(JSON.stringify(thing), thing)).json()).toEqual(thing);
    expect(await client.find(word)).toEqual([thing['@id']]);
    expect(await client.find(`a.b:${word}`)).toEqual([thing['@id']]);
  });

  test('C20 a byte order mark in front of a body is no part of it', async () => {
    const thing = newThing(server);
    expect(await roundTrip(`\ufeff${JSON.stringify(thing)}`, thing).then((answer) => answer.json())).toEqual(thing);
    const inForm = newThing(server);
    expect((await client.call(inForm['@id'], { form: { data: `\ufeff${JSON.stringify(inForm)}` } })).json()).toEqual(
      inForm,
    );
  });

  test('C22 100,000 members, 5,000 nested fields, and members that change their type are stored and found', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const many = newThing(
      server,
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])),
    );
    const wide = Array.from({ length: 5 }, (_, part) =>
      newThing(server, {
        name: word,
        [`f${part}`]: Object.fromEntries(Array.from({ length: 1000 }, (_2, index) => [`g${index}`, `${part}`])),
      }),
    );
    const shapes = [
      { v: 1 },
      { v: 'text' },
      { v: { v: 1 } },
      { v: [1, 'x', { y: 2 }] },
      { v: null },
      { v: true },
      { v: '2020-01-01' },
      { v: [] },
      { v: [[[]]] },
    ];
    const conflicting = shapes.map((members) => newThing(server, { name: word, ...members }));
    expect((await client.call(many['@id'], { json: { ...many, name: word } })).status).toBe(200);
    for (const thing of [...wide, ...conflicting]) await client.save(thing);
    expect(await client.find(word)).toHaveLength(1 + wide.length + conflicting.length);
    expect(Object.keys((await client.call(shortId(many))).json())).toHaveLength(100_004);
    expect(await client.find(`name:${word} AND v:text`)).toHaveLength(1);
  });

  test('contexts may be objects and arrays, types may be arrays', async () => {
    for (const members of [
      { '@context': { name: 'https://schema.org/name' } },
      { '@context': ['https://schema.org', { x: 'https://x.example/' }, null] },
      { '@type': ['Thing', 'Person'] },
    ]) {
      const thing = newThing(server, members);
      expect(await client.save(thing)).toEqual(thing);
      expect(await client.find(`@id:"${shortId(thing)}"`)).toEqual([thing['@id']]);
    }
  });

  test('empty, false, zero and null values are kept, and opened secrets are not', async () => {
    const thing = newThing(server, {
      list: [null, false, 0, '', [], {}],
      none: null,
      empty: {},
      '@owner': [],
      '@reader': [],
    });
    expect(await client.save(thing)).toEqual(thing);
    const opened = newThing(server, { decryptedSecret: { secret: 'AES' }, in: [{ decryptedSecret: 'x', kept: 1 }] });
    const saved = await client.save(opened);
    expect(saved).toEqual({ ...THING, '@id': opened['@id'], in: [{ kept: 1 }] });
  });

  test('media types with parameters and structured suffixes are taken', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'application/ld+json',
      'Application/JSON',
      'application/ld+json; profile="x"',
      'application/vnd.api+json',
    ]) {
      const thing = newThing(server);
      expect((await client.call(thing['@id'], { json: thing, headers: { 'content-type': type } })).status, type).toBe(
        200,
      );
    }
  });

  test('a form may carry its parts as files, quoted boundaries, in any order and doubly', async () => {
    const thing = newThing(server, { name: 'in a file' });
    const body = [
      '--b',
      'Content-Disposition: form-data; name="signatureSheet"; filename="s.json"',
      'Content-Type: application/json',
      '',
      '[]',
      '--b',
      'Content-Disposition: form-data; name="data"',
      '',
      '{"overruled": true}',
      '--b',
      'content-disposition: form-data; name="data"; filename="blob"',
      'Content-Type: application/octet-stream',
      '',
      JSON.stringify(thing),
      '--b--',
      '',
    ].join('\r\n');
    const headers = { 'content-type': 'multipart/form-data; boundary="b"' };
    expect((await client.call(thing['@id'], { body, headers })).json()).toEqual(thing);
    expect((await client.call(shortId(thing))).json()).toEqual(thing);
  });
});
