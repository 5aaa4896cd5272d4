import type { Bytes } from './base64.ts';

const ENCODER = new TextEncoder();

/** Text in UTF-8. */
export function utf8(text: string): Bytes {
  return ENCODER.encode(text);
}

/** Bytes as UTF-8 text, or null when they are not valid UTF-8. A byte order mark stays. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** One byte per UTF-16 code unit, its low byte: Latin-1 for what Latin-1 can say. */
export function latin1(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * The byte sequences that a signature over this text may have been made of: UTF-8, and UTF-8 of that once and twice more,
 * taking each byte for a character. Existing clients encode that often, depending on where they run. ASCII stays
 * itself, so there is one sequence only.
 */
export function signedByteForms(text: string): readonly Bytes[] {
  const once = utf8(text);
  if (once.length === text.length) return [once];
  const twice = encodeAgain(once);
  return [once, twice, encodeAgain(twice)];
}

/** The form that clients running on WebCrypto sign and verify: the second of {@link signedByteForms}. */
export function signingBytes(text: string): Bytes {
  const once = utf8(text);
  return once.length === text.length ? once : encodeAgain(once);
}

function encodeAgain(bytes: Bytes): Bytes {
  let extra = 0;
  for (const byte of bytes) extra += byte >> 7;
  const result = new Uint8Array(bytes.length + extra);
  let at = 0;
  for (const byte of bytes) {
    if (byte < 0x80) {
      result[at++] = byte;
    } else {
      result[at++] = 0xc0 | (byte >> 6);
      result[at++] = 0x80 | (byte & 0x3f);
    }
  }
  return result;
}
