import type { Language } from './language.ts';
import type { Translation } from './translation.ts';

const TRANSLATIONS = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).translation,
  es: async () => (await import('./es.ts')).translation,
  fr: async () => (await import('./fr.ts')).translation,
  ar: async () => (await import('./ar.ts')).translation,
} as const satisfies Record<Language, () => Promise<Translation>>;

/** Loads all texts in a language. */
export function loadTranslation(language: Language): Promise<Translation> {
  return TRANSLATIONS[language]();
}
