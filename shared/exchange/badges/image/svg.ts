/** What may precede the root of an SVG document. A document type could define entities: documents with one are not accepted. */
const PROLOG = /^\uFEFF?(?:\s+|<\?(?:[^?]|\?(?!>))*\?>|<!--(?:[^-]|-(?!->))*-->)*/;

/** A start tag, with its attributes. */
const START_TAG = /^<(?:svg|[a-z][\w.-]*:svg)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>/i;

/** Where the start tag of the root ends; null for what is not an SVG document with content. */
export function startTagEnd(text: string): number | null {
  const begin = PROLOG.exec(text)?.[0].length ?? 0;
  const tag = START_TAG.exec(text.slice(begin));
  return tag === null ? null : begin + tag[0].length;
}

/** A text as XML character data. */
export function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no such characters
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return allowed.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
