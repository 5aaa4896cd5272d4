import { expect, it } from 'vitest';
import { fieldText, fieldValue } from './field-value.ts';

const PUBLISHERS = [{ '@language': 'en', '@value': 'Bakers' }, 'https://example.org/guild', { 'ex:name': 'Millers' }];

it('values whose lines stay are kept, whatever they are', () => {
  const text = fieldText(PUBLISHERS, 'lines');
  expect(text).toBe('Bakers\nhttps://example.org/guild\n{"ex:name":"Millers"}');
  expect(fieldValue(PUBLISHERS, `${text}\nMiners`, 'lines', 'en')).toEqual({ value: [...PUBLISHERS, 'Miners'] });
});

it.each([
  ['link', 'not an address', 'link'],
  ['links', 'https://example.org/a\nb', 'link'],
  ['count', '-1', 'count'],
  ['count', 'two', 'count'],
  ['date', '2026-13', 'date'],
  ['date', '2026-02-30', 'date'],
] as const)('a %s is not %j', (kind, text, fault) => {
  expect(fieldValue(undefined, text, kind, 'en')).toEqual({ fault });
});

it('an empty text removes the member', () => {
  expect(fieldValue('x', '  ', 'line', 'en')).toEqual({ value: null });
});

it('a date-time is shown as its day', () => {
  expect(fieldText('2026-02-03T10:00:00Z', 'date')).toBe('2026-02-03');
});
