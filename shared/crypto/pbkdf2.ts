import { encodeBase64 } from './base64.ts';
import { latin1 } from './text-encoding.ts';

/**
 * PBKDF2 with HMAC-SHA-1 (RFC 8018 section 5.2) as clients derive names and passwords of identities: password and salt
 * as one byte per character, characters above 255 by their low byte.
 *
 * @param iterations rounds, at least 1
 * @param length bytes to derive
 * @returns the derived bytes in base64
 */
export async function pbkdf2(password: string, salt: string, iterations: number, length: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', latin1(password), 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-1', salt: latin1(salt), iterations };
  return encodeBase64(new Uint8Array(await crypto.subtle.deriveBits(parameters, key, length * 8)));
}
