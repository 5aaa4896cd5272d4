/** The text of a box in lines. */
export type LabelLines = { readonly lines: readonly string[]; readonly isCut: boolean };

const LINE_UNITS = 27;
const MAX_LINES = 3;

/** Full-width scripts: a character is as wide as two Latin ones. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;

/**
 * Breaks a text between words, within words that are longer than a line, and ends it with an ellipsis after three lines. Widths are
 * estimated, so that lines are the same on the screen, in files, and where nothing is drawn.
 */
export function wrapLabel(text: string): LabelLines {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/).flatMap(pieces)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > LINE_UNITS) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  if (lines.length <= MAX_LINES) return { lines, isCut: false };
  const shown = lines.slice(0, MAX_LINES);
  const last = [...(shown.at(-1) ?? '')];
  while (widthOf(last.join('')) > LINE_UNITS - 1) last.pop();
  return { lines: [...shown.slice(0, -1), `${last.join('').trimEnd()}…`], isCut: true };
}

/** A word in pieces that fit a line. */
function pieces(word: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (widthOf(part + character) > LINE_UNITS) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}
