import { describe, expect, it } from 'vitest';
import { readTexts, withText, writeTexts } from './language-texts.ts';

describe('a translation', () => {
  it.each([
    ['a plain text', 'Bread', ['Bread', { '@language': 'fr', '@value': 'Pain' }]],
    [
      'a text with a language',
      { '@language': 'en', '@value': 'Bread' },
      [
        { '@language': 'en', '@value': 'Bread' },
        { '@language': 'fr', '@value': 'Pain' },
      ],
    ],
    ['a language map', { en: 'Bread', de: 'Brot' }, { en: 'Bread', de: 'Brot', fr: 'Pain' }],
    ['an array with something else in it', ['Bread', 7], ['Bread', { '@language': 'fr', '@value': 'Pain' }, 7]],
    ['nothing', undefined, { '@language': 'fr', '@value': 'Pain' }],
  ])('is added to %s in the form that it has', (_, value, expected) => {
    expect(writeTexts(value, withText(readTexts(value), 'fr', 'Pain'))).toEqual(expected);
  });

  it('replaces the one in the same language, and leaves the others', () => {
    const value = { en: 'Bread', 'fr-CA': ['Pain', 'Miche'] };
    expect(writeTexts(value, withText(readTexts(value), 'en', 'Loaf'))).toEqual({
      en: 'Loaf',
      'fr-CA': ['Pain', 'Miche'],
    });
  });

  it('is removed by an empty text, and the member is removed with its last text', () => {
    const value = { '@language': 'en', '@value': 'Bread' };
    expect(writeTexts(value, withText(readTexts(value), 'en', ''))).toBeNull();
  });
});
