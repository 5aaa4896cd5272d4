/**
 * Classes of characters for word segmentation: the Word_Break classes of UAX #29 that matter here, the scripts whose words
 * are not separated by spaces, and emoji.
 */
export const CLASS = {
  other: 0,
  letter: 1,
  digit: 2,
  /** `_` and other connectors: part of a word, but not a word on their own. */
  connector: 3,
  /** Joins two letters, or two digits: `.` and apostrophes. */
  joinsBoth: 4,
  /** Joins two digits: `,`. */
  joinsDigits: 5,
  /** Joins two letters: the middle dot. */
  joinsLetters: 6,
  /** Combining marks, joiners, emoji modifiers: they extend the preceding character. */
  extend: 7,
  /** Han and Hiragana: each character is a word. */
  ideograph: 8,
  katakana: 9,
  emoji: 10,
  /** Two of these make a flag. */
  regional: 11,
} as const;

export type CharacterClass = (typeof CLASS)[keyof typeof CLASS];

const ASCII_CLASSES: readonly CharacterClass[] = Array.from({ length: 128 }, (_, code) =>
  asciiClass(String.fromCharCode(code)),
);

function asciiClass(character: string): CharacterClass {
  if (/[A-Za-z]/.test(character)) return CLASS.letter;
  if (/[0-9]/.test(character)) return CLASS.digit;
  if (character === '_') return CLASS.connector;
  if (character === '.' || character === "'") return CLASS.joinsBoth;
  return character === ',' ? CLASS.joinsDigits : CLASS.other;
}

/** The first that matches applies. Zero width space (U+200B) is a format character that separates words. */
const PROPERTIES: readonly (readonly [RegExp, CharacterClass])[] = [
  [/^[[\p{M}\p{Cf}\p{Emoji_Modifier}]--[\u200b]]$/v, CLASS.extend],
  [/^[\p{Script=Han}\p{Script=Hiragana}]$/v, CLASS.ideograph],
  [/^[\p{Script=Katakana}\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]$/v, CLASS.katakana],
  [/^\p{Nd}$/v, CLASS.digit],
  [/^[\p{Alphabetic}\p{L}\p{N}]$/v, CLASS.letter],
  [/^\p{Pc}$/v, CLASS.connector],
  [/^\p{Extended_Pictographic}$/v, CLASS.emoji],
  [/^\p{Regional_Indicator}$/v, CLASS.regional],
  [/^[\u2018\u2019\u2024\ufe52\uff07\uff0e]$/v, CLASS.joinsBoth],
  [/^[\u066b\u066c\ufe50\uff0c]$/v, CLASS.joinsDigits],
  [/^[\u00b7\u05f4\u2027]$/v, CLASS.joinsLetters],
];

/** The class of a code point; lone surrogates are `other`. */
export function classOf(codePoint: number): CharacterClass {
  if (codePoint < 128) return ASCII_CLASSES[codePoint] ?? CLASS.other;
  // Large blocks first: testing properties is slower.
  if (codePoint >= 0x4e00 && codePoint <= 0x9fff) return CLASS.ideograph;
  if (codePoint >= 0xac00 && codePoint <= 0xd7a3) return CLASS.letter;
  if (codePoint >= 0xdf && codePoint <= 0x24f && codePoint !== 0xf7) return CLASS.letter;
  if (codePoint >= 0x400 && codePoint <= 0x481) return CLASS.letter;
  const character = String.fromCodePoint(codePoint);
  return PROPERTIES.find(([property]) => property.test(character))?.[1] ?? CLASS.other;
}
