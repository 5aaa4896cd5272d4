import { expect, test } from 'vitest';
import { createNames } from './similar-names.ts';

const areSimilar = (one: string, other: string) => createNames([other]).indexOf(one) === 0;

test.each([
  ['Weld steel plates', 'weld steel plates.'],
  ['Weld steel plates', 'Welding of Steel Plates'],
  ['Analyse the data', 'Analysing data'],
  ['Steel plates: weld', 'Weld steel plates'],
  ['Creates tools', 'Create tool'],
  ['焊接钢板', '焊接 钢板'],
])('%s and %s are one competency', (one, other) => {
  expect([areSimilar(one, other), areSimilar(other, one)]).toEqual([true, true]);
});

test.each([
  ['Read short French texts aloud', 'Write short French texts aloud'],
  ['Turn on the machine', 'Turn off the machine'],
  ['Apply rule 1', 'Apply rule 2'],
  ['Use TIG at 10 A', 'Use TIG at 100 A'],
  ['Increase pressure', 'Decrease pressure'],
  ['Weld', 'Weld pipes'],
  ['Test protein', 'Test protection'],
  ['…', '?'],
])('%s and %s are two', (one, other) => {
  expect([areSimilar(one, other), areSimilar(other, one)]).toEqual([false, false]);
});
