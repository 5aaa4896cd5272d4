import type { Bytes } from './base64.ts';

const ENCODER = new TextEncoder();

/** Text in UTF-8. */
export function encodeUtf8(text: string): Bytes {
  return ENCODER.encode(text);
}

/** Writes text in UTF-8 into bytes that have room for it. */
export function writeUtf8(text: string, bytes: Bytes, offset: number): void {
  ENCODER.encodeInto(text, bytes.subarray(offset));
}

/** Bytes as UTF-8 text, or null when they are not valid UTF-8. A byte order mark stays. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Text that a client encrypted. The client library encodes text as UTF-8 twice under Node (the bytes, each taken as a
 * Latin-1 character, are encoded again) and once in a browser, and only the bytes show which. Bytes that still
 * read as UTF-8 after one decoding were encoded twice. Text that was encoded twice is always decoded correctly, and text that was encoded
 * once is unless it is itself the Latin-1 reading of UTF-8, such as `Ã¼`, which reads as `ü`
 * (docs/decisions/0022).
 *
 * @returns null when the bytes are not UTF-8
 */
export function fromClientUtf8(bytes: Uint8Array): string | null {
  const once = fromUtf8(bytes);
  if (once === null || once.length === bytes.length) return once; // as many characters as bytes: ASCII
  const beyondLatin1 = /[\u0100-\uffff]/.test(once);
  return (beyondLatin1 ? null : fromUtf8(latin1(once))) ?? once;
}

/** The low byte of each UTF-16 code unit: Latin-1, if all characters are in Latin-1. */
export function latin1(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/**
 * The byte sequences that a signature over this text may have signed: UTF-8, and UTF-8 of that once and twice more,
 * taking each byte for a character. Existing clients encode once to three times, depending on their platform. ASCII has one form
 * only.
 */
export function signedByteForms(text: string): readonly Bytes[] {
  const once = encodeUtf8(text);
  if (once.length === text.length) return [once];
  const twice = encodeAgain(once);
  return [once, twice, encodeAgain(twice)];
}

/** The form that clients running on WebCrypto sign and verify: the second of {@link signedByteForms}. */
export function signingBytes(text: string): Bytes {
  const once = encodeUtf8(text);
  return once.length === text.length ? once : encodeAgain(once);
}

/** UTF-8 of a text that is UTF-8 bytes taken as Latin-1 characters. */
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

/** Concatenates chunks. @param size the sum of their lengths */
export function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
