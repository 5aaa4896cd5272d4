/**
 * Header values that say what of a stored object could not be indexed for search: `Warning` with code 199 and
 * one text for each sentence (RFC 7234, 5.5). RFC 9111 made the field obsolete for caches, which never acted on it, and
 * put nothing in its place for people; nothing here depends on its being read.
 *
 * @param sentences plain ASCII; the same one twice counts once
 */
export function warningHeader(sentences: readonly string[]): Readonly<Record<string, string>> {
  if (sentences.length === 0) return {};
  const values = [...new Set(sentences)].map((sentence) => `199 - "${sentence.replace(/["\\]/g, '\\$&')}"`);
  return { warning: values.join(', ') };
}
