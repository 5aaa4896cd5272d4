/** Returns what the forms of a word have in common at their beginning; the word itself, if nothing is known about it. */
export type Stemmer = (word: string) => string;

/** A shorter beginning is that of too many other words. */
const MIN_STEM_LENGTH = 3;

const LOADERS: Readonly<Record<string, () => Promise<{ readonly stemmer: Stemmer }>>> = {
  ar: () => import('@orama/stemmers/arabic'),
  de: () => import('@orama/stemmers/german'),
  en: () => import('@orama/stemmers/english'),
  es: () => import('@orama/stemmers/spanish'),
  fr: () => import('@orama/stemmers/french'),
};

/** Loads the stemmer of a language of the editor (BCP 47), which knows the word forms of that language. */
export async function loadStemmer(language: string): Promise<Stemmer> {
  const code = language.split('-')[0] ?? '';
  const loaded = await LOADERS[code]?.();
  return loaded === undefined ? (word) => word : (word) => sharedBeginning(word, loaded.stemmer(word), code);
}

function sharedBeginning(word: string, stem: string, code: string): string {
  let length = 0;
  while (length < stem.length && word[length] === stem[length]) length++;
  // The English stemmer writes `studi` for `study` and `studies`.
  if (code === 'en' && stem.endsWith('i') && length === stem.length) length--;
  return length < MIN_STEM_LENGTH ? word : word.slice(0, length);
}
