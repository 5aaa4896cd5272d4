import { createPromiseCache } from '../../../shared/base/concurrency/promise-cache.ts';
import { first } from './first.ts';
import type { Language } from './language.ts';
import { loadTranslation } from './load-translation.ts';
import type { Message, Translation, WordKey } from './translation.ts';

/** Values in a text; `count` also chooses its plural form. */
export type Values = Readonly<Record<string, string | number>>;

/** A part of a text: words of the editor, or a value, which may be of another language and direction (`<bdi>`). */
export type TextPart = { readonly text: string; readonly isValue: boolean };

type PartValues = Readonly<Record<string, Values[string] | readonly TextPart[]>>;

/** The texts of one language. */
export type Words = {
  readonly language: Language;
  /** The text of a key, with its values. */
  readonly t: (key: WordKey, values?: Values) => string;
  /** The same text in parts. A value may itself consist of parts. */
  readonly parts: (key: WordKey, values?: PartValues) => readonly TextPart[];
  /** Whether a text of this key is loaded. */
  readonly has: (key: string) => key is WordKey;
  readonly number: (value: number) => string;
  /** @param share from 0 to 1 */
  readonly percent: (share: number) => string;
  /** @param time UTC milliseconds */
  readonly date: (time: number) => string;
  /** With hours and minutes; a dash for none. @param time UTC milliseconds */
  readonly dateTime: (time: number | null) => string;
};

const cached = createPromiseCache<Language, Words>();

/** Loads all texts of a language: the same object every time. */
export function loadWords(language: Language): Promise<Words> {
  return cached(language, async () => createWords(language, await loadTranslation(language)));
}

/** The texts of a language; missing texts of the first view are in English. */
export function createWords(language: Language, translation: Partial<Translation> = {}): Words {
  const texts: Partial<Translation> = { ...first, ...translation };
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

  function formOf(message: Message, values: PartValues): string {
    if (typeof message === 'string') return message;
    const { count } = values;
    return (typeof count === 'number' ? message[plural.select(count)] : undefined) ?? message.other;
  }

  function parts(key: WordKey, values: PartValues = {}): readonly TextPart[] {
    const pieces = formOf(texts[key] ?? key, values).split(/\{(\w+)\}/);
    return pieces.flatMap((piece, position): readonly TextPart[] => {
      if (position % 2 === 0) return piece === '' ? [] : [{ text: piece, isValue: false }];
      const value = values[piece] ?? `{${piece}}`;
      if (typeof value === 'object') return value;
      return [{ text: typeof value === 'number' ? number.format(value) : value, isValue: typeof value === 'string' }];
    });
  }

  return {
    language,
    t: (key, values) =>
      parts(key, values)
        .map(({ text }) => text)
        .join(''),
    parts,
    has: (key): key is WordKey => Object.hasOwn(texts, key),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    date: (time) => date.format(time),
    dateTime: (time) => (time === null ? '–' : dateTime.format(time)),
  };
}
