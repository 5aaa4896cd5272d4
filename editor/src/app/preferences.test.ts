import { expect, it } from 'vitest';
import { readPreferences, writePreferences } from './preferences.ts';

function memory(): Storage {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    clear: () => texts.clear(),
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

it('what a person chose survives a reload', () => {
  const storage = memory();
  writePreferences(storage, { language: 'ar', theme: 'dark' });
  expect(readPreferences(storage, ['de'])).toEqual({ language: 'ar', theme: 'dark' });
});

it.each(['', 'null', '{"language":"xx","theme":1}', '{'])(
  'after %j was stored, the language of the browser counts',
  (text) => {
    const storage = memory();
    storage.setItem('competency-editor.preferences', text);
    expect(readPreferences(storage, ['fr-CA'])).toEqual({ language: 'fr', theme: 'system' });
  },
);

it('windows that store nothing have the language of the browser', () => {
  writePreferences(null, { language: 'de', theme: 'dark' });
  expect(readPreferences(null, ['es'])).toEqual({ language: 'es', theme: 'system' });
});
