import { constants, generateKeyPair as generate, type KeyObject, sign as nodeSign, privateEncrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bytes, decodeBase64 } from './base64.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';
import { createSignatureVerifier, type RsaVerification } from './rsa.ts';
import { encodeUtf8, signedByteForms } from './text-encoding.ts';

/** A key published for tests; it protects nothing. */
const KNOWN_PUBLIC =
  '-----BEGIN PUBLIC KEY-----MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkJDc6CkMP6bdvCJ3JTktaABCpem4/mfo/nM22m2mmwVvDCHXIQbz8rnzbG0A5WKRJ/IqlltcWxQwVrux0JYn6TM3CFdEzpiCV7QrwnerEPKyWQWIf9DaAVTHKGrgqs0f9HGfPZYaT6hPW7x7pSpTTFXLeTA4YYxrO5HHL50u/cQIDAQAB-----END PUBLIC KEY-----';
const KNOWN_TEXT = `{"@context":"https://schema.cassproject.org/kbac/0.4","@owner":"${KNOWN_PUBLIC}","@type":"TimeLimitedSignature","expiry":1900000000000,"server":"http://localhost/api/"}`;
const KNOWN_SHA256 =
  'ppSrhvnvnPmeEnLUKIfVPt71a1jQpuPn1+LXpBXakj4kaTTDEDUxeXcSSdeFlVHH1ERHFpLOtwhMOa0AH4B6pcFU3YharLf+iqy65vDPFTYeHFNb8xfPlB26uIqZxib5NbbhvOl6Mw6yPIqmzMLEg4OGFvVfsGqkL37pNyWoFJI=';
const KNOWN_SHA1 =
  'Cks2+PhqL4qi8EvXKajjdSk0lwFWni+wU3EquDYvLbfR1IoJssvRoxrKQZMzLiGmwW1NDVzm5NSOUl7Y54Kjvp68ByL2nugmKmbWPjvAG7OqV+lTZIMJjUg0lqGem9In35pvDbkoOggVngpXqpwuKgRf+5VBb+5UigJmTWoSQMA=';

/** DigestInfo prefixes of RFC 8017 section 9.2 note 1. */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');
const SHA256_INFO_WITHOUT_NULL = Buffer.from('302f300b0609608648016503040201' + '0420', 'hex');
const SHA1_INFO = Buffer.from('3021300906052b0e03021a05000414', 'hex');
const SHA512_INFO = Buffer.from('3051300d060960864801650304020305000440', 'hex');

const MESSAGE = encodeUtf8('123400');

type Pair = { readonly size: number; readonly privateKey: KeyObject; readonly publicKey: PublicKey };
async function makePair(size: number, publicExponent = 65537): Promise<Pair> {
  const pair = await promisify(generate)('rsa', { modulusLength: size, publicExponent });
  const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return { size, privateKey: pair.privateKey, publicKey: parsePublicKey(pem) };
}

function bytes(data: Uint8Array): Bytes {
  return Uint8Array.from(data);
}

function signature({ privateKey }: Pair, hash: 'sha256' | 'sha1' | 'sha512' = 'sha256'): Bytes {
  return bytes(nodeSign(hash, MESSAGE, privateKey));
}

async function digest(hash: string): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest(hash, MESSAGE));
}

/** The signature whose padded message is exactly this block: the raw RSA operation. */
function rawSignature(pair: Pair, block: Uint8Array): Bytes {
  return bytes(privateEncrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, block));
}

/** 00 01 FF... 00 T, with as much FF as fits. */
function block(size: number, info: Uint8Array, filler = 0xff): Buffer {
  const padding = Buffer.alloc(size / 8 - 3 - info.length, filler);
  return Buffer.concat([Buffer.of(0, 1), padding, Buffer.of(0), info]);
}

