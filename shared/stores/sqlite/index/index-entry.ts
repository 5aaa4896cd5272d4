import type { KeyId } from '../../../base/crypto/public-key.ts';
import { type SearchDocument, withVersionField } from '../../../repository/search/document.ts';

/**
 * Terms of the full-text index. The `body` of an object is its terms, separated by spaces; the first letter of a term is its kind.
 * Characters that the tokenizer of FTS5 would split or fold are escaped.
 *
 * | `z` | every object |
 * | `t<type key>` | type key, by number |
 * | `apub`, `a<key id>` | the callers that may find the object |
 * | `p<key id>` | keys named in protected parts |
 * | `x<path>` | a path with a value, by number |
 * | `w<token>` | word of any value |
 * | `f<path>=<token>` | word of a value at the path |
 * | `%` | border between two values: phrases do not cross it |
 */
export const EVERY = 'z';
export const PUBLIC = 'apub';
const BORDER = '%';

const PLAIN = /^[a-z0-9_.'\u0080-\uffff]*$/;
const SPECIAL = /[^a-z0-9_.'\u0080-\uffff]/g;

/** Escapes a token character by character, so that prefixes remain prefixes. */
function encodeToken(token: string): string {
  return PLAIN.test(token) ? token : token.replace(SPECIAL, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** As {@link encodeToken}; one test of all tokens takes a fraction of the time of a test of each. */
function encodeTokens(tokens: readonly string[]): readonly string[] {
  return PLAIN.test(tokens.join('')) ? tokens : tokens.map(encodeToken);
}

export function wordTerm(token: string): string {
  return `w${encodeToken(token)}`;
}

export function fieldTerm(path: number, token: string): string {
  return `f${path}=${encodeToken(token)}`;
}

export function typeTerm(type: number): string {
  return `t${type}`;
}

export function presenceTerm(path: number): string {
  return `x${path}`;
}

export function readerTerm(key: KeyId): string {
  return `a${encodeToken(key)}`;
}

export function participantTerm(key: KeyId): string {
  return `p${encodeToken(key)}`;
}

/** The rows of one object in the index tables. */
export type IndexEntry = {
  readonly version: number;
  readonly type: number;
  /** The text for the full-text index (`terms.ts`). */
  readonly body: string;
  /** Number of words in all values. */
  readonly length: number;
  /** See {@link encodeSpans}. */
  readonly spans: string;
  readonly scalars: readonly (readonly [path: number, value: string | number])[];
  /** The words of each value. */
  readonly words: readonly (readonly string[])[];
};

type Value = { readonly path: number; readonly tokens: readonly string[] };

/** @param numbers number paths and type keys */
export function makeIndexEntry(
  document: SearchDocument,
  version: number,
  numbers: { readonly path: (name: string) => number; readonly typeKey: (name: string) => number },
): IndexEntry {
  const fields = withVersionField(document.fields, version);
  const type = numbers.typeKey(document.typeKey);
  const head = [EVERY, typeTerm(type), ...readerTerms(document), ...document.participants.map(participantTerm)];
  const values: Value[] = [];
  const scalars: [number, string | number][] = [];
  for (const field of fields) {
    const path = numbers.path(field.path);
    if (field.tokens.length > 0 || field.scalars.length > 0) head.push(presenceTerm(path));
    for (const tokens of field.tokens) if (tokens.length > 0) values.push({ path, tokens });
    for (const value of field.scalars) scalars.push([path, value]);
  }
  let byWord = '';
  let byField = '';
  let length = 0;
  for (const { path, tokens } of values) {
    const encoded = encodeTokens(tokens);
    const prefix = fieldTerm(path, '');
    byWord += ` ${BORDER} w${encoded.join(' w')}`;
    byField += ` ${BORDER} ${prefix}${encoded.join(` ${prefix}`)}`;
    length += tokens.length;
  }
  const spans = encodeSpans(head.length, values);
  const words = values.map(({ tokens }) => tokens);
  return { version, type, body: head.join(' ') + byWord + byField, length, spans, scalars, words };
}

function readerTerms(document: SearchDocument): string[] {
  return document.visibleTo === null ? [PUBLIC] : document.visibleTo.map(readerTerm);
}

/**
 * Encodes the positions of the values in the body: the position of the first border, then the number of words of each value. The
 * body has all words as `w` terms, then all words again, in the same order, as `f` terms.
 */
function encodeSpans(start: number, values: readonly Value[]): string {
  return [start, ...values.map((value) => value.tokens.length)].join(' ');
}

/** Decodes {@link IndexEntry.spans} to the first position of each value in both halves of the body, ascending. */
export function decodeSpans(spans: string): number[] {
  const [start = 0, ...lengths] = spans.split(' ').map(Number);
  const starts: number[] = [];
  let at = start;
  for (let half = 0; half < 2; half++) {
    for (const length of lengths) {
      starts.push(at);
      at += length + 1;
    }
  }
  return starts;
}
