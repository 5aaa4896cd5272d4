import { type CharacterClass, CLASS, classOf } from './character-class.ts';

/** Tokens longer than this (UTF-16 units) are split, as engines do, so that a single word cannot bloat an index. */
export const MAX_TOKEN = 255;

const ZERO_WIDTH_JOINER = 0x200d;

/**
 * Appends the words of a text to `into`, in order: normalized (see {@link normalizeText}) and split by the word boundary
 * rules of UAX #29, with these choices: `:` and `;` always separate; Han and Hiragana are a word per character, Katakana
 * and Hangul a word per run; an emoji with its modifiers is a word; superscripts and fractions count as letters.
 * One pass; the text may be of any size.
 */
export function collectWords(text: string, into: string[]): void {
  const normalized = normalizeText(text);
  for (let at = 0; at < normalized.length; ) {
    const code = codeAt(normalized, at);
    const kind = classOf(code);
    if (kind === CLASS.other) at += 1;
    else at = collectFrom(normalized, at, kind, into);
  }
}

/** True when the text has at least one word. */
export function hasWords(text: string): boolean {
  for (const character of normalizeText(text)) {
    const kind = classOf(codeAt(character, 0));
    if (isWordClass(kind) ? kind !== CLASS.connector : kind >= CLASS.ideograph) return true;
  }
  return false;
}

/** @returns the position after the word */
function collectFrom(text: string, start: number, kind: CharacterClass, into: string[]): number {
  switch (kind) {
    case CLASS.letter:
    case CLASS.digit:
    case CLASS.connector:
      return collectWord(text, start, into);
    case CLASS.ideograph:
      return collect(text, start, skipExtends(text, next(text, start)), into);
    case CLASS.katakana:
      return collect(text, start, endOfKatakana(text, start), into);
    case CLASS.emoji:
      return collect(text, start, endOfEmoji(text, start), into);
    case CLASS.regional:
      return collect(text, start, endOfFlag(text, start), into);
    default:
      return next(text, start);
  }
}

function collectWord(text: string, start: number, into: string[]): number {
  let at = start;
  let last: CharacterClass = CLASS.other;
  let counts = false;
  while (at < text.length) {
    const code = codeAt(text, at);
    const kind = classOf(code);
    if (isWordClass(kind)) {
      last = kind;
      counts ||= kind !== CLASS.connector;
    } else if (kind !== CLASS.extend && !joins(kind, last, text, at + 1)) {
      break;
    }
    at += code > 0xffff ? 2 : 1;
  }
  return counts ? collect(text, start, at, into) : at;
}

function isWordClass(kind: CharacterClass): boolean {
  return kind === CLASS.letter || kind === CLASS.digit || kind === CLASS.connector;
}

/** UAX #29 WB6, WB7, WB11, WB12. All joiners are single UTF-16 units, so `after` is the position of the next character. */
function joins(kind: CharacterClass, before: CharacterClass, text: string, after: number): boolean {
  if (kind < CLASS.joinsBoth || kind > CLASS.joinsLetters || after >= text.length) return false;
  const allowed = before === CLASS.letter ? kind !== CLASS.joinsDigits : kind !== CLASS.joinsLetters;
  return allowed && before !== CLASS.connector && classOf(codeAt(text, after)) === before;
}

function endOfKatakana(text: string, start: number): number {
  let at = start;
  while (at < text.length && classOf(codeAt(text, at)) === CLASS.katakana) at = skipExtends(text, next(text, at));
  return at;
}

/** An emoji, its modifiers, and the emoji that a zero width joiner ties to it. */
function endOfEmoji(text: string, start: number): number {
  let at = start;
  do {
    at = skipExtends(text, next(text, at));
  } while (
    at < text.length &&
    text.charCodeAt(at - 1) === ZERO_WIDTH_JOINER &&
    classOf(codeAt(text, at)) === CLASS.emoji
  );
  return at;
}

function endOfFlag(text: string, start: number): number {
  const second = next(text, start);
  const pair = second < text.length && classOf(codeAt(text, second)) === CLASS.regional;
  return skipExtends(text, pair ? next(text, second) : second);
}

function skipExtends(text: string, start: number): number {
  let at = start;
  while (at < text.length && classOf(codeAt(text, at)) === CLASS.extend) at = next(text, at);
  return at;
}

function collect(text: string, start: number, end: number, into: string[]): number {
  let from = start;
  while (end - from > MAX_TOKEN) {
    const cut = from + MAX_TOKEN - (isHighSurrogate(text.charCodeAt(from + MAX_TOKEN - 1)) ? 1 : 0);
    into.push(text.slice(from, cut));
    from = cut;
  }
  into.push(text.slice(from, end));
  return end;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function next(text: string, at: number): number {
  return at + (codeAt(text, at) > 0xffff ? 2 : 1);
}

function codeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return isHighSurrogate(unit) ? (text.codePointAt(at) ?? unit) : unit;
}

const NOT_ASCII = /[\u0080-\uffff]/;

/** Soft hyphens and variation selectors change the appearance of a character, not the word. */
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
