import { describe, expect, test } from 'vitest';
import { assertStage, repeatedName } from './operator-stages.ts';

const hook = (): void => undefined;

describe('a stage from outside', () => {
  test('needs a name and an order, and may have any of the hooks', () => {
    for (const hooks of [{}, { states: hook }, { assertions: hook, states: hook, node: hook, profile: undefined }]) {
      expect(() => assertStage({ name: 'own', order: 70, ...hooks })).not.toThrow();
    }
  });

  test.each<[unknown, string]>([
    [null, 'is not an object'],
    [hook, 'is not an object'],
    ['own', 'is not an object'],
    [{ order: 1 }, 'has no name'],
    [{ name: ' ', order: 1 }, 'has no name'],
    [{ name: 'own' }, 'has no order'],
    [{ name: 'own', order: '70' }, 'has no order'],
    [{ name: 'own', order: Number.NaN }, 'has no order'],
    [{ name: 'own', order: 70, assertion: hook }, 'has "assertion", but hooks are called assertions, '],
    [{ name: 'own', order: 70, states: [] }, 'has a hook states that is not a function'],
    [{ name: 'own', order: 70, node: async () => undefined }, 'has an asynchronous hook node'],
  ])('%j is refused with words that say why', (value, words) => {
    expect(() => assertStage(value)).toThrow(words);
  });
});

test('names of stages are unique, those of every calculation included', () => {
  expect(repeatedName([])).toBeNull();
  expect(
    repeatedName([
      { name: 'a', order: 1 },
      { name: 'b', order: 1 },
    ]),
  ).toBeNull();
  expect(
    repeatedName([
      { name: 'a', order: 1 },
      { name: 'a', order: 2 },
    ]),
  ).toBe('a');
  expect(repeatedName([{ name: 'default', order: 1 }])).toBe('default');
});
