import { list as ar } from '../words/ar/list.ts';
import { list as de } from '../words/de/list.ts';
import { list as en, type ListWords } from '../words/en/list.ts';
import { list as es } from '../words/es/list.ts';
import { list as fr } from '../words/fr/list.ts';
import type { Language } from '../words/language.ts';

/** The texts of the page before the editor is loaded, in every language. */
export const FIRST_WORDS: Readonly<Record<Language, ListWords>> = { en, de, es, fr, ar };
