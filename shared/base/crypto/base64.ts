const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes in memory that is neither shared nor resizable, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Value of each ASCII code in the alphabet; 255 for every other code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value === -1 ? 255 : value;
});

/** Base64 with padding and without line breaks (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, start + 8192)); // a spread takes seven times as long
  }
  return btoa(binary);
}

/**
 * Reads base64 in its one canonical form (RFC 4648 sections 3.5 and 4): standard alphabet, padded, no white space,
 * unused bits zero. Different texts therefore never decode to the same bytes.
 *
 * @returns the bytes, or null when the text is anything else
 */
export function decodeBase64(text: string): Bytes | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < digits; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? 255;
    if (value === 255) return null;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = buffer >> bits;
    }
  }
  const unused = buffer & ((1 << bits) - 1);
  return unused === 0 ? bytes : null;
}

/** Base64 with the URL-safe alphabet and without padding (RFC 4648 section 5). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads base64url in its one canonical form. @returns null when the text is anything else */
export function decodeBase64Url(text: string): Bytes | null {
  if (/[+/=]/.test(text)) return null;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return decodeBase64(standard + '='.repeat(-standard.length & 3));
}
