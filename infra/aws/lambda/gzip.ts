import { promisify } from 'node:util';
import { gzip as compress } from 'node:zlib';

/** Compressed bytes (RFC 1952), fast rather than small. */
export async function gzip(bytes: Uint8Array): Promise<Buffer> {
  return promisify(compress)(bytes, { level: 3 });
}
