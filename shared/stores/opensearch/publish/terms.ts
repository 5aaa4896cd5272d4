import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The words of an object are in two fields: `words` has each token unchanged, `fielded` has it as `<path>=<token>`. The values of
 * the object are in `scalars`:
 *
 * | `<path>=t<text>` | a text, unchanged |
 * | `<path>=l<text>` | a text with ASCII letters in lower case, for ranges |
 * | `<path>=n<16 digits>` | a number, as digits that sort as the numbers do |
 *
 * All compare as UTF-8 bytes, which is the order of code points.
 */
export const ANYBODY = 'public';
/** Every object that is not deleted has this reader: searches of admins use it. */
export const EVERYBODY = 'all';

const SHORT_PATH = /^[@A-Za-z0-9_.:-]{1,32}$/;

/** A path as part of a term: unchanged, or a digest if it is long or has special characters. */
export function pathTerm(path: string): string {
  return SHORT_PATH.test(path) ? path : `~${bytesToHex(sha256(utf8ToBytes(path)).subarray(0, 12))}`;
}

export function fieldedTerm(path: string, token: string): string {
  return `${pathTerm(path)}=${token}`;
}

/** The part of the term of a value that follows its path. */
export function exactValue(value: string | number): string {
  return typeof value === 'number' ? `n${sortableNumber(value)}` : `t${value}`;
}

export function foldedText(text: string): string {
  return `l${text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())}`;
}

/** 16 hexadecimal digits that sort as the doubles do (IEEE 754). */
export function sortableNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value); // -0 equals 0
  const bits = view.getBigUint64(0);
  const sign = 1n << 63n;
  const sortable = (bits & sign) === 0n ? bits | sign : ~bits & ((1n << 64n) - 1n);
  return sortable.toString(16).padStart(16, '0');
}
