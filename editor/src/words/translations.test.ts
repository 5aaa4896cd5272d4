import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { translation as ar } from './ar.ts';
import { translation as de } from './de.ts';
import { en } from './en.ts';
import { translation as es } from './es.ts';
import { translation as fr } from './fr.ts';
import type { Language } from './language.ts';
import type { Message, Translation } from './translation.ts';

const TRANSLATIONS: Readonly<Record<Language, Translation>> = { en, de, es, fr, ar };

/** Plural forms that may leave out the number, since they say it: “a framework”, “two frameworks”. */
const SAYING_THE_NUMBER = new Set(['zero', 'one', 'two']);

function formsOf(message: Message): readonly (readonly [category: string, text: string])[] {
  return typeof message === 'string' ? [['other', message]] : Object.entries(message);
}

function valuesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
}

/** The keys of every file of a language, with the file. */
async function keysOfFiles(language: Language): Promise<readonly (readonly [key: string, file: string])[]> {
  const folder = new URL(`./${language}/`, import.meta.url);
  const files = await readdir(folder);
  const keys = await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, object> = await import(new URL(file, folder).href);
      return Object.values(exported).flatMap((texts) => Object.keys(texts).map((key) => [key, file] as const));
    }),
  );
  return keys.flat();
}

describe.each(Object.entries(TRANSLATIONS))('the texts of %s', (language, translation) => {
  const texts = new Map<string, Message>(Object.entries(translation));
  const english = Object.entries<Message>(en);

  it('have the same keys as the English ones, and none is empty', () => {
    expect([...texts.keys()].toSorted()).toEqual(Object.keys(en).toSorted());
    const empty = [...texts].filter(([, message]) => formsOf(message).some(([, text]) => text.trim() === ''));
    expect(empty).toEqual([]);
  });

  it('have the values that the English ones have', () => {
    const wrong = english.flatMap(([key, message]) => {
      const values = valuesIn(typeof message === 'string' ? message : message.other);
      return formsOf(texts.get(key) ?? '').flatMap(([category, text]) => {
        const differing = values.symmetricDifference(valuesIn(text));
        if (SAYING_THE_NUMBER.has(category) && !valuesIn(text).has('count')) differing.delete('count');
        return differing.size === 0 ? [] : [`${key}, ${category}: ${[...differing].join(', ')}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('have plural forms where the English ones have them, of categories that the language has', () => {
    const categories = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
    const wrong = english.filter(([key, message]) => {
      const translated = texts.get(key) ?? '';
      if (typeof translated !== typeof message) return true;
      return formsOf(translated).some(([category]) => !categories.has(category));
    });
    expect(wrong).toEqual([]);
  });
});

it.each(['en', 'de', 'es', 'fr', 'ar'] as const)('each text of %s stands in one file only', async (language) => {
  const keys = await keysOfFiles(language);
  const fileOf = new Map(keys);
  expect(keys.filter(([key, file]) => fileOf.get(key) !== file)).toEqual([]);
  expect(keys.length).toBe(Object.keys(en).length);
});
