import { describe, expect, it } from 'vitest';
import type { Json } from '../../../shared/repository/linked-data/json.ts';
import { withShownText } from './shown-text.ts';

describe('a text that was edited', () => {
  it.each<[string, Json | undefined, Json]>([
    ['a plain text stays plain', 'old', 'new'],
    ['a first text has the language', undefined, { '@language': 'de', '@value': 'new' }],
    [
      'a value object keeps its language',
      { '@language': 'en', '@value': 'old' },
      { '@language': 'en', '@value': 'new' },
    ],
    ['the language that is shown is replaced in a map', { en: 'old', de: 'alt' }, { en: 'old', de: 'new' }],
    ['its variants count as the language', { en: 'old', 'de-CH': 'alt' }, { en: 'old', 'de-CH': 'new' }],
    [
      'without the language, the first text is the one that is shown',
      { fr: 'vieux', es: 'viejo' },
      { fr: 'new', es: 'viejo' },
    ],
    [
      'of several value objects one is replaced',
      [
        { '@language': 'en', '@value': 'old' },
        { '@language': 'de', '@value': 'alt' },
      ],
      [
        { '@language': 'en', '@value': 'old' },
        { '@language': 'de', '@value': 'new' },
      ],
    ],
  ])('%s', (_, before, after) => {
    expect(withShownText(before, 'new', 'de')).toEqual(after);
  });
});
