import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUrlencoded } from './urlencoded.ts';

const read = (form: string, maxParts = 100) => readUrlencoded(new TextEncoder().encode(form), maxParts);

/** Pieces of forms, in ASCII. */
const piece = fc.oneof(
  fc.string(),
  fc.constantFrom('&', '=', '+', '%', '%2', '%zz', '%2B', '%C3%BC', '%F0%9F%98%80', '&&'),
);

test('a form is read as the URL standard says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const form = pieces.join('');
      const expected = [...new URLSearchParams(`&${form}`)];
      fc.pre(!expected.flat().join('').includes('\ufffd')); // what is not UTF-8
      expect(await read(form)).toEqual(expected);
    }),
  );
});

test('what a form is made of comes back, encoded or as it is', async () => {
  const text = fc.string({ unit: 'grapheme' });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text)), async (parts) => {
      expect(await read(new URLSearchParams(parts).toString())).toEqual(parts);
    }),
  );
  expect(await read('größe=ü')).toEqual([['größe', 'ü']]);
});

test('a part far larger than what is decoded at a time comes as it was', async () => {
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
