import { describe, expect, it } from 'vitest';
import { preferredLanguage } from './language.ts';
import { createWords } from './words.ts';

describe('the texts of the editor', () => {
  it('contain values, with numbers in the format of the language', () => {
    const { t } = createWords('de', { 'start.count': { one: '{count} Rahmenwerk', other: '{count} Rahmenwerke' } });
    expect(t('start.count', { count: 1 })).toBe('1 Rahmenwerk');
    expect(t('start.count', { count: 12_345 })).toBe('12.345 Rahmenwerke');
  });

  it('of the first view are English until those of a language are loaded', () => {
    expect(createWords('fr', {}).t('common.close')).toBe('Close');
  });

  it('have the plural forms of the language', () => {
    const { t } = createWords('ar', { 'start.count': { zero: 'لا', two: 'اثنان', few: 'قليل', other: 'كثير' } });
    expect([0, 2, 3, 100].map((count) => t('start.count', { count }))).toEqual(['لا', 'اثنان', 'قليل', 'كثير']);
  });
});

describe('the language of a person', () => {
  it.each([
    [['de-CH', 'en'], 'de'],
    [['nl', 'fr-CA'], 'fr'],
    [['ja'], 'en'],
    [[], 'en'],
  ] as const)('of %j is %s', (preferred, language) => {
    expect(preferredLanguage(preferred)).toBe(language);
  });
});
