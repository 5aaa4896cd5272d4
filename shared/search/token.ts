import type { Bound, Pattern } from './syntax-tree.ts';

/** A piece of query text. `position` and `end` are its place in the text, UTF-16 units. */
export type Token = TokenContent & { readonly position: number; readonly end: number };

export type TokenContent =
  | { readonly kind: Operator }
  | {
      readonly kind: 'word';
      /** Unescaped; an unescaped `*` or `?` is a wildcard. */
      readonly pattern: Pattern;
      /** It holds `://`: the address as a whole is meant, colons and question marks included. */
      readonly address: boolean;
      /** The unescaped `>`, `>=`, `<` or `<=` at its beginning, which is part of `pattern` too. */
      readonly comparison: Comparison | null;
    }
  | { readonly kind: 'quoted'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string }
  | { readonly kind: 'range'; readonly low: Bound | null; readonly high: Bound | null }
  /** `~`, `~2` or `~0.8`. */
  | { readonly kind: 'tilde'; readonly value: number | null }
  /** `^2.5`. */
  | { readonly kind: 'boost'; readonly value: number };

export type Operator = 'open' | 'close' | 'colon' | 'and' | 'or' | 'not' | 'plus' | 'minus' | 'end';

export type Comparison = '>' | '>=' | '<' | '<=';
