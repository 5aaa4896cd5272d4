import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { guid, newThing, shortId, THING } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const RUNS = process.env.CHECKS === 'full' ? 100_000 : 200;
const { server, client } = useServer();

/** Members that mean something to the service, and so are not any data: lists of keys, opened secrets, what hides a node. */
const MEANINGFUL = /^@?(?:owner|reader|decryptedSecret|type|context|id)$/;

const names = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'name',
      'description',
      '__proto__',
      'constructor',
      'a.b',
      '@value',
      '@language',
      '@graph',
      'en',
      'payload',
      'signature',
      '',
      '0',
      '*',
    ),
  )
  .filter((name) => !MEANINGFUL.test(name));

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, 0, '', 1.5, -7, 2 ** 53),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map((entries) => own(entries)),
  ),
}));

/** Value equality of JSON, also of members called `constructor`, which the matchers take for the type of an object. */
function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(JSON.stringify(actual)).toBe(JSON.stringify(expected));
}

/** An object of these members, `__proto__` among them as data. */
function own(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

test(`C26 I8 ${RUNS} objects come back value-equal from every address and are found`, async () => {
  const members = fc.array(fc.tuple(names, value), { maxLength: 8 }).map(own);
  await fc.assert(
    fc.asyncProperty(fc.array(members, { minLength: 10, maxLength: 10 }), fc.boolean(), async (batch, single) => {
      const things = batch.map(
        (rest): Thing => ({ ...rest, ...THING, '@id': `${server.api}data/schema.org.Thing/${randomUUID()}/1` }),
      );
      if (single) for (const thing of things) await client.save(thing);
      else await client.call('/api/sky/repo/multiPut', { form: { data: JSON.stringify(things) } });
      for (const thing of things) {
        same((await client.call(shortId(thing))).json(), thing);
        expect(await client.find(`@id:"${shortId(thing)}"`)).toEqual([thing['@id']]);
      }
      const [first] = things;
      if (first === undefined) return;
      same((await client.call(first['@id'])).json(), first);
      same((await client.call(`${shortId(first)}?history=true`)).json(), [first]);
      const found = await client.call('/api/sky/repo/multiGet', {
        json: things.map((thing) => `data/T/${guid(thing)}`),
      });
      same(found.json(), things);
    }),
    { numRuns: RUNS / 10 },
  );
});

test('I8 a word anywhere in an object finds it', async () => {
  const places: Record<string, (word: string) => unknown> = {
    'in a text': (word) => word,
    'in a list': (word) => [1, { x: [word] }],
    'in a language map': (word) => ({ en: 'other', 'de-CH': word }),
    'in a value object': (word) => ({ '@value': word, '@language': 'en' }),
    'far inside': (word) => ({ a: { b: { c: { d: { e: { f: word } } } } } }),
    'beside numbers of the same name': (word) => [7, word, true, null],
  };
  for (const [place, make] of Object.entries(places)) {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const thing = newThing(server, { field: make(word) });
    await client.save(thing);
    expect(await client.find(word), place).toEqual([thing['@id']]);
  }
});

test.each(['en', 'id', 'is', 'no', 'to', 'NO', 'haw', 'url', 'de-CH-x-ours', 'xx', 'label'])(
  'a text in an object whose only member is %j is found by all that this may mean',
  async (name) => {
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const thing = newThing(server, { field: { [name]: word } });
    await client.save(thing);
    const isLanguage = !['xx', 'label'].includes(name);
    const isName = !['en', 'de-CH-x-ours'].includes(name);
    expect(await client.find(word)).toEqual([thing['@id']]);
    expect(await client.find(`field:${word}`)).toEqual(isLanguage ? [thing['@id']] : []);
    expect(await client.find(`field.${name}:${word}`)).toEqual(isName ? [thing['@id']] : []);
  },
);
