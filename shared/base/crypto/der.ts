/** Universal tags of the few ASN.1 types that RSA keys contain (X.690 section 8). */
export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
} as const;

type Tag = (typeof TAG)[keyof typeof TAG];

/** Unexpected or malformed DER. Always caught inside `shared/base/crypto`. */
export class DerError extends Error {}

/**
 * Reads DER (X.690 section 10) element by element, and accepts no other encoding: lengths and integers must have their shortest
 * form, and nothing may be left over.
 */
export class DerReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The contents of the next element, which must have this tag. */
  read(tag: Tag): Uint8Array {
    if (this.#byte() !== tag) throw new DerError('unexpected tag');
    const length = this.#length();
    if (length > this.#bytes.length - this.#at) throw new DerError('truncated');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** The elements inside the next element, which must be a SEQUENCE. */
  sequence(): DerReader {
    return new DerReader(this.read(TAG.sequence));
  }

  /** The next element, which must be an INTEGER that is not negative: its magnitude, without leading zero bytes. */
  unsignedInteger(): Uint8Array {
    const content = this.read(TAG.integer);
    const [first, second] = content;
    if (first === undefined || first >= 0x80) throw new DerError('empty or negative integer');
    if (first !== 0) return content;
    if (second !== undefined && second < 0x80) throw new DerError('integer with needless zero byte');
    return content.subarray(1);
  }

  /** Throws unless everything has been read. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new DerError('trailing bytes');
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new DerError('truncated');
    return byte;
  }

  #length(): number {
    const first = this.#byte();
    if (first < 0x80) return first;
    const count = first & 0x7f;
    if (count === 0 || count > 3) throw new DerError('indefinite or excessive length');
    let length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + this.#byte();
    if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('length not in its shortest form');
    return length;
  }
}

/** One element in DER: tag, length, and the parts one after the other. */
export function derElement(tag: Tag, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...derLength(length)];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  let at = header.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** An INTEGER of this magnitude (big endian, without leading zero bytes). */
export function derUnsignedInteger(magnitude: Uint8Array): Uint8Array<ArrayBuffer> {
  const needsZero = magnitude[0] === undefined || magnitude[0] >= 0x80;
  return needsZero ? derElement(TAG.integer, Uint8Array.of(0), magnitude) : derElement(TAG.integer, magnitude);
}

function derLength(length: number): readonly number[] {
  if (length < 0x80) return [length];
  if (length < 0x100) return [0x81, length];
  if (length < 0x10000) return [0x82, length >> 8, length & 0xff];
  return [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
}
