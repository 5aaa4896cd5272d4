import { describe, expect, test } from 'vitest';
import { type Json, parseJson } from '../../repository/linked-data/json.ts';
import { type DocumentLoader, loadBundled } from './document-loader.ts';
import { loadProcessor, MAX_VALUES } from './processor.ts';

const processor = (options = {}, documentLoader: DocumentLoader = loadBundled) =>
  loadProcessor({ documentLoader, ...options });
const EX = { '@vocab': 'https://example.org/' };

/** A loader whose contexts refer to each other. */
const looping: DocumentLoader = async (url) => ({
  contextUrl: null,
  documentUrl: url,
  document: { '@context': url.endsWith('a') ? 'https://example.org/b' : 'https://example.org/a' },
});

describe('a hostile document is refused', () => {
  test('F4 with contexts that refer to each other', async () => {
    const { expand } = await processor({}, looping);
    await expect(expand({ '@context': 'https://example.org/a', a: 1 })).rejects.toMatchObject({
      code: 'malformed-request',
      extras: { where: '/@context' },
    });
  });

  test('F5 with more inline contexts than are evaluated', async () => {
    const { expand } = await processor();
    const nodes = Array.from({ length: 30 }, (): Json => ({ '@context': { a: 'https://example.org/' }, a: 1 }));
    await expect(expand(nodes)).rejects.toMatchObject({ code: 'malformed-request' });
    let nested: Json = {};
    for (let depth = 0; depth < 30; depth++) nested = { '@context': EX, a: nested };
    await expect(expand(nested)).rejects.toMatchObject({ code: 'malformed-request' });
  });

  test('F6 with more values than an operation takes', async () => {
    const { frame, expand } = await processor();
    const document = { '@context': EX, a: Array.from({ length: MAX_VALUES.frame }, (_, index) => index) };
    await expect(frame(document, {})).rejects.toMatchObject({ code: 'body-too-large' });
    expect(await expand(document)).toHaveLength(1);
  });

  test.each<[string, Json]>([
    ['a keyword', { '@context': { '@id': 'https://example.org/' }, a: 1 }],
    [
      'a protected term',
      { '@context': [{ '@protected': true, a: 'https://a.example/' }, { a: 'https://b.example/' }], a: 1 },
    ],
  ])('F7 a context that redefines %s', async (_what, document) => {
    const { expand } = await processor();
    await expect(expand(document)).rejects.toMatchObject({ code: 'malformed-request', extras: { where: '/@context' } });
  });

  test.each(['@always', '@link'])('F6 with a frame that repeats nodes again and again (%s)', async (embed) => {
    const { frame } = await processor();
    const id = (index: number) => ({ '@id': `https://example.org/${index}` });
    const ladder = (length: number): Json =>
      Array.from({ length }, (_, index) => ({
        ...id(index),
        'https://a.example/': id(index + 1),
        'https://b.example/': id(index + 1),
      }));
    const refused = { code: 'body-too-large' };
    await expect(frame(ladder(40), { '@embed': embed })).rejects.toMatchObject(refused);
    await expect(frame(ladder(40), { '@context': { e: '@embed' }, e: embed })).rejects.toMatchObject(refused);
    const leaves: Json = Array.from({ length: 20 }, (_, index) => ({
      ...id(index),
      'https://a.example/': [id(21), id(22), id(23), id(24)],
    }));
    const inverse = { '@context': { of: { '@reverse': 'https://a.example/' } }, '@embed': embed, of: {} };
    await expect(frame(leaves, inverse)).rejects.toMatchObject(refused);
    expect(await frame(ladder(3), { ...id(0), '@embed': embed })).toMatchObject({
      'https://b.example/': { ...id(1), 'https://b.example/': id(2) },
    });
    expect(await frame(ladder(40), id(0))).toMatchObject(id(0));
  });

  test('F6 with a frame that repeats a ring once for each of its nodes, or that has too many members', async () => {
    const { frame } = await processor();
    const node = (index: number) => ({
      '@id': `https://example.org/${index}`,
      '@type': `https://example.org/type/${index}`,
      'https://example.org/next': { '@id': `https://example.org/${(index + 1) % 800}` },
    });
    const ring: Json = Array.from({ length: 800 }, (_, index) => node(index));
    const refused = { code: 'body-too-large' };
    await expect(frame(ring, {})).rejects.toMatchObject(refused);
    await expect(frame(ring, { 'https://example.org/next': {} })).rejects.toMatchObject(refused);
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`https://example.org/${index}`, {}]));
    await expect(frame(ring, wide)).rejects.toMatchObject(refused);
    const { '@id': id, '@type': type } = node(0);
    for (const outermost of [{ '@id': id }, { '@type': type }])
      expect(await frame(ring, outermost)).toMatchObject({
        '@id': id,
        'https://example.org/next': { '@type': node(1)['@type'] },
      });
  });

  test('F6 with very long relative references', async () => {
    const { expand, compact } = await processor({ base: 'https://example.org/a/b' });
    const refused = { code: 'malformed-request' };
    const long = '../'.repeat(1_000_000);
    await expect(expand({ '@id': `${long}x`, 'https://example.org/p': 1 })).rejects.toMatchObject(refused);
    const below = { '@id': `https://example.org/${long}`, 'https://example.org/p': 1 };
    await expect(compact(below, { '@base': 'https://example.org/a' })).rejects.toMatchObject(refused);
    const image = `data:image/png;base64,${'A'.repeat(1_000_000)}`;
    expect(await expand({ '@id': image, 'https://example.org/p': 1 })).toMatchObject([{ '@id': image }]);
  });

  test('F4 with terms that lead to each other without end', async () => {
    const { expand } = await processor();
    const terms = Array.from({ length: 10_000 }, (_, index): [string, Json] => [`t${index}`, `t${index + 1}:x`]);
    await expect(expand({ '@context': Object.fromEntries(terms), t0: 1 })).rejects.toMatchObject({ code: 'too-deep' });
  });

  test('F9 with blank nodes that are all alike', async () => {
    const { canonicalize } = await processor();
    const nodes = Array.from(
      { length: 14 },
      (_, one): Json => ({
        '@id': `_:b${one}`,
        'https://example.org/p': Array.from({ length: 14 }, (__, other) => ({ '@id': `_:b${other}` })),
      }),
    );
    await expect(canonicalize(nodes)).rejects.toMatchObject({ code: 'malformed-request' });
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'C21 a node with the id %s changes no other object',
    async (id) => {
      const { canonicalize, flatten, frame, toRdf } = await processor();
      const names = (): PropertyKey[] => [Object.prototype, Object, Object.prototype.toString].flatMap(Reflect.ownKeys);
      const before = names();
      const node = { '@id': id, 'https://example.org/p': 1 };
      const documents: Json[] = [
        node,
        {
          '@context': { '@vocab': id.slice(0, 3), p: { '@id': 'https://example.org/p', '@type': '@vocab' } },
          p: id.slice(3),
        },
        { 'https://example.org/p': { '@list': [node] } },
        { '@reverse': { 'https://example.org/p': node } },
        { '@id': 'https://example.org/a', '@graph': [node] },
        { '@id': id, '@graph': [{ 'https://example.org/p': 1 }] },
      ];
      for (const document of documents) {
        const refused = { code: 'malformed-request' };
        await expect(flatten(document, null)).rejects.toMatchObject(refused);
        await expect(frame(document, {})).rejects.toMatchObject(refused);
        await expect(canonicalize(document)).rejects.toMatchObject(refused);
        await expect(toRdf(document)).rejects.toMatchObject(refused);
      }
      expect(names()).toEqual(before);
    },
  );

  test('safe mode names what would be lost', async () => {
    const { expand } = await processor({ safe: true });
    await expect(expand({ '@context': { a: 'https://example.org/a' }, a: 1, b: 2 })).rejects.toMatchObject({
      code: 'malformed-request',
    });
  });
});

