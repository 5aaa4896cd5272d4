/** Letters that were typed in quick succession to find a row. @property atMs when the last of them was */
export type Typed = { readonly text: string; readonly atMs: number };

/** A letter after a longer pause starts a new search. */
const MAX_PAUSE_MS = 1000;

/** Whether a letter typed at this time continues the earlier ones. */
export function isTypedOn(before: Typed | null, atMs: number): before is Typed {
  return before !== null && atMs - before.atMs <= MAX_PAUSE_MS;
}

/** The letters with another one. */
export function typedOn(before: Typed | null, letter: string, atMs: number): Typed {
  return { text: isTypedOn(before, atMs) ? before.text + letter : letter, atMs };
}

/**
 * The row that typed letters lead to (ARIA Authoring Practices: Tree View). One letter, also repeated, leads to the next row that begins
 * with it; further ones stay on the row as long as it begins with them all. After the last row the first one follows.
 *
 * @param count rows
 * @param from index of the row that has the focus
 * @param namesOf what a row at an index may be called
 * @returns its index; null: no row begins with the letters
 */
export function findTyped(
  count: number,
  from: number,
  text: string,
  namesOf: (index: number) => readonly string[],
): number | null {
  const [first = ''] = text;
  const isRepeated = [...text].every((letter) => letter === first);
  const wanted = folded(isRepeated ? first : text);
  for (let step = isRepeated ? 1 : 0; step < count + (isRepeated ? 1 : 0); step++) {
    const index = (from + step) % count;
    if (namesOf(index).some((name) => folded(name).startsWith(wanted))) return index;
  }
  return null;
}

/** Without case and accents: the names of one outline may be in several languages. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
