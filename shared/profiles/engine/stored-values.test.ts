import { expect, test } from 'vitest';
import { ExactNumber } from '../../repository/linked-data/json.ts';
import { display, displayText, displayTrimmed } from './stored-values.ts';
import { framework } from './testing/notation.ts';
import { nodeOf, profileOf } from './testing/profile.ts';

const MAP = { en: 'Reading', de: 'Lesen', 'fr-CA': 'Lecture' };
const TAGGED = [
  { '@language': 'en', '@value': 'Reading' },
  { '@language': 'de-AT', '@value': 'Lesen' },
];

test.each([
  ['X', 'X'],
  [{ '@language': 'en', '@value': 'X' }, 'X'],
  [['X', 'Y'], 'X'],
  [TAGGED, 'Reading'],
  [MAP, 'Reading'],
  [{ en: ['Reading', 'Literacy'] }, 'Reading'],
  [5, 5],
  [false, false],
  [null, undefined],
  [undefined, undefined],
  [[], undefined],
  [{}, undefined],
  [{ '@id': 'x' }, undefined],
  [[[['X']]], 'X'],
])('%j is shown as %j', (value, shown) => {
  expect(display(value)).toBe(shown);
});

test('a language selects its own text, or that of a related language, otherwise the first', () => {
  expect(['de', 'DE-de', 'fr', 'it', ''].map((language) => display(MAP, language))).toEqual([
    'Lesen',
    'Lesen',
    'Lecture',
    'Reading',
    'Reading',
  ]);
  expect(['de', 'en', 'it'].map((language) => display(TAGGED, language))).toEqual(['Lesen', 'Reading', 'Reading']);
});

test('texts are trimmed only on request', () => {
  expect([display(' X '), displayTrimmed(' X '), displayText(' X ')]).toEqual([' X ', 'X', 'X']);
});

test('a calculation does not fail for any name', () => {
  const odd = [
    5,
    null,
    true,
    {},
    [],
    { en: {} },
    { __proto__: null, x: [[]] },
    new ExactNumber('12345678901234567890'),
  ];
  for (const name of [...odd, MAP]) {
    const graph = framework('', 'A', [{ id: 'A', name, shortName: name, type: name }]);
    const profile = profileOf({
      graph: { ...graph, framework: { ...graph.framework, name } },
      assertions: '+A',
      options: { explain: true },
    });
    expect(nodeOf(profile, 'A').state.hasEvidence).toBe(true);
    expect(() => JSON.stringify(profile)).not.toThrow();
  }
});
