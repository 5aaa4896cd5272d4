import { expect, it } from 'vitest';
import { EDUCATION_LEVELS, LICENSES, termOf } from './terms.ts';

it.each([
  [EDUCATION_LEVELS, 'http://credreg.net/ctdl/vocabs/audLevel/DoctoralDegreeLevel', 'term.doctor'],
  [EDUCATION_LEVELS, 'audLevel:MastersDegreeLevel', 'term.master'],
  [EDUCATION_LEVELS, 'AdvancedLevel', 'term.advanced'],
  [EDUCATION_LEVELS, 'http://purl.org/ctdl/vocabs/audLevel/BachelorDegreeLevel', 'term.bachelor'],
  [EDUCATION_LEVELS, 'MD', 'term.master'],
  [EDUCATION_LEVELS, '07', 'term.grade'],
  [EDUCATION_LEVELS, '13', 'term.grade'],
  [LICENSES, 'http://creativecommons.org/licenses/by-sa/4.0', 'license.by-sa'],
  [LICENSES, 'https://creativecommons.org/licenses/by/4.0/legalcode.de', 'license.by'],
])('a value is known in every spelling in use: %#', (terms, value, word) => {
  expect(termOf(terms, value)?.word).toBe(word);
});

it.each([
  [LICENSES, 'https://creativecommons.org/licenses/by/3.0/'],
  [EDUCATION_LEVELS, '7'],
  [EDUCATION_LEVELS, 'https://example.org/levels/AdvancedLevel'],
])('another value is none of the terms: %#', (terms, value) => {
  expect(termOf(terms, value)).toBeUndefined();
});
