import type { Bytes } from '../../base/crypto/base64.ts';
import { joinBytes } from '../../base/crypto/text-encoding.ts';

/**
 * Decompresses untrusted bytes up to a limit: a few bytes may decompress to gigabytes.
 *
 * @returns null beyond the limit, and for bytes in another format
 */
export async function decompress(bytes: Bytes, maxBytes: number, format: CompressionFormat): Promise<Bytes | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))) {
      length += chunk.length;
      if (length > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null; // not compressed, or cut off
  }
  return joinBytes(chunks, length);
}
