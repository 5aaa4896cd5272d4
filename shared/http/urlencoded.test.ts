import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUrlencoded } from './urlencoded.ts';

const parsed = (text: string) => [...parseUrlencoded(text, 'invalid-parameter')];

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
])('"%s" means what it means in the URL standard', (text) => {
  expect(parsed(text)).toEqual([...new URLSearchParams(text)]);
});

test('what a URLSearchParams writes is read back, whatever it holds', () => {
  const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })));
  fc.assert(
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
