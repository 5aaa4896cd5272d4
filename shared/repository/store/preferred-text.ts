import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Chooses between two texts of one version of an object that different servers have written: the one with the greater SHA-256
 * digest, so that all servers choose the same.
 *
 * @returns whether it is `text` rather than `other`
 */
export function isPreferred(text: string, other: string): boolean {
  if (text === other) return false;
  return digestOf(text) > digestOf(other);
}

/** The SHA-256 digest of a text, in hexadecimal. */
export function digestOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
