import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import type { Answer } from '../support/described-fetch.ts';
import { guid, newThing, shortId, THING } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

describe('unusual but valid input is stored', () => {
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
  test('C23 numbers beyond the precision of a double are returned digit for digit, by every operation', async () => {
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

  test('C23 also in an object with hidden parts', async () => {
    const { thing, text } = written(
      `"big":12345678901234567890,"part":{"@type":"Thing","@reader":[${JSON.stringify(cast.reader.pem)}],"big":1e400}`,
    );
    await client.call(thing['@id'], { json: text });
    expect((await client.call(shortId(thing))).text).toContain('"big":12345678901234567890');
    expect((await client.call(shortId(thing), { sheet: cast.sheets.reader })).text).toBe(text);
  });

  test('C24 of duplicate members the last one counts, and only that is stored', async () => {
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

  test('C20 a byte order mark in front of a body is ignored', async () => {
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

  test('empty, false, zero and null values are stored, and opened secrets are not', async () => {
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

  test('a form may carry its parts as files, quoted boundaries, in any order, and the same twice', async () => {
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
      JSON.stringify(thing),
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

  test('a form may have a preamble, an epilogue, and folded header fields (RFC 2046, 5.1.1; RFC 5322, 2.2.3)', async () => {
    const thing = newThing(server, { name: 'a\r\n b' });
    const body = [
      'A message in several parts.',
      '--b ',
      'Content-Type: application/json;',
      ' charset=utf-8',
      'Content-Disposition: form-data;',
      '\tname="data"',
      '',
      JSON.stringify(thing, null, '\r\n '),
      '--b--',
      'The end.',
    ].join('\r\n');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect((await client.call(thing['@id'], { body, headers })).json()).toEqual(thing);
  });
});

describe('names that all objects have', () => {
  test.each(['__proto__', 'constructor', 'toString'])(
    'C21 a framework with parts called "%s" is exchanged',
    async (name) => {
      const id = `https://example.org/${randomUUID()}`;
      const text = JSON.stringify({
        '@graph': [
          {
            '@id': id,
            '@type': 'ceasn:CompetencyFramework',
            'ceasn:name': { en: 'Odd' },
            [name]: { [name]: 1 },
          },
          {
            '@id': `${id}/1`,
            '@type': ['ceasn:Competency', name],
            'ceasn:competencyText': { en: name },
            'ceasn:isPartOf': id,
          },
        ],
      });
      expect((await client.call('/api/ctdlasn', { json: text })).status).toBe(200);
      const relation = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Relation', '@id': `${id}/r` };
      const framework = (await client.call(`/api/data/${encodeURIComponent(id)}`)).json();
      await client.call('/api/sky/repo/multiPut', {
        json: [
          { ...relation, source: `${id}/1`, target: `${id}/2`, relationType: name },
          { ...framework, relation: [`${id}/r`] },
        ],
      });
      for (const path of ['ctdlasn/x', 'asn/x', 'ims/case/v1p0/CFPackages/x', 'ims/case/v1p1/CFPackages/x']) {
        const answer = await client.call(`/api/${path}?id=${encodeURIComponent(id)}`);
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.text).toContain('Odd');
      }
      const association = {
        identifier: randomUUID(),
        uri: `${id}/a`,
        associationType: name,
        originNodeURI: { uri: `${id}/i` },
        destinationNodeURI: { uri: `${id}/d` },
      };
      const item = { uri: `${id}/i`, identifier: randomUUID(), fullStatement: 'An item' };
      const document = { uri: `${id}/d`, identifier: randomUUID(), title: 'Odd', adoptionStatus: name };
      const json = { CFDocument: document, CFItems: [item], CFAssociations: [association] };
      expect((await client.call('/api/ims/case/import', { json })).status).toBe(200);
      expect((await client.call(`/api/ims/case/v1p0/CFPackages/x?id=${encodeURIComponent(`${id}/d`)}`)).status).toBe(
        200,
      );
      const accept = { headers: { accept: `${name}, text/turtle` } };
      expect(
        (await client.call(`/api/data/${encodeURIComponent(`${id}/i`)}`, accept)).headers.get('content-type'),
      ).toMatch('text/turtle');
    },
  );
});
