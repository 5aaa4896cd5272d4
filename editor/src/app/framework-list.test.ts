import { describe, expect, it } from 'vitest';
import { fits, frameworkRow, NO_FILTERS } from './framework-list.ts';

const BASE = 'https://skills.example/api/';
const ID = `${BASE}data/schema.cassproject.org.0.4.Framework/baking`;

const row = (members: Record<string, string | number | string[] | Record<string, string>>) =>
  frameworkRow({ '@id': ID, '@type': 'Framework', name: 'Baking', ...members }, BASE, 'en');

describe('a framework in the list', () => {
  it('has the name of the chosen language, and the languages of all of its names', () => {
    const { name, languages } = row({ name: { de: 'Backen', en: 'Baking' } });
    expect([name, languages]).toEqual(['Baking', ['de', 'en']]);
  });

  it('has the number of competencies that the search returns in place of their list', () => {
    expect(row({ competency: 812 }).competencies).toBe(812);
    expect(row({ competency: ['a', 'b'] }).competencies).toBe(2);
    expect(row({ competency: 'a' }).competencies).toBe(1);
    expect(row({}).competencies).toBe(0);
  });

  it('is found by its owner, its language and its publisher', () => {
    const found = { isShared: false, ...row({ '@owner': ['key'], publisher: 'Guild', name: { de: 'Backen' } }) };
    const mine = new Set(['key']);
    expect(fits(found, { ...NO_FILTERS, owner: 'me' }, mine)).toBe(true);
    expect(fits(found, { ...NO_FILTERS, owner: 'none' }, mine)).toBe(false);
    expect(fits(found, { ...NO_FILTERS, owner: 'shared' }, mine)).toBe(false);
    expect(fits(found, { ...NO_FILTERS, language: 'fr' }, mine)).toBe(false);
    expect(fits(found, { ...NO_FILTERS, publisher: 'Guild' }, mine)).toBe(true);
  });
});
