import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../errors/problem.ts';
import { derElement, derUnsignedInteger, TAG } from './der.ts';
import { encodeSingleLinePem, looksLikePem, singleLinePem } from './pem.ts';
import { createKeyRing, isSoundKey, parsePublicKey, RSA_ALGORITHM } from './public-key.ts';

const KNOWN =
  '-----BEGIN PUBLIC KEY-----MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkJDc6CkMP6bdvCJ3JTktaABCpem4/mfo/nM22m2mmwVvDCHXIQbz8rnzbG0A5WKRJ/IqlltcWxQwVrux0JYn6TM3CFdEzpiCV7QrwnerEPKyWQWIf9DaAVTHKGrgqs0f9HGfPZYaT6hPW7x7pSpTTFXLeTA4YYxrO5HHL50u/cQIDAQAB-----END PUBLIC KEY-----';

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const spki = key.export({ type: 'spki', format: 'pem' }).toString();
const pkcs1 = key.export({ type: 'pkcs1', format: 'pem' }).toString();

function pemOf(object: KeyObject): string {
  return object.export({ type: 'spki', format: 'pem' }).toString();
}

function madeOf(modulus: Uint8Array, exponent: Uint8Array): string {
  return encodeSingleLinePem(
    'RSA PUBLIC KEY',
    derElement(TAG.sequence, derUnsignedInteger(modulus), derUnsignedInteger(exponent)),
  );
}

function idOrNull(pem: string): string | null {
  try {
    return parsePublicKey(pem).id;
  } catch (error) {
    if (error instanceof Problem && error.code === 'malformed-key') return null;
    throw error;
  }
}

