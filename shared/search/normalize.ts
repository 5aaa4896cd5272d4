const NOT_ASCII = /[\u0080-\uffff]/;

/** Soft hyphens and variation selectors change how a character looks, not which word it stands in. */
const INVISIBLE = /\u00ad|\ufe0e|\ufe0f/g;

/**
 * The form in which words are compared: Unicode NFC and lowercase, the same in every locale and at every place in a word
 * (so the two small sigmas are one letter). Accents stay. Tokens are already in this form; a store brings the words of
 * wildcard, fuzzy and range terms into it.
 */
export function normalizeText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replace(INVISIBLE, '').normalize('NFC');
}
