import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../linked-data/json.ts';
import { embeddedText } from './embedded-text.ts';

const competency = (members: JsonObject): JsonObject => ({
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Competency',
  ...members,
});

describe('the text by which an object is found', () => {
  it('is its name and description, in all languages, each text once', () => {
    expect(embeddedText(competency({ name: ' Weld\n steel ', description: 'By arc' }))).toBe('Weld steel. By arc');
    expect(
      embeddedText(
        competency({ name: { en: 'Weld', de: 'Schweißen' }, description: [{ '@language': 'en', '@value': 'Weld' }] }),
      ),
    ).toBe('Weld. Schweißen');
  });

  it('is that of other vocabularies too, with prefixes or addresses', () => {
    const ctdl = { '@context': 'https://credreg.net/ctdlasn/schema/context/json', '@type': 'ceasn:Competency' };
    expect(embeddedText({ ...ctdl, 'ceasn:competencyText': { 'en-US': ['Mend a puncture'] } })).toBe('Mend a puncture');
    const concept = { '@context': 'https://schema.cassproject.org/0.4/skos/', '@type': 'Concept' };
    expect(embeddedText({ ...concept, 'http://www.w3.org/2004/02/skos/core#prefLabel': { en: 'Beginner' } })).toBe(
      'Beginner',
    );
  });

  it('is not that of what is encrypted, hidden inside, of another type, or empty', () => {
    expect(
      embeddedText({ '@context': 'https://schema.cassproject.org/0.4', '@type': 'Person', name: 'Ada' }),
    ).toBeNull();
    expect(embeddedText(competency({ '@type': 'EncryptedValue', name: 'secret' }))).toBeNull();
    expect(embeddedText(competency({ name: { '@type': 'EncryptedValue', payload: 'x' } }))).toBeNull();
    expect(embeddedText(competency({ name: '  ', description: 7 }))).toBeNull();
  });

  it('is cut, and well formed', () => {
    const text = embeddedText(competency({ name: '\ud800', description: 'word '.repeat(10_000) })) ?? '';
    expect([text.length <= 4_000, text.isWellFormed()]).toEqual([true, true]);
  });

  it('has as many of 500 languages as it can, the name in each of them first', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const languages = letters.flatMap((one) => letters.map((other) => `q${one}${other}`)).slice(0, 500);
    const inAll = (word: string) => Object.fromEntries(languages.map((tag) => [tag, `${word} ${tag}`]));
    const text = embeddedText(competency({ description: inAll('By arc'), name: inAll('Weld') })) ?? '';
    expect(text).toMatch(/^Weld qaa\. Weld qab\. /);
    expect([text.length, text.includes('By arc')]).toEqual([4_000, false]);
    const same = Object.fromEntries(languages.map((tag) => [tag, 'Weld']));
    expect(embeddedText(competency({ name: same, description: { en: 'By arc' } }))).toBe('Weld. By arc');
  });
});
