import { base64url } from 'jose';
import type { Bytes } from '../../../base/crypto/base64.ts';
import { decompress } from '../decompress.ts';

/** 16 Mi bits: a list that is longer is not read to its end. */
const MAX_BITS_BYTES = 2 << 20;

/** Bits as a status list has them: compressed, in multibase (Bitstring Status List, 3.3). */
export async function encodeBits(bits: Bytes): Promise<string> {
  const stream = new Blob([bits]).stream().pipeThrough(new CompressionStream('gzip'));
  return `u${base64url.encode(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

/** The bits of a status list (Bitstring Status List, 3.4); null for what is not one, or too long to be one. */
export async function decodeBits(encoded: string): Promise<Bytes | null> {
  const compressed = encoded.startsWith('u') ? decoded(encoded.slice(1)) : null;
  return compressed === null ? null : decompress(compressed, MAX_BITS_BYTES, 'gzip');
}

function decoded(text: string): Bytes | null {
  try {
    return new Uint8Array(base64url.decode(text));
  } catch {
    return null;
  }
}
