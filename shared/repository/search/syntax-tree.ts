/**
 * The query language after parsing: Lucene `query_string` as the client library uses it. Both stores compile this tree;
 * neither sees the text.
 *
 * Texts are unescaped and otherwise as they were written: the store splits them into tokens (`tokenizer.ts`), or brings
 * them into the form of tokens where they are patterns, fuzzy terms or range ends over words (`words.ts`). A term of
 * several tokens matches where one of them does; a phrase where all are adjacent, in order. Where a field is a `.keyword`, the text
 * is compared as a whole. A null field is any field. Boosts are 0 to 1,000 each, and multiply where groups nest.
 */
export type QueryNode =
  | { readonly kind: 'all' }
  | { readonly kind: 'term'; readonly field: FieldName | null; readonly text: string; readonly boost: number }
  | {
      readonly kind: 'phrase';
      readonly field: FieldName | null;
      readonly text: string;
      readonly slop: number;
      readonly boost: number;
    }
  | { readonly kind: 'wildcard'; readonly field: FieldName | null; readonly pattern: Pattern; readonly boost: number }
  | {
      readonly kind: 'fuzzy';
      readonly field: FieldName | null;
      readonly text: string;
      /** Edits allowed (Damerau-Levenshtein): 0, 1 or 2; `auto` = by length of the term (0-2: 0, 3-5: 1, longer: 2). */
      readonly distance: 0 | 1 | 2 | 'auto';
      readonly boost: number;
    }
  | {
      readonly kind: 'range';
      readonly field: FieldName;
      readonly low: Bound | null;
      readonly high: Bound | null;
      readonly boost: number;
    }
  | { readonly kind: 'regex'; readonly field: FieldName | null; readonly source: string; readonly boost: number }
  /** There is a value at that path or below it (`a` exists if `a.b` does). */
  | { readonly kind: 'exists'; readonly field: FieldName }
  | {
      readonly kind: 'bool';
      /** All of these match. */
      readonly must: readonly QueryNode[];
      /** Where there is no `must`, at least one of these matches; otherwise they only rank. */
      readonly should: readonly QueryNode[];
      /** None of these match. Where there is nothing else, all other objects match. */
      readonly mustNot: readonly QueryNode[];
      readonly boost: number;
    };

/**
 * The name of a field: the dotted path of a member (`name`, `educationalAlignment.targetUrl`), `.keyword` at its end for
 * the exact value, or a pattern over such paths where `*` matches any text (`*owner` matches `@owner` and `owner`).
 */
export type FieldName = { readonly pattern: Pattern };

/** Literal text, and the wildcards `*` (any text) and `?` (one character). Literal parts are unescaped. */
export type Pattern = readonly (string | { readonly wildcard: '*' | '?' })[];

/** One end of a range. */
export type Bound = { readonly value: string; readonly inclusive: boolean };

/** One key of a sort order, from the engine sort JSON that clients send. */
export type SortKey = {
  /** Dotted path of a member; `.keyword` is taken off. */
  readonly path: string;
  readonly order: 'asc' | 'desc';
  /** The position of objects without the member. */
  readonly missing: 'first' | 'last';
};

/** Patterns over type keys: an object passes when one of `include` matches and none of `exclude`. From `index_hint`. */
export type TypeKeyFilter = { readonly include: readonly Pattern[]; readonly exclude: readonly Pattern[] };
