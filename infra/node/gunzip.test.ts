import { readFileSync } from 'node:fs';
import { constants, crc32, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { CompressionFault } from '../../shared/exchange/transfer/gunzip.ts';
import { gunzip } from './gunzip.ts';

/** A source that yields bytes in chunks of these sizes, repeatedly. */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function unzipped(bytes: Uint8Array, sizes: readonly number[] = [65_536]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of gunzip(inPieces(bytes, sizes))) pieces.push(piece);
  return Buffer.concat(pieces);
}

const STRATEGIES = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
];

/** Texts and bytes that use stored, fixed and dynamic blocks, short and long distances. */
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ maxLength: 500 }).map((text) => Buffer.from(text)),
  fc
    .tuple(fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 20 }), fc.nat(5000), fc.nat())
    .map(([words, count, step]) =>
      Buffer.from(Array.from({ length: count }, (_, at) => words[(at * step + (at >> 3)) % words.length]).join(' ')),
    ),
);
const options = fc.record({
  level: fc.integer({ min: 0, max: 9 }),
  memLevel: fc.integer({ min: 1, max: 9 }),
  windowBits: fc.integer({ min: 9, max: 15 }),
  strategy: fc.constantFrom(...STRATEGIES),
});
const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 });

describe('gunzip', () => {
  test('decompresses every member, however the bytes are chunked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(contents, options), { minLength: 1, maxLength: 4 }),
        sizes,
        async (all, cuts) => {
          const members = all.map(([content, how]) => gzipSync(content, how));
          const given = await unzipped(Buffer.concat(members), cuts);
          expect(given.equals(Buffer.concat(all.map(([content]) => content)))).toBe(true);
        },
      ),
    );
  });

  test('reads large files of many blocks in little memory', async () => {
    const content = Buffer.concat(Array.from({ length: 20 }, () => readFileSync(import.meta.filename)));
    for (const level of [0, 1, 9]) expect((await unzipped(gzipSync(content, { level }))).equals(content)).toBe(true);
    const zeros = gzipSync(Buffer.alloc(30_000_000));
    let size = 0;
    for await (const piece of gunzip(inPieces(zeros, [zeros.length]))) {
      expect(piece.length).toBeLessThan(200_000);
      size += piece.length;
    }
    expect(size).toBe(30_000_000);
  });

  test('reads headers with an extra field, a name, a comment and a checksum', async () => {
    const plain = gzipSync('text');
    const flagged = Buffer.from(plain.subarray(0, 10)).fill(2 | 4 | 8 | 16, 3, 4);
    const header = Buffer.concat([flagged, Buffer.from([3, 0, 1, 2, 3]), Buffer.from('name\0comment\0')]);
    const checksum = Buffer.alloc(2);
    checksum.writeUInt16LE(crc32(header) & 0xffff);
    const parts = [header, checksum, plain.subarray(10)];
    expect((await unzipped(Buffer.concat([...parts, plain]), [1])).toString()).toBe('texttext');
  });

  const whole = gzipSync(readFileSync(import.meta.filename));

  test('truncated data is refused', async () => {
    for (let length = 0; length < whole.length; length += length < 40 || length > whole.length - 40 ? 1 : 97) {
      await expect(unzipped(whole.subarray(0, length)), `${length}`).rejects.toThrow(CompressionFault);
      if (length > 0) {
        await expect(unzipped(Buffer.concat([whole, whole.subarray(0, length)]))).rejects.toThrow(CompressionFault);
      }
    }
  });

  test('altered data is refused, or decompresses to the same bytes', async () => {
    const content = readFileSync(import.meta.filename);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ change;
        const outcome = await unzipped(changed).catch((error: unknown) => error);
        if (Buffer.isBuffer(outcome)) expect(outcome.equals(content)).toBe(true);
        else expect(outcome).toBeInstanceOf(CompressionFault);
      }),
    );
  });

  test('random bytes are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await expect(unzipped(bytes)).rejects.toThrow(CompressionFault);
        const header = whole.subarray(0, 10);
        await expect(unzipped(Buffer.concat([header, bytes]))).rejects.toThrow(CompressionFault);
      }),
    );
  });

  test('an error of the source is passed on unchanged', async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield whole.subarray(0, 100);
      throw new Error('The connection broke.');
    }
    await expect(Array.fromAsync(gunzip(source()))).rejects.toThrow(new Error('The connection broke.'));
  });

  test('closes its source when the reader stops', async () => {
    let ended = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield whole;
      } finally {
        ended = true;
      }
    }
    for await (const _piece of gunzip(source())) break;
    await vi.waitFor(() => expect(ended).toBe(true));
  });
});
