import { isLanguage, type Language, preferredLanguage } from '../words/language.ts';

/** The appearance of the page: as set in the system, or always light or dark. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** What a person has chosen for this browser. */
export type Preferences = { readonly language: Language; readonly theme: Theme };

const KEY = 'competency-editor.preferences';

/** Reads the stored preferences; by default, and where nothing can be stored, the language of the browser and the theme of the system. */
export function readPreferences(storage: Storage | null, languages: readonly string[]): Preferences {
  const fallback = { language: preferredLanguage(languages), theme: 'system' as const };
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return fallback;
    const language = 'language' in stored && typeof stored.language === 'string' ? stored.language : '';
    const theme = 'theme' in stored ? THEMES.find((one) => one === stored.theme) : undefined;
    return { language: isLanguage(language) ? language : fallback.language, theme: theme ?? fallback.theme };
  } catch {
    return fallback; // written by something else, or not readable in this window
  }
}

/** Stores the preferences if the browser allows it. */
export function writePreferences(storage: Storage | null, preferences: Preferences): void {
  try {
    storage?.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // a private window, or a full disk: they hold until the page is closed
  }
}

/** The storage of the browser; null in windows that refuse it. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
