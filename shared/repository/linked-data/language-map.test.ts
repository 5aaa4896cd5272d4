import { describe, expect, it } from 'vitest';
import { readLanguageMap } from './language-map.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

describe('readLanguageMap', () => {
  it.each([
    'en',
    'EN',
    'de-CH',
    'en-us',
    'zh-Hant-TW',
    'zh-cmn-Hans-CN',
    'sl-rozaj-biske',
    'de-1996',
    'es-419',
    'en-u-ca-gregory',
    'de-CH-x-phonebk',
    'haw-US',
    'id-ID',
    '@none',
  ])('reads %j as a language and nothing else', (name) => {
    expect(readLanguageMap({ [name]: 'text' })).toEqual({ texts: ['text'], ambiguous: false });
  });

  it('reads a long name as an ordinary name', () => {
    expect(readLanguageMap({ [`en-${'abcdefgh-'.repeat(3_000_000)}abc`]: 'text' })).toBeNull();
  });

  it.each(['id', 'ID', 'no', 'is', 'to', 'kg', 'haw', 'deu', 'url', 'min'])(
    'reads %j as a language or an ordinary name',
    (name) => {
      expect(readLanguageMap({ [name]: 'text' })).toEqual({ texts: ['text'], ambiguous: true });
      expect(readLanguageMap({ en: 'a', [name]: 'b' })?.ambiguous).toBe(true);
    },
  );

  it.each([
    'at',
    'by',
    'xx',
    'en_US',
    'en-',
    '-en',
    'e',
    'name',
    'x-private',
    'en-a',
    'en-toolongtag',
    '@id',
    '',
    'én',
  ])('reads %j as an ordinary name', (name) => {
    expect(readLanguageMap({ en: 'text', [name]: 'text' })).toBeNull();
  });

  it('contains the two-letter languages of the runtime', () => {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    for (const first of LETTERS) {
      for (const second of LETTERS) {
        const code = first + second;
        expect([code, readLanguageMap({ [code]: 'text' }) !== null]).toEqual([code, names.of(code) !== undefined]);
      }
    }
  });

  it('accepts texts, lists of texts and null, and needs a text', () => {
    expect(readLanguageMap({ en: ['a', 'b'], de: null, fr: [], es: 'c' })?.texts).toEqual(['a', 'b', 'c']);
    for (const value of [1, true, {}, ['a', 1], [['a']], { '@value': 'a' }]) {
      expect(readLanguageMap({ en: 'a', de: value })).toBeNull();
    }
    expect(readLanguageMap({})).toBeNull();
    expect(readLanguageMap({ en: null, de: [] })).toBeNull();
  });
});