describe('public keys', () => {
  test('A23 every spelling of a key is the same key', () => {
    const lines = spki.trim().split('\n');
    const spellings = [
      spki,
      spki.replaceAll('\n', '\r\n'),
      spki.replaceAll('\n', '\r'),
      lines.join(''),
      `  \n${spki}\n\n`,
      lines.join('\n   \t'),
      spki.replace('MIIB', 'MI IB'),
      pkcs1,
      pkcs1.replaceAll('\n', ''),
      pkcs1.replaceAll('\n', '\r\n '),
    ];
    const single = lines.join('');
    for (const spelling of spellings) {
      const parsed = parsePublicKey(spelling);
      expect(parsed.pem).toBe(single);
      expect(parsed).toEqual(parsePublicKey(spki));
    }
  });

  test('the id is the SHA-256 of the SubjectPublicKeyInfo', () => {
    const der = key.export({ type: 'spki', format: 'der' });
    expect(parsePublicKey(spki).id).toBe(createHash('sha256').update(der).digest('hex'));
    expect(Buffer.from(parsePublicKey(pkcs1).spki)).toEqual(der);
  });

  test('reads length and exponent', () => {
    const parsed = parsePublicKey(KNOWN);
    expect(parsed.bits).toBe(1024);
    expect(parsed.exponent).toBe(65537n);
    expect(parsed.pem).toBe(KNOWN);
    const odd = generateKeyPairSync('rsa', { modulusLength: 1027, publicExponent: 3 }).publicKey;
    expect(parsePublicKey(pemOf(odd)).bits).toBe(1027);
    expect(parsePublicKey(pemOf(odd)).exponent).toBe(3n);
  });

  test('the fingerprint is the one that clients compute', () => {
    expect(parsePublicKey(KNOWN).fingerprint).toBe('6d549e465e680e10b7e57c3c186ee1f0');
  });

  test('A24 10,000 changed keys: never the same id for another key, and none that other parsers accept is taken for another', () => {
    const original = parsePublicKey(spki);
    const der = Uint8Array.from(original.spki);
    const seen = new Map<string, string>([[original.id, original.pem]]);
    const change = fc.record({
      at: fc.nat(der.length - 1),
      flip: fc.integer({ min: 1, max: 255 }),
      cut: fc.constantFrom(0, 0, 0, 1, 2),
      grow: fc.constantFrom(0, 0, 0, 1),
    });
    fc.assert(
      fc.property(change, ({ at, flip, cut, grow }) => {
        const changed = new Uint8Array(der.length - cut + grow);
        changed.set(der.subarray(0, der.length - cut));
        changed[at] = (changed[at] ?? 0) ^ flip;
        fc.pre(!Buffer.from(der).equals(changed));
        const pem = encodeSingleLinePem('PUBLIC KEY', changed);
        const id = idOrNull(pem);
        if (id === null) return;
        expect(id).not.toBe(original.id);
        expect(seen.get(id) ?? pem).toBe(pem); // an accepted key has only one DER form
        seen.set(id, pem);
      }),
      { numRuns: 10_000 },
    );
  });

  test('B15 keys that are not RSA are refused', () => {
    const others = [
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey,
      generateKeyPairSync('ed25519').publicKey,
      generateKeyPairSync('x25519').publicKey,
      generateKeyPairSync('rsa-pss', { modulusLength: 1024 }).publicKey,
    ];
    for (const other of others) expect(() => parsePublicKey(pemOf(other))).toThrow(Problem);
  });

  test('a text that is not one public key is refused with malformed-key', () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const body = spki.trim().split('\n').slice(1, -1).join('');
    const texts = [
      '',
      'Alice',
      body,
      `${spki}${spki}`,
      `${spki}x`,
      `x${spki}`,
      spki.replace('END PUBLIC', 'END RSA PUBLIC'),
      spki.replaceAll('PUBLIC KEY', 'CERTIFICATE'),
      spki.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY'),
      pkcs1.replaceAll('RSA PUBLIC KEY', 'PUBLIC KEY'),
      `-----BEGIN PUBLIC KEY-----${body.slice(0, -4)}-----END PUBLIC KEY-----`,
      `-----BEGIN PUBLIC KEY-----${body.replaceAll('+', '-').replaceAll('/', '_')}*-----END PUBLIC KEY-----`,
      '-----BEGIN PUBLIC KEY----------END PUBLIC KEY-----',
      pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      `-----BEGIN PUBLIC KEY-----${'A'.repeat(2_000_000)}-----END PUBLIC KEY-----`,
      `-----BEGIN ${' '.repeat(100_000)}`,
    ];
    for (const text of texts) expect(idOrNull(text)).toBeNull();
  });

  test('DER that is not in its shortest form, or has trailing bytes, is refused', () => {
    const modulus = Uint8Array.from(parsePublicKey(spki).modulus);
    const exponent = Uint8Array.of(1, 0, 1);
    const numbers = derElement(TAG.sequence, derUnsignedInteger(modulus), derUnsignedInteger(exponent));
    const bits = (content: Uint8Array, unused = 0) => derElement(TAG.bitString, Uint8Array.of(unused), content);
    const info = (...parts: Uint8Array[]) => encodeSingleLinePem('PUBLIC KEY', derElement(TAG.sequence, ...parts));
    expect(idOrNull(info(RSA_ALGORITHM, bits(numbers)))).toBe(parsePublicKey(spki).id);
    const padded = derElement(TAG.integer, Uint8Array.of(0, 1, 0, 1));
    const negative = derElement(TAG.integer, modulus);
    const texts = [
      info(RSA_ALGORITHM, bits(numbers), derElement(TAG.null)),
      info(RSA_ALGORITHM, bits(numbers, 1)),
      info(RSA_ALGORITHM, bits(derElement(TAG.sequence, derUnsignedInteger(modulus), padded))),
      info(RSA_ALGORITHM, bits(derElement(TAG.sequence, negative, derUnsignedInteger(exponent)))),
      info(RSA_ALGORITHM, bits(derElement(TAG.sequence, derUnsignedInteger(modulus)))),
      info(RSA_ALGORITHM, bits(Uint8Array.of(...numbers, 0))),
      info(RSA_ALGORITHM, bits(Uint8Array.of(0x30, 0x80, ...numbers.subarray(4), 0, 0))),
      info(RSA_ALGORITHM, bits(Uint8Array.of(0x30, 0x83, 0, ...numbers.subarray(2)))),
      info(derElement(TAG.sequence, derElement(TAG.oid, Uint8Array.of(42)), derElement(TAG.null)), bits(numbers)),
      madeOf(modulus, new Uint8Array()),
      madeOf(new Uint8Array(), exponent),
      madeOf(new Uint8Array(3000).fill(255), exponent),
    ];
    for (const text of texts) expect(idOrNull(text)).toBeNull();
  });

  test('every accepted key is accepted by Node, with the same value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 65, maxLength: 140 }), (bytes) => {
        const modulus = Uint8Array.from(bytes);
        modulus[0] = (modulus[0] ?? 0) | 1;
        const parsed = parsePublicKey(madeOf(modulus, Uint8Array.of(1, 0, 1)));
        const independent = createPublicKey(
          madeOf(modulus, Uint8Array.of(1, 0, 1))
            .replace(/-----(?=[A-Za-z0-9+/=]{60})/, '-----\n')
            .replace('-----END', '\n-----END'),
        );
        expect(singleLinePem(pemOf(independent))).toBe(parsed.pem);
      }),
      { numRuns: 50 },
    );
  });

  test('B13 B14 only sound keys may authenticate', () => {
    const modulus = (length: number) => new Uint8Array(length).fill(255);
    const sound = (bytes: Uint8Array, ...exponent: number[]) =>
      isSoundKey(parsePublicKey(madeOf(bytes, Uint8Array.from(exponent))));
    expect(sound(modulus(256), 1, 0, 1)).toBe(true);
    expect(sound(modulus(256), 3)).toBe(true);
    expect(sound(modulus(1024), 1, 0, 1)).toBe(true);
    expect(sound(Uint8Array.of(127, ...modulus(255)), 1, 0, 1)).toBe(false);
    expect(sound(Uint8Array.of(1, ...modulus(1024)), 1, 0, 1)).toBe(false);
    expect(sound(Uint8Array.of(...modulus(255), 254), 1, 0, 1)).toBe(false);
    for (const exponent of [[1], [2], [1, 0, 0], [1, 0, 0, 0, 1], [255, 255, 255, 255, 255, 255, 255, 255, 255]]) {
      expect(sound(modulus(256), ...exponent)).toBe(false);
    }
  });

  test('a key ring returns the same as parsing the key', () => {
    const readKey = createKeyRing(2);
    for (const pem of [spki, pkcs1, KNOWN, spki]) expect(readKey(pem)).toEqual(parsePublicKey(pem));
    expect(readKey(spki)).toBe(readKey(spki));
    expect(() => readKey('Alice')).toThrow(Problem);
  });
});

describe('PEM on a single line', () => {
  test('it lacks line breaks and the white space beside them, and nothing else', () => {
    expect(singleLinePem(spki)).toBe(spki.replaceAll('\n', ''));
    expect(singleLinePem(' -----BEGIN PUBLIC KEY-----\r\n  MI IB \r\n-----END PUBLIC KEY-----\n')).toBe(
      '-----BEGIN PUBLIC KEY-----MI IB-----END PUBLIC KEY-----',
    );
    expect(singleLinePem(KNOWN)).toBe(KNOWN);
  });

  test('it is recognised as PEM', () => {
    expect(looksLikePem(spki)).toBe(true);
    expect(looksLikePem('Alice')).toBe(false);
  });
});
