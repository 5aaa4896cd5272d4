import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUrlencoded, readUrlencoded } from './urlencoded.ts';

const parsed = (text: string) => [...parseUrlencoded(text)];

test.each([
  '',
  'a',
  'a=',
  '=b',
  '=',
  '&&a=1&',
  'a=1&a=2',
  'a=b=c',
  'a+b=c+d%2B',
  'a=%',
  'a=%4',
  'a=%zz%41',
  '%E2%82%AC=%f0%9f%98%80',
  'a=%EF%BF%BD',
  'a=%EF%BB%BFb',
  'a=%00',
  'é=ü',
])('"%s" is decoded as in the URL standard', (text) => {
  expect(parsed(text)).toEqual([...new URLSearchParams(text)]);
});

test('the output of any URLSearchParams is read back', async () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })));
  await fc.assert(
    fc.property(pairs, (given) => {
      expect(parsed(String(new URLSearchParams(given)))).toEqual(given);
    }),
  );
});

const NOT_UTF8 = ['%ff', '%C3', '%C0%80', '%ed%a0%80', '%F4%90%80%80', '%e2%82', '%80', '%C3%28', 'a%FFb'];

test.each(NOT_UTF8)('%s is refused in a value, which is named, and in a name', (bytes) => {
  expect(() => parsed(`x=1&q=${bytes}`)).toThrow(
    expect.objectContaining({
      code: 'invalid-parameter',
      message: 'The value of q is not UTF-8.',
      extras: { where: 'q' },
    }),
  );
  expect(() => parsed(`x=1&${bytes}=1`)).toThrow(
    expect.objectContaining({ message: 'The name of parameter 2 is not UTF-8.' }),
  );
});

const read = (form: string, maxParts = 100) => readUrlencoded(new TextEncoder().encode(form), maxParts);

/** Pieces of forms, in ASCII. */
const piece = fc.oneof(
  fc.string(),
  fc.constantFrom('&', '=', '+', '%', '%2', '%zz', '%2B', '%C3%BC', '%F0%9F%98%80', '&&'),
);

test('a form is read as in the URL standard', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const form = pieces.join('');
      const expected = [...new URLSearchParams(`&${form}`)];
      fc.pre(!expected.flat().join('').includes('\ufffd')); // what is not UTF-8
      expect(await read(form)).toEqual(expected);
    }),
  );
});

test('the parts of a form are returned, encoded or not', async () => {
  const text = fc.string({ unit: 'grapheme' });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text)), async (parts) => {
      expect(await read(new URLSearchParams(parts).toString())).toEqual(parts);
    }),
  );
  expect(await read('größe=ü')).toEqual([['größe', 'ü']]);
});

test('a part far larger than one decoding step is returned unchanged', async () => {
  const value = 'ü + % & = 😀 '.repeat(20_000);
  expect(await read(`a=1&data=${encodeURIComponent(value)}`)).toEqual([
    ['a', '1'],
    ['data', value],
  ]);
});

test.each([
  ['%FF', 'A name in the form'],
  ['data=%C3', 'The form part data'],
  ['data=%ED%A0%80', 'The form part data'],
])('%s is not UTF-8, and the part is named', async (form, what) => {
  await expect(read(form)).rejects.toMatchObject({ code: 'malformed-request', message: `${what} is not UTF-8.` });
});

test('more parts than allowed are refused, empty ones do not count', async () => {
  expect(await read('&&a=1&&b=2&&', 2)).toHaveLength(2);
  await expect(read('a&b&c', 2)).rejects.toMatchObject({ code: 'malformed-multipart' });
});
