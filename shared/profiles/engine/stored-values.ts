import { ExactNumber, isObject, type Json, member } from '../../repository/linked-data/json.ts';
import { parseTime } from '../../repository/linked-data/time.ts';

/** Maximum depth of nested arrays and objects. */
const MAX_NESTING = 8;

/**
 * The one text to show of a stored name, label or type; never fails.
 *
 * From an array it takes the first item, from a value object the `@value`, from a language map the first text; with a language,
 * the item or member in that language if there is one. Numbers and booleans stay unchanged. Undefined if there is nothing to show.
 *
 * @param language preferred language (BCP 47); `de` also finds `de-AT`, and `de-AT` also finds `de`
 */
export function display(value: Json | undefined, language?: string): Json | undefined {
  return shown(value, language?.toLowerCase(), 0);
}

/** {@link display}, without spaces around it. */
export function displayTrimmed(value: Json | undefined, language?: string): Json | undefined {
  const text = display(value, language);
  return typeof text === 'string' ? text.trim() : text;
}

/** {@link display} as text, for sentences and comparisons; null when there is nothing to show. */
export function displayText(value: Json | undefined, language?: string): string | null {
  const text = display(value, language);
  if (text instanceof ExactNumber) return text.source;
  return text === undefined || text === null ? null : String(text).trim();
}

function shown(value: Json | undefined, language: string | undefined, nesting: number): Json | undefined {
  if (value === undefined || value === null || nesting > MAX_NESTING) return undefined;
  if (Array.isArray(value)) {
    const preferred = language === undefined ? undefined : value.find((item) => isIn(item, language));
    return shown(preferred ?? value[0], language, nesting + 1);
  }
  if (!isObject(value)) return value;
  const plain = member(value, '@value');
  if (plain !== undefined) return shown(plain, language, nesting + 1);
  const names = Object.keys(value).filter((name) => !name.startsWith('@') || name === '@none');
  const name = names.find((tag) => language !== undefined && matches(tag, language)) ?? names[0];
  return name === undefined ? undefined : shown(member(value, name), language, nesting + 1);
}

function isIn(item: Json, language: string): boolean {
  if (!isObject(item)) return false;
  const tag = member(item, '@language');
  return typeof tag === 'string' && matches(tag, language);
}

function matches(tag: string, language: string): boolean {
  const lower = tag.toLowerCase();
  return lower === language || lower.startsWith(`${language}-`) || language.startsWith(`${lower}-`);
}

/**
 * The `requiredSignatureCount` of a competency, stored as a number or as text that begins with digits; undefined when it
 * is absent or cannot be read.
 */
export function signatureCount(value: Json | undefined): number | undefined {
  const shown = display(value);
  const text = shown instanceof ExactNumber ? shown.source : shown;
  if (typeof text !== 'number' && typeof text !== 'string') return undefined;
  const count = Number.parseInt(String(text), 10);
  return Number.isFinite(count) ? count : undefined;
}

/**
 * The polarity of a readable `negative` (specification: Assertion, profile rule 4): only `true`, as boolean or text, marks a
 * negative assertion; any other value, or none, does not.
 *
 * If `negative` is present but cannot be decrypted, the polarity is unknown: it is null then, never positive.
 */
export function isNegative(value: Json | undefined): boolean {
  return value === true || value === 'true';
}

/** A date, or a date with a time; a year or a month alone is not enough. */
const DATE = /^\d{4}-\d{2}-\d{2}(?<clock>[T ].*)?$/i;

/**
 * The time that a text means (ISO 8601: a date, or date and time of day; without a zone, UTC).
 *
 * @param withinDay milliseconds from the beginning of the day of a date without a time
 * @returns UTC milliseconds; null for any other text
 */
export function isoTime(text: string, withinDay = 0): number | null {
  const trimmed = text.trim();
  const date = DATE.exec(trimmed);
  const time = date === null ? null : parseTime(trimmed);
  return time === null || date?.groups?.['clock'] !== undefined ? time : time + withinDay;
}

/** The time; null if it is not a finite number. */
export function finite(time: number | null): number | null {
  return time !== null && Number.isFinite(time) ? time : null;
}
