/** The languages of the editor, in their own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', ar: 'العربية' } as const;

export type Language = keyof typeof LANGUAGES;

/** The first of a person's languages that the editor has; English without one. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [primary = ''] = tag.toLowerCase().split('-', 1);
    if (isLanguage(primary)) return primary;
  }
  return 'en';
}

/** Whether the editor has the language. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}
