import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Rotations per round (RFC 1321 section 3.4): four, repeated four times. */
const ROTATIONS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** T[i] = floor(2^32 * |sin(i + 1)|) (RFC 1321 section 3.4). */
const SINES = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

/**
 * The MD5 of a short id by which clients address objects (specification: Versioning 4): lowercase hex.
 *
 * Every UTF-16 code unit is one slot of the message. Up to 255 that is plain MD5 of Latin-1 bytes. The high byte of a
 * larger code unit is XORed into the next slot of the same 32-bit word, and lost in the last slot: this is what existing
 * clients compute; no byte encoding yields the same result.
 */
export function md5Hex(text: string): string {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0xff) return digestOfUnits(text);
    bytes[index] = unit;
  }
  return bytesToHex(md5(bytes));
}

/** For text with code units above 255, which is not the MD5 of any bytes: no library computes it. */
function digestOfUnits(text: string): string {
  const { length } = text;
  const blocks = Math.floor((length + 8) / 64) + 1;
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const words = new Int32Array(16);
  for (let block = 0; block < blocks; block++) {
    words.fill(0);
    for (let i = 0; i < 64; i++) {
      const at = block * 64 + i;
      const slot = at < length ? text.charCodeAt(at) : at === length ? 0x80 : 0;
      words[i >> 2] = (words[i >> 2] ?? 0) ^ (slot << (8 * (i & 3)));
    }
    if (block === blocks - 1) {
      words[14] = length << 3;
      words[15] = Math.floor(length / 2 ** 29);
    }
    transform(state, words);
  }
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, i) => {
    digest.setInt32(i * 4, word, true);
  });
  return bytesToHex(new Uint8Array(digest.buffer));
}

function transform(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const rotation = ROTATIONS[round]?.[i & 3] ?? 0;
    const sum = (a + mix(round, b, c, d) + (SINES[i] ?? 0) + (words[wordOf(round, i)] ?? 0)) | 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << rotation) | (sum >>> (32 - rotation)))) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
}

/** The functions F, G, H and I. */
function mix(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (b & d) | (c & ~d);
  if (round === 2) return b ^ c ^ d;
  return c ^ (b | ~d);
}

/** The index of the one of sixteen words that a step uses. */
function wordOf(round: number, i: number): number {
  if (round === 0) return i;
  if (round === 1) return (5 * i + 1) & 15;
  if (round === 2) return (3 * i + 5) & 15;
  return (7 * i) & 15;
}
