import { expect, test } from 'vitest';
import { directionOf, pageLanguage, readerLanguages } from './reader-language.ts';

test.each([
  ['de-CH, fr;q=0.9', ['de-ch', 'fr'], 'de'],
  ['pt, ar;q=0.3, es;q=0.8', ['pt', 'es', 'ar'], 'es'],
  ['fr;q=0, *', [], 'en'],
  ['nothing at all;;q=x', ['nothing at all'], 'en'],
])('Accept-Language: %s means %j; words are in %s', (header, tags, language) => {
  const request = { headers: new Headers({ 'accept-language': header }) };
  expect(readerLanguages(request)).toEqual(tags);
  expect(pageLanguage(readerLanguages(request))).toBe(language);
});

test('languages have the direction of their script', () => {
  expect(['ar-EG', 'he', 'ur', 'en', 'ar-Latn', null].map(directionOf)).toEqual([
    ...['rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'auto'],
  ]);
});
