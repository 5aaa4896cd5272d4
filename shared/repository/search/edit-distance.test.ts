import { describe, expect, it } from 'vitest';
import { autoDistance, withinDistance } from './edit-distance.ts';

describe('withinDistance', () => {
  it.each([
    ['word', 'word', 0],
    ['word', 'wrod', 1],
    ['word', 'words', 1],
    ['word', 'wor', 1],
    ['word', 'ward', 1],
    ['word', 'wards', 2],
    ['word', 'drow', 3],
    ['ca', 'abc', 3],
    ['', 'ab', 2],
    ['größe', 'grösse', 2],
    ['a😀b', 'a😁b', 1],
    ['a😀b', 'ab', 1],
  ])('counts the edits from %j to %j as %i', (term, text, edits) => {
    for (const limit of [0, 1, 2, 3]) expect(withinDistance(term, limit)(text)).toBe(edits <= limit);
    for (const limit of [0, 1, 2, 3]) expect(withinDistance(text, limit)(term)).toBe(edits <= limit);
  });

  it('takes words of any length', () => {
    const word = 'x'.repeat(200_000);
    expect(withinDistance(word, 0)(`y${word.slice(1)}`)).toBe(false);
  });

  it('allows more edits in longer terms', () => {
    expect([1, 2, 3, 5, 6, 20].map(autoDistance)).toEqual([0, 0, 1, 1, 2, 2]);
  });
});
