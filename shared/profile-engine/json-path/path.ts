/** A parsed JSONPath (RFC 9535); functions are not supported. */
export type JsonPath = readonly PathSegment[];

/** Selects children, or with `deep`, descendants too. */
export type PathSegment = { readonly deep: boolean; readonly selectors: readonly PathSelector[] };

/** What of a value is selected. */
export type PathSelector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly test: PathTest };

/** A condition on an item of an array or a member of an object. */
export type PathTest =
  | { readonly kind: 'or' | 'and'; readonly tests: readonly PathTest[] }
  | { readonly kind: 'not'; readonly test: PathTest }
  | { readonly kind: 'exists'; readonly operand: PathQuery }
  | {
      readonly kind: 'compare';
      readonly operator: PathOperator;
      readonly left: PathOperand;
      readonly right: PathOperand;
    };

/** A path inside a filter: from the tested value (`@`) or from the whole one (`$`). */
export type PathQuery = { readonly kind: 'query'; readonly fromRoot: boolean; readonly path: JsonPath };

/** What is compared. */
export type PathOperand = PathQuery | { readonly kind: 'literal'; readonly value: string | number | boolean | null };

/** How it is compared. */
export type PathOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
