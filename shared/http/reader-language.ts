import { parseAccept } from 'hono/utils/accept';

/** The languages of the service's own words on pages: those of the editor. */
export const PAGE_LANGUAGES = ['en', 'de', 'es', 'fr', 'ar'] as const;

export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Longer lists of languages are not read. */
const MAX_LANGUAGES = 20;

/** The language tags that a reader prefers, in lower case, the most preferred first (RFC 9110, 12.5.4); without `*`. */
export function readerLanguages({ headers }: Pick<Request, 'headers'>): readonly string[] {
  const ranges = parseAccept(headers.get('accept-language') ?? '').filter(({ type, q }) => q > 0 && type !== '*');
  return ranges.slice(0, MAX_LANGUAGES).map(({ type }) => type.toLowerCase());
}

/** The first of a reader's languages in which the service has words; English without one. */
export function pageLanguage(preferred: readonly string[]): PageLanguage {
  const found = preferred.map(primaryOf).find((primary) => PAGE_LANGUAGES.some((language) => language === primary));
  return PAGE_LANGUAGES.find((language) => language === found) ?? 'en';
}

/** The first subtag of a language tag (RFC 5646), in lower case. */
export function primaryOf(tag: string): string {
  return tag.toLowerCase().split('-', 1)[0] ?? '';
}

/** Languages that are written from right to left, unless their tag names another script. */
const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

/** The direction in which a language is written; `auto` where the language is not known. */
export function directionOf(language: string | null): 'ltr' | 'rtl' | 'auto' {
  if (language === null) return 'auto';
  if (/-latn(?:-|$)/i.test(language)) return 'ltr';
  return RIGHT_TO_LEFT.has(primaryOf(language)) ? 'rtl' : 'ltr';
}
