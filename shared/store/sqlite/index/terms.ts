import type { KeyId } from '../../../crypto/public-key.ts';

/**
 * Terms of the full-text index. The `body` of an object is its terms, separated by spaces; the first letter of a term is its kind.
 * Characters that the tokenizer of FTS5 would split or fold are escaped.
 *
 * | `z` | every object |
 * | `t<type key>` | type key, by number |
 * | `apub`, `a<key id>` | who may find the object |
 * | `p<key id>` | keys named in protected parts |
 * | `x<path>` | a path with a value, by number |
 * | `w<token>` | word of any value |
 * | `f<path>=<token>` | word of a value at the path |
 * | `%` | border between two values: phrases do not cross it |
 */
export const EVERY = 'z';
export const PUBLIC = 'apub';
export const BORDER = '%';

const PLAIN = /^[a-z0-9_.'\u0080-\uffff]*$/;
const SPECIAL = /[^a-z0-9_.'\u0080-\uffff]/g;

/** Escapes a token character by character, so that prefixes remain prefixes. */
export function encodeToken(token: string): string {
  return PLAIN.test(token) ? token : token.replace(SPECIAL, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
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
