import { joinBytes } from '../../base/crypto/text-encoding.ts';

/** The maximum distance of a copy (RFC 1951, section 2). */
const WINDOW_BYTES = 32_768;

const CHUNK_BYTES = 65_536;

const MAX_COPY_BYTES = 258;

/** The symbol after those of the 256 bytes (RFC 1951, 3.2.5). */
const END_OF_BLOCK = 256;

/** Of the header of a block, with its code lengths. */
const MAX_HEADER_BYTES = 512;

/** Of a length with its distance. */
const MAX_CODE_BYTES = 8;

/** The data is not in the expected format. The message is for the sender. */
export class CompressionFault extends Error {
  override readonly name = 'CompressionFault';
}

/** Reads bits of its input, the lowest of each byte first. */
export type BitReader = {
  /** Buffers this many bytes, or all that are left: the other methods do not wait. */
  fill(bytes: number): Promise<void>;
  /** Whether this many bytes are buffered, or all that are left. */
  has(bytes: number): boolean;
  /** Whether all input was read. Valid after {@link BitReader.fill}. */
  isAtEnd(): boolean;
  /** Reads up to 16 bits. @throws CompressionFault when the input ends */
  bits(count: number): number;
  /** Reads a symbol. @throws CompressionFault when it is invalid, or the input ends */
  symbol(code: Code): number;
  /** Skips the rest of the current byte. */
  align(): void;
};

/** A Huffman code: for each number of `bits` bits the symbol that it starts with, and the length of that symbol in the low four bits. */
type Code = { readonly bits: number; readonly entries: Uint16Array };

/** Reads chunks of the source as they are needed. */
export function createBitReader(source: AsyncIterator<Uint8Array>): BitReader {
  let bytes = new Uint8Array();
  let at = 0;
  let ended = false;
  let held = 0;
  let count = 0;

  const left = (): number => bytes.length - at + (count >> 3);

  function hold(wanted: number): void {
    while (count < wanted && at < bytes.length) {
      held |= (bytes[at++] ?? 0) << count;
      count += 8;
    }
  }

  function take(length: number): void {
    if (length > count) throw new CompressionFault('The compressed data is truncated.');
    held >>>= length;
    count -= length;
  }

  return {
    has: (wanted) => ended || left() >= wanted,
    isAtEnd: () => ended && left() === 0,
    async fill(wanted) {
      while (!ended && left() < wanted) {
        const { value, done } = await source.next();
        if (done === true) {
          ended = true;
        } else {
          bytes = joinBytes([bytes.subarray(at), value], bytes.length - at + value.length);
          at = 0;
        }
      }
    },
    bits(length) {
      hold(length);
      const value = held & ((1 << length) - 1);
      take(length);
      return value;
    },
    symbol({ bits, entries }) {
      hold(bits);
      const entry = entries[held & ((1 << bits) - 1)] ?? 0;
      if (entry === 0 && count >= bits) throw damaged();
      take(entry === 0 ? bits : entry & 15);
      return entry >> 4;
    },
    align: () => take(count & 7),
  };
}

/** Decompressed bytes: the window of yielded bytes, which copies may refer to, and then new ones. */
type Output = { readonly bytes: Uint8Array; size: number; handedOn: number };

/**
 * Decompresses DEFLATE data (RFC 1951) from the position of a reader, and leaves the reader after its last byte, which the streams of
 * the platform do not report. Keeps one chunk and the window in memory.
 *
 * @throws CompressionFault, or the error of the input, after the bytes before it
 */
export async function* inflate(input: BitReader): AsyncGenerator<Uint8Array> {
  const output: Output = { bytes: new Uint8Array(WINDOW_BYTES + CHUNK_BYTES + MAX_COPY_BYTES), size: 0, handedOn: 0 };
  try {
    for (let last = false; !last; ) {
      await input.fill(MAX_HEADER_BYTES);
      last = input.bits(1) === 1;
      const kind = input.bits(2);
      const decode =
        kind === 0 ? storedBlock(input) : codedBlock(input, kind === 1 ? fixedCodes() : readCodes(input, kind));
      while (!decode(output)) {
        if (isFull(output)) yield* flush(output);
        await input.fill(MAX_CODE_BYTES);
      }
    }
  } catch (error) {
    yield* flush(output); // the bytes before the fault
    throw error;
  }
  yield* flush(output);
  input.align();
}

/** Decodes symbols while there is input and space. @returns whether the block has ended */
type BlockDecoder = (output: Output) => boolean;

