import { isLanguage, type Language, preferredLanguage } from '../words/language.ts';

/** The parameters in the address of an embedded framework (docs/use/editor.md: Embed). */
export type Parameters = {
  /** Id of the framework; null when the address names none. */
  readonly frameworkId: string | null;
  /** Id of the competency to show at first. */
  readonly competencyId: string | null;
  readonly language: Language;
  /** null: as the system. */
  readonly theme: 'light' | 'dark' | null;
};

/** @param languages the languages of the browser, used if the address names none */
export function readParameters(query: string, languages: readonly string[]): Parameters {
  const parameters = new URLSearchParams(query);
  const language = parameters.get('language') ?? '';
  const theme = parameters.get('theme');
  return {
    frameworkId: parameters.get('frameworkId') || null,
    competencyId: parameters.get('competencyId') || null,
    language: isLanguage(language) ? language : preferredLanguage(languages),
    theme: theme === 'light' || theme === 'dark' ? theme : null,
  };
}
