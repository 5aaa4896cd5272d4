import type { KeyId } from '../../base/crypto/public-key.ts';

/**
 * The indexed form of one object, made by `search-copy.ts` and the same for every store.
 *
 * Nested objects with readers of their own are left out, and so are payloads, secrets and signatures
 * (specification: Write rules 3).
 */
export type SearchDocument = {
  /** The derived type key, such as `schema.cassproject.org.0.4.competency` (specification: Type key derivation). */
  readonly typeKey: string;
  /** Null: public. Otherwise only callers that proved one of these keys, and admins. */
  readonly visibleTo: readonly KeyId[] | null;
  /** Keys named by protected parts that are left out of `fields`: a PEM in a query matches them only for callers that proved the key. */
  readonly participants: readonly KeyId[];
  /** Every member that holds a value, by its dotted path; array positions are not part of the path. */
  readonly fields: readonly SearchField[];
  /** Sentences for the sender of the object about the parts that the limits of `fields.ts` leave out; absent: none. */
  readonly omitted?: readonly string[];
};

/** All values of one dotted path of one object. */
export type SearchField = {
  /** Dotted path, such as `name` or `educationalAlignment.targetUrl`. A dot in a member's own name stays a dot. */
  readonly path: string;
  /** Tokens of each value in order (`shared/repository/search/tokenizer.ts`): one list per value, so that a phrase cannot span two. */
  readonly tokens: readonly (readonly string[])[];
  /** The values themselves for ranges, exact matches and sorting: numbers, booleans as 0 and 1, texts of at most {@link MAX_KEYWORD} characters. */
  readonly scalars: readonly (string | number)[];
};

/** Longer texts are found by their words, not by their whole value, and do not take part in sorting. */
export const MAX_KEYWORD = 256;

/** The path under which search finds the version of every object: a number, for ranges and sorting. */
export const VERSION_PATH = '@version';

/** The path to sort by for the time of the last write of an object; a member of that name is ignored there. */
export const TIME_PATH = '@time';

/** The fields of an object with its version; a member of that name is ignored. */
export function withVersionField(fields: readonly SearchField[], version: number): readonly SearchField[] {
  const own = { path: VERSION_PATH, tokens: [[String(version)]], scalars: [version] };
  return [...fields.filter((field) => field.path !== VERSION_PATH), own];
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a text in a query can be compared with numbers. */
export function isNumeric(text: string): boolean {
  return NUMBER.test(text);
}

/** The values that equal a text in a query: the text itself, and the number or boolean that it spells. */
export function valuesAsked(text: string): (string | number)[] {
  const values: (string | number)[] = [text];
  if (isNumeric(text)) values.push(Number(text));
  if (text === 'true' || text === 'false') values.push(text === 'true' ? 1 : 0);
  return values;
}
