import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors/problem.ts';
import type { Bytes } from './base64.ts';
import { DerError, DerReader, derElement, derUnsignedInteger, TAG } from './der.ts';
import { decodePem, encodeSingleLinePem } from './pem.ts';

/**
 * The identity of an RSA public key: the lowercase hex SHA-256 of its SubjectPublicKeyInfo (RFC 5280), so that every
 * spelling of one key (PKCS#1 or SPKI, any line breaks) has one id and two keys never share one.
 */
export type KeyId = string & { readonly brand: 'KeyId' };

/** An RSA public key (RFC 8017). Its numbers are not validated here: see {@link isSoundKey}. */
export type PublicKey = {
  readonly id: KeyId;
  /** SubjectPublicKeyInfo as PEM on a single line: one text per key. */
  readonly pem: string;
  /** DER of SubjectPublicKeyInfo. */
  readonly spki: Bytes;
  /** Length of the modulus in bits. */
  readonly bits: number;
  /** Big endian, without leading zero bytes. */
  readonly modulus: Uint8Array;
  readonly exponent: bigint;
  /**
   * MD5 of the `ssh-rsa` form (RFC 4253 section 6.6), lowercase hex: the fingerprint by which clients name persons and badges. Not an
   * identity: use `id` to compare keys. Calculated at its first use.
   */
  readonly fingerprint: string;
};

/** Parses keys: {@link parsePublicKey}, or a cache of it. Throws Problem `malformed-key`. */
export type ReadKey = (pem: string) => PublicKey;

/** Maximum length of a modulus, far more than any client uses: larger ones would only cost time. */
const MAX_BITS = 16_384;

/** A PEM with a modulus of {@link MAX_BITS} is shorter. */
const MAX_PEM_LENGTH = 16_384;

/**
 * Parses an RSA public key in any encoding: SubjectPublicKeyInfo (`PUBLIC KEY`) or PKCS#1 (`RSA PUBLIC KEY`), with
 * line breaks or without. All encodings of a key give equal results; different keys never do.
 *
 * @throws Problem `malformed-key` (400) for anything else
 */
export function parsePublicKey(pem: string): PublicKey {
  const document = pem.length > MAX_PEM_LENGTH ? null : decodePem(pem);
  if (document === null) throw malformed('it is not a PEM document');
  try {
    if (document.label === 'PUBLIC KEY') return fromSpki(document.bytes);
    if (document.label === 'RSA PUBLIC KEY') return fromPkcs1(document.bytes);
  } catch (error) {
    if (error instanceof DerError) throw malformed('its contents are not an RSA public key in DER');
    throw error;
  }
  throw malformed('it must begin with "BEGIN PUBLIC KEY" or "BEGIN RSA PUBLIC KEY"');
}

/** The public key with these numbers (big endian, without leading zero bytes). @throws Problem `malformed-key` */
export function publicKeyOf(modulus: Uint8Array, exponent: Uint8Array): PublicKey {
  const bits = modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24;
  if (modulus.length === 0 || exponent.length === 0) throw malformed('one of its numbers is zero');
  if (bits > MAX_BITS || exponent.length > modulus.length) throw malformed('its numbers are too large');
  const numbers = derElement(TAG.sequence, derUnsignedInteger(modulus), derUnsignedInteger(exponent));
  const spki = derElement(TAG.sequence, RSA_ALGORITHM, derElement(TAG.bitString, Uint8Array.of(0), numbers));
  let fingerprint: string | null = null;
  return {
    id: bytesToHex(sha256(spki)) as KeyId, // the definition of KeyId
    pem: encodeSingleLinePem('PUBLIC KEY', spki),
    spki,
    bits,
    modulus,
    exponent: BigInt(`0x${bytesToHex(exponent)}`),
    get fingerprint() {
      fingerprint ??= bytesToHex(md5(concatBytes(sshString(SSH_RSA), sshInteger(exponent), sshInteger(modulus))));
      return fingerprint;
    },
  };
}

/** Name of the key type (RFC 4253, 6.6). */
const SSH_RSA = new TextEncoder().encode('ssh-rsa');

/** Whether a key is acceptable for authentication: 2048 to 8192 bits, an odd exponent from 3 to 2^32. */
export function isSoundKey(key: PublicKey): boolean {
  const odd = ((key.modulus.at(-1) ?? 0) & 1) === 1 && (key.exponent & 1n) === 1n;
  return odd && key.bits >= 2048 && key.bits <= 8192 && key.exponent >= 3n && key.exponent < 2n ** 32n;
}

function fromSpki(bytes: Uint8Array): PublicKey {
  const outer = new DerReader(bytes);
  const info = outer.sequence();
  outer.end();
  readRsaAlgorithm(info.sequence());
  const bitString = info.read(TAG.bitString);
  info.end();
  if (bitString[0] !== 0) throw new DerError('unused bits');
  return fromPkcs1(bitString.subarray(1));
}

function fromPkcs1(bytes: Uint8Array): PublicKey {
  const outer = new DerReader(bytes);
  const numbers = outer.sequence();
  outer.end();
  const modulus = numbers.unsignedInteger();
  const exponent = numbers.unsignedInteger();
  numbers.end();
  return publicKeyOf(modulus, exponent);
}

function malformed(why: string): Problem {
  return new Problem('malformed-key', `A public key cannot be read: ${why}.`);
}

function sshInteger(magnitude: Uint8Array): Uint8Array {
  return sshString((magnitude[0] ?? 0) >= 0x80 ? concatBytes(Uint8Array.of(0), magnitude) : magnitude);
}

function sshString(bytes: Uint8Array): Uint8Array {
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, bytes.length);
  return concatBytes(new Uint8Array(length.buffer), bytes);
}

/** rsaEncryption, 1.2.840.113549.1.1.1 (RFC 8017 appendix C). */
const RSA_ENCRYPTION = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01);

/** AlgorithmIdentifier of RSA keys, whose parameters are NULL (RFC 3279 section 2.3.1), in DER. */
export const RSA_ALGORITHM = derElement(TAG.sequence, derElement(TAG.oid, RSA_ENCRYPTION), derElement(TAG.null));

/** Reads the contents of an AlgorithmIdentifier; throws {@link DerError} unless it is {@link RSA_ALGORITHM}. */
export function readRsaAlgorithm(reader: DerReader): void {
  const oid = reader.read(TAG.oid);
  if (oid.length !== RSA_ENCRYPTION.length || oid.some((byte, i) => byte !== RSA_ENCRYPTION[i])) {
    throw new DerError('not an RSA key');
  }
  if (reader.read(TAG.null).length !== 0) throw new DerError('NULL with contents');
  reader.end();
}

/**
 * A {@link ReadKey} with a cache: many objects name the same few keys, and a look-up takes a fraction of the time of parsing.
 *
 * @param max size of the cache
 */
export function createKeyRing(max = 2000): ReadKey {
  const keys = new LRUCache<string, PublicKey>({ max });
  return (pem) => {
    const known = keys.get(pem);
    if (known !== undefined) return known;
    const key = parsePublicKey(pem);
    keys.set(pem, key);
    return key;
  };
}
