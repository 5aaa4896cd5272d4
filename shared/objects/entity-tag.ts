import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Presented } from './present.ts';

/**
 * The entity tag (RFC 9110, 8.8.3) of an object as one caller sees it: its version, and what was hidden from this caller,
 * so that two callers who see different parts never share a cached answer.
 */
export function entityTag({ stored, hidden }: Pick<Presented, 'stored' | 'hidden'>): string {
  if (hidden.length === 0) return `"${stored.version}"`;
  return `"${stored.version}-${bytesToHex(sha256(utf8ToBytes(hidden.join('\n'))))}"`;
}
