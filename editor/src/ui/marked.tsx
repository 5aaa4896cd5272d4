import type { ReactNode } from 'react';

/** A text in which the words that begin so are marked. @param words lowercase; without any, nothing is marked */
export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  if (words.length === 0) return text;
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    parts.push(text.slice(end, index), <mark key={index}>{found}</mark>);
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}
