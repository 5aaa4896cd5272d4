import type { KeyId } from '../crypto/key-id.ts';

/**
 * The indexed form of one object, made by `search-copy.ts` and the same for every store.
 *
 * Parts with restricted readers of their own are absent; so are payloads, secrets and signatures
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
  /** What the limits of `shared/search/fields.ts` leave out of `fields`, a sentence each for the sender of the object; absent: nothing. */
  readonly omitted?: readonly string[];
};

/** All values of one dotted path of one object. */
export type SearchField = {
  /** Dotted path, such as `name` or `educationalAlignment.targetUrl`. A dot in a member's own name stays a dot. */
  readonly path: string;
  /** Tokens of each value in order (`shared/search/tokenizer.ts`): one list per value, so that a phrase cannot span two. */
  readonly tokens: readonly (readonly string[])[];
  /** The values themselves for ranges, exact matches and sorting: numbers, booleans as 0 and 1, texts of at most {@link MAX_KEYWORD} characters. */
  readonly scalars: readonly (string | number)[];
};

/** Longer texts are found by their words, not by their whole value, and do not take part in sorting. */
export const MAX_KEYWORD = 256;

/** The path under which search finds the version of every object: a number, for ranges and sorting. */
export const VERSION_PATH = '@version';

/** The fields of an object with the version that it has: a member of that name says nothing of it. */
export function withVersionField(fields: readonly SearchField[], version: number): readonly SearchField[] {
  const own = { path: VERSION_PATH, tokens: [[String(version)]], scalars: [version] };
  return [...fields.filter((field) => field.path !== VERSION_PATH), own];
}