function toNumber(data: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(data).toString('hex')}`);
}

function toBytes(value: bigint, length: number): Bytes {
  return bytes(Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex'));
}

/** Tests of what every verification of signatures accepts and refuses. */
export function describeSignatures(name: string, verifyRsa: RsaVerification): void {
  describe(`RSA signatures, ${name}`, () => {
    const verifier = createSignatureVerifier(verifyRsa);
    let pairs: readonly Pair[];
    let first: Pair;
    let cubic: Pair;

    beforeAll(async () => {
      pairs = await Promise.all([2048, 3072, 4096].map((size) => makePair(size)));
      [first] = pairs as [Pair];
      cubic = await makePair(2048, 3);
    }, 60_000);

    function verify(
      pair: Pair,
      given: Bytes,
      message = MESSAGE,
      hash: 'SHA-256' | 'SHA-1' = 'SHA-256',
    ): Promise<boolean> {
      return verifier.verify(pair.publicKey, given, message, hash);
    }

    test('known signatures of an existing client verify', async () => {
      const key = parsePublicKey(KNOWN_PUBLIC);
      const [form] = signedByteForms(KNOWN_TEXT);
      const sha256 = decodeBase64(KNOWN_SHA256);
      const sha1 = decodeBase64(KNOWN_SHA1);
      if (form === undefined || sha256 === null || sha1 === null) throw new Error('unreadable vector');
      expect(await verifier.verify(key, sha256, form, 'SHA-256')).toBe(true);
      expect(await verifier.verify(key, sha1, form, 'SHA-1')).toBe(true);
      expect(await verifier.verify(key, sha256, form, 'SHA-1')).toBe(false);
      expect(await verifier.verify(key, sha1, form, 'SHA-256')).toBe(false);
    });

    // B11 builds its cases from RFC 8017, with Node as the oracle.
    test('B11 right signatures verify at 2048, 3072 and 4096 bits', async () => {
      for (const pair of pairs) {
        expect(await verify(pair, signature(pair))).toBe(true);
        expect(
          await verify(
            pair,
            rawSignature(pair, block(pair.size, Buffer.concat([SHA256_INFO, await digest('SHA-256')]))),
          ),
        ).toBe(true);
      }
    });

    test('B11 signatures over any other padded message are refused', async () => {
      const hash = await digest('SHA-256');
      const info = Buffer.concat([SHA256_INFO, hash]);
      for (const pair of pairs) {
        const right = block(pair.size, info);
        const changedAt = (at: number, value: number): Buffer => {
          const changed = Buffer.from(right);
          changed[at < 0 ? changed.length + at : at] = value;
          return changed;
        };
        const rest = right.length - 11 - info.length;
        const blocks: Record<string, Buffer> = {
          'block type 0': changedAt(1, 0),
          'block type 2': changedAt(1, 2),
          'first padding byte': changedAt(2, 0xfe),
          'last padding byte': changedAt(right.length - info.length - 2, 0x7f),
          'separator not zero': changedAt(right.length - info.length - 1, 1),
          'zero padding': block(pair.size, info, 0),
          'digest changed': changedAt(-1, (right.at(-1) ?? 0) ^ 1),
          'no NULL parameters': block(pair.size, Buffer.concat([SHA256_INFO_WITHOUT_NULL, hash])),
          'no DigestInfo': block(pair.size, hash),
          'digest cut': block(pair.size, info.subarray(0, -1)),
          'bytes after the digest': block(pair.size, Buffer.concat([info, Buffer.of(0)])),
          'short padding, garbage behind': Buffer.concat([
            Buffer.of(0, 1),
            Buffer.alloc(8, 255),
            Buffer.of(0),
            info,
            Buffer.alloc(rest, 7),
          ]),
          'short padding, garbage before': Buffer.concat([
            Buffer.of(0, 1),
            Buffer.alloc(8, 255),
            Buffer.of(0),
            Buffer.alloc(rest, 7),
            info,
          ]),
          'SHA-1 DigestInfo with SHA-256 digest': block(pair.size, Buffer.concat([SHA1_INFO, hash])),
          'SHA-1': block(pair.size, Buffer.concat([SHA1_INFO, await digest('SHA-1')])),
          'SHA-512': block(pair.size, Buffer.concat([SHA512_INFO, await digest('SHA-512')])),
          'outer length in long form': block(pair.size, Buffer.concat([Buffer.of(0x30, 0x81), info.subarray(1)])),
          'all zero': Buffer.alloc(right.length),
          one: Buffer.concat([Buffer.alloc(right.length - 1), Buffer.of(1)]),
        };
        for (const [name, padded] of Object.entries(blocks)) {
          expect(await verify(pair, rawSignature(pair, padded)), `${pair.size}: ${name}`).toBe(false);
        }
      }
    });

    test('B11 other messages, digests, keys and PSS are refused', async () => {
      const [second] = pairs.slice(1) as [Pair];
      expect(await verify(first, signature(first), encodeUtf8('123401'))).toBe(false);
      expect(await verify(first, signature(first), encodeUtf8(''))).toBe(false);
      expect(await verify(first, signature(first, 'sha512'))).toBe(false);
      expect(await verify(first, signature(first, 'sha1'))).toBe(false);
      expect(await verify(first, signature(first, 'sha1'), MESSAGE, 'SHA-1')).toBe(true);
      expect(await verify(second, signature(first))).toBe(false);
      const pss = nodeSign('sha256', MESSAGE, { key: first.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING });
      expect(await verify(first, bytes(pss))).toBe(false);
    });

    test('B7 a flipped bit in any of the 256 bytes is refused', async () => {
      const right = signature(first);
      for (let i = 0; i < right.length; i++) {
        const wrong = bytes(right);
        wrong[i] = (wrong[i] ?? 0) ^ (1 << (i % 8));
        expect(await verify(first, wrong)).toBe(false);
      }
    });

    test('B8 a signature plus the modulus is refused', async () => {
      const modulus = toNumber(first.publicKey.modulus);
      let tries = 0;
      for (let i = 0; i < 200 && tries < 3; i++) {
        const message = encodeUtf8(`message ${i}`);
        const right = bytes(nodeSign('sha256', message, first.privateKey));
        const sum = toNumber(right) + modulus;
        if (sum >= 2n ** 2048n) continue;
        tries++;
        expect(await verify(first, right, message)).toBe(true);
        expect(await verify(first, toBytes(sum, 256), message)).toBe(false);
      }
      expect(await verify(first, toBytes(toNumber(signature(first)) + modulus, 257))).toBe(false);
      expect(await verify(first, toBytes(modulus, 256))).toBe(false);
    });

    test('B9 short, long and zero signatures are refused', async () => {
      const right = signature(first);
      const wrong = [
        new Uint8Array(),
        right.slice(0, -1),
        right.slice(1),
        Uint8Array.of(...right, 0),
        Uint8Array.of(0, ...right),
        new Uint8Array(256),
        new Uint8Array(256).fill(255),
        toBytes(1n, 256),
        new Uint8Array(100_000),
      ];
      for (const given of wrong) expect(await verify(first, given)).toBe(false);
    });

    test('B9 a signature that begins with a zero byte verifies in full length only', async () => {
      for (let i = 0; i < 5000; i++) {
        const message = encodeUtf8(`message ${i}`);
        const right = bytes(nodeSign('sha256', message, first.privateKey));
        if (right[0] !== 0) continue;
        expect(await verify(first, right, message)).toBe(true);
        expect(await verify(first, right.slice(1), message)).toBe(false);
        return;
      }
    });

    test('B8 B9 such signatures are refused whatever the platform makes of them', async () => {
      const trusting = createSignatureVerifier(() => true);
      const { publicKey } = first;
      const modulus = toNumber(publicKey.modulus);
      const isValid = (given: Bytes) => trusting.verify(publicKey, given, MESSAGE, 'SHA-256');
      for (const given of [
        toBytes(modulus, 256),
        toBytes(modulus + 1n, 256),
        new Uint8Array(255),
        new Uint8Array(257),
      ]) {
        expect(await isValid(given)).toBe(false);
      }
      expect(await isValid(toBytes(modulus - 1n, 256))).toBe(true);
    });

    test('B10 padding forged as a cube root is refused for exponent 3', async () => {
      expect(await verify(cubic, signature(cubic))).toBe(true);
      const start = Buffer.concat([
        Buffer.of(0, 1),
        Buffer.alloc(8, 255),
        Buffer.of(0),
        SHA256_INFO,
        await digest('SHA-256'),
      ]);
      const wanted = toNumber(Buffer.concat([start, Buffer.alloc(256 - start.length, 255)]));
      const forged = cubeRoot(wanted);
      const cube = toBytes(forged ** 3n, 256);
      expect(Buffer.from(cube.subarray(0, start.length))).toEqual(start); // a verifier that ignores the bytes after it would accept the signature
      expect(await verify(cubic, toBytes(forged, 256))).toBe(false);
    });
  });
}

function cubeRoot(value: bigint): bigint {
  let low = 0n;
  let high = 1n << 700n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** 3n <= value) low = middle;
    else high = middle;
  }
  return low;
}
