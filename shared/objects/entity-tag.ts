import { md5Hex } from '../crypto/md5.ts';
import type { Presented } from './present.ts';

/**
 * The entity tag (RFC 9110, 8.8.3) of an object as one caller sees it: its version, and what was hidden from this caller,
 * so that two callers who see different parts never share a cached answer.
 */
export function entityTag({ stored, hidden }: Pick<Presented, 'stored' | 'hidden'>): string {
  return hidden.length === 0 ? `"${stored.version}"` : `"${stored.version}-${md5Hex(hidden.join('\n'))}"`;
}
