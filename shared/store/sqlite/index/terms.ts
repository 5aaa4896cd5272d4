import type { KeyId } from '../../../crypto/key-id.ts';

/**
 * What the full-text index holds of an object: one text of terms with a space between, each beginning with a letter that
 * says what it is. The index takes terms as they are: everything that its own tokenizer would split or fold is escaped.
 *
 * | `z` | every object |
 * | `t<type key>` | its type key, by number |
 * | `apub`, `a<key id>` | who may find it |
 * | `p<key id>` | keys named by its protected parts |
 * | `x<path>` | a path that holds a value, by number |
 * | `w<token>` | a word of any value |
 * | `f<path>=<token>` | a word of a value at that path |
 * | `%` | the border between two values, which no phrase crosses |
 */
export const EVERY = 'z';
export const PUBLIC = 'apub';
export const BORDER = '%';

const PLAIN = /^[a-z0-9_.'\u0080-\uffff]*$/;
const SPECIAL = /[^a-z0-9_.'\u0080-\uffff]/g;

/** A token in the form in which the index keeps it. Every character by itself, so that prefixes stay prefixes. */
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
