import { nextTask } from '../../base/concurrency/slices.ts';
import { type BitReader, CompressionFault, createBitReader, inflate } from './inflate.ts';

/** Other tasks run after this much output: a few bytes of input may decompress to very many. */
const BYTES_PER_TASK = 1 << 20;

/** Flags of a member's header (RFC 1952, 2.3.1). */
const HAS_CHECKSUM = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const RESERVED = 0xe0;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

/**
 * Decompresses a gzip file (RFC 1952) of one or more members, as from `cat a.gz b.gz`: the streams of some platforms read only the
 * first. Uses about 100 KB of memory for any input.
 *
 * @throws CompressionFault when the data is not gzip, is damaged or truncated, or is followed by other data
 */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const input = createBitReader(source);
  let bytesLeft = BYTES_PER_TASK;
  try {
    for (let member = 0; await hasMore(input, member); member++) {
      await readHeader(input, member);
      let crc = ~0;
      let size = 0;
      for await (const piece of inflate(input)) {
        crc = checksum(crc, piece);
        size += piece.length;
        bytesLeft -= piece.length;
        yield piece;
        if (bytesLeft > 0) continue;
        bytesLeft = BYTES_PER_TASK;
        await nextTask();
      }
      await input.fill(8);
      if (word(input) !== ~crc >>> 0 || word(input) !== size % 2 ** 32) {
        throw new CompressionFault('The compressed data is damaged: its checksum is wrong.');
      }
    }
  } finally {
    await source.return?.();
  }
}

async function hasMore(input: BitReader, member: number): Promise<boolean> {
  await input.fill(1);
  return member === 0 || !input.isAtEnd();
}

async function readHeader(input: BitReader, member: number): Promise<void> {
  const byte = async (): Promise<number> => {
    await input.fill(1);
    return input.bits(8);
  };
  const isMember = (await byte()) === 0x1f && (await byte()) === 0x8b && (await byte()) === 8;
  const flags = isMember ? await byte() : RESERVED;
  if ((flags & RESERVED) !== 0) {
    throw new CompressionFault(
      member === 0
        ? 'The data is not compressed with gzip.'
        : 'Unexpected data after the end of the compressed stream.',
    );
  }
  for (let skipped = 0; skipped < 6; skipped++) await byte();
  if (flags & HAS_EXTRA) {
    for (let left = (await byte()) | ((await byte()) << 8); left > 0; left--) await byte();
  }
  for (const text of [HAS_NAME, HAS_COMMENT]) {
    if (flags & text) while ((await byte()) !== 0);
  }
  if (flags & HAS_CHECKSUM) for (let skipped = 0; skipped < 2; skipped++) await byte();
}

function checksum(before: number, bytes: Uint8Array): number {
  let crc = before;
  for (let at = 0; at < bytes.length; at++) crc = (CRC_TABLE[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
  return crc;
}

/** Reads a little-endian number of four bytes. */
function word(input: BitReader): number {
  return input.bits(16) + input.bits(16) * 65_536;
}
