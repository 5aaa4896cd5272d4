import { md5, sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { encodeUtf8 } from './text-encoding.ts';

/** The nil UUID (RFC 9562, 5.9). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * A UUID made from a name (RFC 9562, 5.3 and 5.5): the same for the same name in the same namespace.
 *
 * @param version 3 hashes with MD5, 5 with SHA-1
 * @param namespace a UUID
 */
export function nameBasedUuid(version: 3 | 5, namespace: string, name: string): string {
  const digest = version === 3 ? md5 : sha1;
  const bytes = digest(concatBytes(hexToBytes(namespace.replaceAll('-', '')), encodeUtf8(name))).slice(0, 16);
  const view = new DataView(bytes.buffer);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | (version << 4));
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80); // the variant
  const hex = bytesToHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
