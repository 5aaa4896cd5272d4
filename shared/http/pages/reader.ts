import type { Text } from '../../exchange/frameworks/values.ts';
import { type Child, type Html, html } from '../html.ts';
import { directionOf, type PageLanguage, pageLanguage, primaryOf, readerLanguages } from '../reader-language.ts';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en, type PageWords } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

const WORDS: Readonly<Record<PageLanguage, PageWords>> = { en, de, es, fr, ar };

/** How one reader is shown texts. */
export type Reader = {
  /** Of the service's own words. */
  readonly language: PageLanguage;
  readonly words: PageWords;
  /** The text in the language that the reader likes best; null of none. */
  readonly pick: (texts: readonly Text[]) => Text | null;
  /** The picked text, with its language; null of none. */
  readonly text: (texts: readonly Text[]) => Html | null;
  /** The name of an object, or that it has none. */
  readonly name: (texts: readonly Text[]) => Html;
  /** A time in UTC. @param time UTC milliseconds */
  readonly time: (time: number) => Html;
};

/** @param chosen language tag in the address, which counts before `Accept-Language` */
export function readerOf(request: Request, chosen: string | null): Reader {
  const preferred = [...(chosen === null ? [] : [chosen.toLowerCase()]), ...readerLanguages(request)];
  const language = pageLanguage(preferred);
  const words = WORDS[language];
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const pick = (texts: readonly Text[]): Text | null => pickText(texts, preferred);
  const text = (texts: readonly Text[]): Html | null => {
    const picked = pick(texts);
    return picked && inLanguage(picked);
  };
  return {
    language,
    words,
    pick,
    text,
    name: (texts) => text(texts) ?? html`<em>${words.unnamed}</em>`,
    time: (time) => html`<time datetime="${new Date(time).toISOString()}">${format.format(time)} UTC</time>`,
  };
}

/** A text marked with its language and direction. */
export function inLanguage({ text, language }: Text): Html {
  return language === null
    ? html`<bdi>${text}</bdi>`
    : html`<bdi lang="${language}" dir="${directionOf(language)}">${text}</bdi>`;
}

/** Words with their gaps filled in. */
export function filled(words: string, values: Readonly<Record<string, Child>>): Html {
  const parts = words.split(/\{(\w+)\}/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : (values[part] ?? null)))}`;
}

/** By the whole tag, else by its first subtag, else one without a language, else the first. */
function pickText(texts: readonly Text[], preferred: readonly string[]): Text | null {
  for (const tag of preferred) {
    const primary = primaryOf(tag);
    const found =
      texts.find(({ language }) => language?.toLowerCase() === tag) ??
      texts.find(({ language }) => language !== null && primaryOf(language) === primary);
    if (found !== undefined) return found;
  }
  return texts.find(({ language }) => language === null) ?? texts[0] ?? null;
}
