import type { Bytes } from '../../base/crypto/base64.ts';
import { encodeUtf8, joinBytes } from '../../base/crypto/text-encoding.ts';

/** Compresses text into memory. */
export type GzipBuffer = {
  /** Resolves when further text may be written. */
  readonly write: (text: string) => Promise<void>;
  /** Size of what has been compressed so far, in bytes; some of the latest text is not in it. */
  readonly size: () => number;
  /** Ends the data, and returns it. */
  readonly end: () => Promise<Bytes>;
  /** Ends the work without a result. */
  readonly abort: () => Promise<void>;
};

/** Creates an empty one: a gzip file of one member (RFC 1952). */
export function createGzipBuffer(): GzipBuffer {
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const chunks: Uint8Array[] = [];
  let size = 0;

  async function collect(): Promise<void> {
    const reader = readable.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      chunks.push(read.value);
      size += read.value.length;
    }
  }

  const collected = collect();
  collected.catch(() => undefined); // `end` reports it
  return {
    write: (text) => writer.write(encodeUtf8(text)),
    size: () => size,
    async end() {
      await Promise.all([writer.close(), collected]);
      return joinBytes(chunks, size);
    },
    abort: () => writer.abort(),
  };
}
