import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf } from './value-items.ts';

test('the joined pieces equal the text, none is too long, and none ends within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 2, max: 9 }), (text, length) => {
      const pieces = piecesOf(text, length);
      expect(pieces.join('')).toBe(text);
      expect(pieces).not.toEqual([]);
      expect(pieces.filter((piece) => piece.length > length || !piece.isWellFormed())).toEqual([]);
    }),
    { numRuns: 50 },
  );
});
