/** A chunk of a PNG file (PNG, 5.3). */
export type Chunk = { readonly type: string; readonly data: Uint8Array<ArrayBuffer> };

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Size of the length, type and CRC of a chunk. */
const OVERHEAD_BYTES = 12;

const MAX_CHUNKS = 10_000;

/** Whether a file begins as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** The chunks of a PNG file; null for what is not one: another signature, a wrong length or CRC, no end. */
export function chunksOf(bytes: Uint8Array<ArrayBuffer>): readonly Chunk[] | null {
  if (!isPng(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + OVERHEAD_BYTES <= bytes.length; ) {
    const end = at + OVERHEAD_BYTES + view.getUint32(at);
    if (end > bytes.length || chunks.length === MAX_CHUNKS) return null;
    if (view.getUint32(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return null;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (chunks.length === 0 && type !== 'IHDR') return null;
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return null;
}

/** The file of chunks. */
export function pngOf(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const length = chunks.reduce((sum, { data }) => sum + OVERHEAD_BYTES + data.length, SIGNATURE.length);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const { type, data } of chunks) {
    view.setUint32(at, data.length);
    for (let index = 0; index < 4; index++) bytes[at + 4 + index] = type.charCodeAt(index);
    bytes.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(bytes.subarray(at + 4, at + 8 + data.length)));
    at += OVERHEAD_BYTES + data.length;
  }
  return bytes;
}

/** The checksum of each byte. */
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  return crc;
});

/** The checksum of chunks (PNG, annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CHECKSUMS[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
