import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldedTerm, pathTerm, sortableNumber } from './terms.ts';

test('the digits of numbers sort as the numbers do', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      expect(
        Math.sign(Number(sortableNumber(a) > sortableNumber(b)) - Number(sortableNumber(a) < sortableNumber(b))),
      ).toBe(Number(a > b) - Number(a < b));
    }),
  );
});

test('terms of fields have no blanks and are unambiguous for every member name', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(pathTerm(a)).toMatch(/^[^\s=]+$/);
      expect(pathTerm(a) === pathTerm(b)).toBe(a === b);
    }),
  );
  expect(fieldedTerm('name', 'algebra')).toBe('name=algebra');
});