describe('a processed document', () => {
  test('F8 may have addresses, objects, and arrays of both as contexts', async () => {
    const { expand } = await processor();
    const named = [{ 'http://schema.org/name': [{ '@value': 'x' }] }];
    expect(await expand({ '@context': 'https://schema.org/', name: 'x' })).toEqual(named);
    expect(await expand({ '@context': { name: 'http://schema.org/name' }, name: 'x' })).toEqual(named);
    expect(await expand({ '@context': ['https://schema.org/', { title: 'name' }], title: 'x' })).toEqual(named);
    expect(await expand({ '@context': [EX, null, 'https://schema.org/'], name: 'x' })).toEqual(named);
  });

  test('keeps all digits of its numbers', async () => {
    const document = parseJson(
      '{"https://example.org/n":[12345678901234567890,0.1234567890123456789]}',
      'The document',
    );
    const { expand, canonicalize } = await processor();
    expect(await expand(document)).toEqual([
      {
        'https://example.org/n': [
          { '@type': 'http://www.w3.org/2001/XMLSchema#integer', '@value': '12345678901234567890' },
          { '@type': 'http://www.w3.org/2001/XMLSchema#decimal', '@value': '0.1234567890123456789' },
        ],
      },
    ]);
    expect(await canonicalize(document)).toContain('"12345678901234567890"^^');
  });

  test('has equal values of a long list once', async () => {
    const { flatten } = await processor();
    const id = (index: number): Json => ({ '@id': `https://example.org/${index}` });
    const values: Json[] = Array.from({ length: 100 }, (_, index) => [
      id(index),
      index,
      String(index),
      { '@value': 'x', '@language': `l${index}` },
      { '@value': `${index}`, '@type': 'https://example.org/t' },
      { '@value': [index], '@type': '@json' },
    ]).flat();
    const [once] = (await flatten({ '@id': 'https://a.example/', 'https://example.org/p': values }, null)) as object[];
    const [twice] = (await flatten(
      [
        { '@id': 'https://a.example/', 'https://example.org/p': values },
        { '@id': 'https://a.example/', 'https://example.org/p': values.filter((_, index) => index % 6 !== 5) },
      ],
      null,
    )) as object[];
    expect(once).toMatchObject({ 'https://example.org/p': { length: 600 } });
    expect(twice).toEqual(once);
  });

  test('has labels of blank nodes in its quads that every syntax accepts', async () => {
    const { toRdf, fromRdf } = await processor();
    const quads = await toRdf({ '@id': '_:a', 'https://example.org/p': { '@id': '_:b' } });
    const [node] = (await fromRdf(quads)) as { '@id': string }[];
    expect(node?.['@id']).toMatch(/^_:\w+$/);
  });

  test('has canonical N-Quads that do not depend on labels and order', async () => {
    const { canonicalize } = await processor();
    const one = await canonicalize({ '@context': EX, '@id': '_:a', p: { '@id': '_:b', q: 1 } });
    const other = await canonicalize([
      { 'https://example.org/q': 1, '@id': '_:x' },
      { 'https://example.org/p': { '@id': '_:x' }, '@id': '_:y' },
    ]);
    expect(other).toBe(one);
  });
});
