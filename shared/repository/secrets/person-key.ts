import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The name under which the service keeps the key of a person that statements are about. It says nothing of the person.
 *
 * @param kind of identifier, such as `mbox`
 * @param value normalized
 */
export function personKeyName(kind: string, value: string): string {
  return `person-${bytesToHex(sha256(utf8ToBytes(JSON.stringify([kind, value]))))}`;
}