function storedBlock(input: BitReader): BlockDecoder {
  input.align();
  let left = input.bits(16);
  if (input.bits(16) !== (left ^ 0xffff)) throw damaged();
  return (output) => {
    for (; left > 0 && !isFull(output) && input.has(1); left--) output.bytes[output.size++] = input.bits(8);
    return left === 0;
  };
}

function codedBlock(input: BitReader, { lengths, distances }: Codes): BlockDecoder {
  return (output) => {
    const { bytes } = output;
    while (!isFull(output) && input.has(MAX_CODE_BYTES)) {
      const symbol = input.symbol(lengths);
      if (symbol === END_OF_BLOCK) return true;
      if (symbol < END_OF_BLOCK) {
        bytes[output.size++] = symbol;
        continue;
      }
      const end = output.size + extended(input, LENGTHS, symbol - END_OF_BLOCK - 1);
      const distance = extended(input, DISTANCES, input.symbol(distances));
      if (distance > output.size) throw damaged();
      for (let at = output.size; at < end; at++) bytes[at] = bytes[at - distance] ?? 0;
      output.size = end;
    }
    return false;
  };
}

function isFull({ size }: Output): boolean {
  return size >= WINDOW_BYTES + CHUNK_BYTES;
}

/** Yields the new bytes, then keeps only the window. */
function* flush(output: Output): Generator<Uint8Array> {
  const { bytes, size, handedOn } = output;
  if (size > handedOn) yield bytes.slice(handedOn, size);
  if (size > WINDOW_BYTES) bytes.copyWithin(0, size - WINDOW_BYTES, size);
  output.size = Math.min(size, WINDOW_BYTES);
  output.handedOn = output.size;
}

/** The codes of a block: for literals and lengths, and for distances. */
type Codes = { readonly lengths: Code; readonly distances: Code };

/** First values and extra bits of lengths and distances (RFC 1951, 3.2.5). */
const LENGTHS = extensions(
  3,
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
  [MAX_COPY_BYTES],
);
const DISTANCES = extensions(
  1,
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
);

type Extension = { readonly first: number; readonly bits: number };

function extensions(first: number, bits: readonly number[], more: readonly number[] = []): readonly Extension[] {
  let next = first;
  const all = bits.map((count) => {
    const extension = { first: next, bits: count };
    next += 1 << count;
    return extension;
  });
  return [...all, ...more.map((value) => ({ first: value, bits: 0 }))];
}

function extended(input: BitReader, table: readonly Extension[], symbol: number): number {
  const extension = table[symbol];
  if (extension === undefined) throw damaged();
  return extension.first + input.bits(extension.bits);
}

/** The order of the lengths of the code length code (RFC 1951, 3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** @param kind of the block: 3 is reserved */
function readCodes(input: BitReader, kind: number): Codes {
  if (kind !== 2) throw damaged();
  const literals = input.bits(5) + 257;
  const distances = input.bits(5) + 1;
  const count = input.bits(4) + 4;
  const own = new Uint8Array(ORDER.length);
  for (const place of ORDER.slice(0, count)) own[place] = input.bits(3);
  const code = codeOf(own);
  const lengths = new Uint8Array(literals + distances);
  for (let at = 0; at < lengths.length; ) {
    const symbol = input.symbol(code);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw damaged();
    const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
    const times = symbol === 16 ? 3 + input.bits(2) : symbol === 17 ? 3 + input.bits(3) : 11 + input.bits(7);
    if (at + times > lengths.length) throw damaged();
    lengths.fill(value, at, at + times);
    at += times;
  }
  return { lengths: codeOf(lengths.subarray(0, literals)), distances: codeOf(lengths.subarray(literals)) };
}

let fixed: Codes | undefined;

function fixedCodes(): Codes {
  const lengths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
  fixed ??= { lengths: codeOf(lengths), distances: codeOf(new Uint8Array(30).fill(5)) };
  return fixed;
}

/** Creates the code whose symbols have these lengths in bits (RFC 1951, 3.2.2); 0: the symbol does not occur. */
function codeOf(lengths: Uint8Array): Code {
  const bits = Math.max(1, ...lengths);
  const entries = new Uint16Array(1 << bits);
  let code = 0;
  for (let length = 1; length <= bits; length++, code <<= 1) {
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      if (code >= 1 << length) throw damaged();
      for (let at = reversed(code, length); at < entries.length; at += 1 << length)
        entries[at] = (symbol << 4) | length;
      code++;
    }
  }
  return { bits, entries };
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let at = 0; at < length; at++) result |= ((code >> at) & 1) << (length - 1 - at);
  return result;
}

function damaged(): CompressionFault {
  return new CompressionFault('The compressed data is damaged.');
}
