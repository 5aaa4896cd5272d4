import { createCipheriv } from 'node:crypto';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aesCtr, counterAfter } from './aes-ctr.ts';
import { type Bytes, decodeBase64, encodeBase64 } from './base64.ts';
import { secretBytesEqual, secretsEqual } from './secrets.ts';
import { encodeUtf8, fromClientUtf8, fromUtf8, latin1, signedByteForms, signingBytes } from './text-encoding.ts';

function bytesOf(base64: string): Bytes {
  return decodeBase64(base64) ?? new Uint8Array();
}

describe('AES in counter mode', () => {
  test.each<[number, string, string]>([
    [0, '00'.repeat(16), '00'.repeat(16)],
    [300, `${'00'.repeat(15)}ff`, `${'00'.repeat(14)}022b`],
    [1, `${'00'.repeat(12)}ffffffff`, `${'00'.repeat(11)}0100000000`],
    [2, 'ff'.repeat(16), `${'00'.repeat(15)}01`],
  ])('%i blocks on, the counter has carried', (blocks, from, to) => {
    const next = counterAfter(new Uint8Array(Buffer.from(from, 'hex')), blocks);
    expect(Buffer.from(next).toString('hex')).toBe(to);
  });

  test('the result is the same as in existing clients', async () => {
    const key = bytesOf('AAECAwQFBgcICQoLDA0ODw==');
    const iv = bytesOf('8PHy8/T19vf4+fr7/P3+/w==');
    expect(encodeBase64(await aesCtr(key, iv, encodeUtf8('héllo')))).toBe('DmRuhFg9');
    expect(fromUtf8(await aesCtr(key, iv, bytesOf('DmRuhFg9')))).toBe('héllo');
  });

  test('the result agrees with Node for both key lengths, even when the counter wraps around', async () => {
    const sample = fc.tuple(fc.constantFrom(16, 32), fc.uint8Array({ maxLength: 100 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(sample, async ([length, data, wraps]) => {
        const key = crypto.getRandomValues(new Uint8Array(length));
        const iv = new Uint8Array(16).fill(wraps ? 255 : 3);
        const expected = createCipheriv(length === 16 ? 'aes-128-ctr' : 'aes-256-ctr', key, iv).update(data);
        expect(await aesCtr(key, iv, Uint8Array.from(data))).toEqual(Uint8Array.from(expected));
      }),
      { numRuns: 30 },
    );
  });

  test('other lengths of key or counter are refused', async () => {
    await expect(aesCtr(new Uint8Array(24), new Uint8Array(16), new Uint8Array(1))).rejects.toThrow(RangeError);
    await expect(aesCtr(new Uint8Array(16), new Uint8Array(12), new Uint8Array(1))).rejects.toThrow(RangeError);
  });
});

describe('B27 comparing secrets', () => {
  test('secrets of every length are compared correctly', () => {
    expect(secretsEqual('', '')).toBe(true);
    expect(secretsEqual('a', '')).toBe(false);
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(secretsEqual(left, left)).toBe(true);
        expect(secretsEqual(left, right)).toBe(left === right);
        expect(secretBytesEqual(encodeUtf8(left), encodeUtf8(right))).toBe(left === right);
      }),
    );
  });
});

describe('text as bytes', () => {
  test('ASCII has one signed form; other text three, each encoding the one before it', () => {
    expect(signedByteForms('plain')).toEqual([encodeUtf8('plain')]);
    const forms = signedByteForms('é😀');
    expect(forms.map((form) => Buffer.from(form))).toEqual([
      Buffer.from('é😀'),
      Buffer.from(Buffer.from('é😀').toString('latin1')),
      Buffer.from(Buffer.from(Buffer.from('é😀').toString('latin1')).toString('latin1')),
    ]);
    expect(signingBytes('é😀')).toEqual(forms[1]);
    expect(signingBytes('plain')).toEqual(encodeUtf8('plain'));
  });

  /** Encodes text as the client library does under Node. */
  const twice = (text: string) =>
    encodeUtf8(encodeUtf8(text).reduce((all, byte) => all + String.fromCharCode(byte), ''));

  test.each([
    'plain',
    '',
    'é',
    'Grüße 你 😀',
    'Café "naïve" ÿ\u0080',
    '\ufeffÿ',
    'Ã',
    'CORAÇÃO',
    'NÃO «sim»',
    'ÄÖÜ',
    '50 °C ± 2',
  ])('%j reads right, whichever build of the client encrypted it', (text) => {
    expect(fromClientUtf8(encodeUtf8(text))).toBe(text);
    expect(fromClientUtf8(twice(text))).toBe(text);
  });

  test('text that was encoded twice is always read correctly; encoded once, unless it looks like text encoded twice', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'aé«ÃÂ¼\u0080ÿ你') }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(fromClientUtf8(twice(text))).toBe(text);
        const looksTwice = !/[^\0-\xff]/.test(text) && fromUtf8(latin1(text)) !== null;
        expect(fromClientUtf8(encodeUtf8(text))).toBe(looksTwice ? fromUtf8(latin1(text)) : text);
      }),
    );
    expect(fromClientUtf8(encodeUtf8('Ã¼'))).toBe('ü');
    expect(fromClientUtf8(twice('Ã¼'))).toBe('Ã¼');
    expect(fromClientUtf8(Uint8Array.of(0xc3))).toBeNull();
  });

  test('bytes that are not UTF-8 are refused', () => {
    expect(fromUtf8(Uint8Array.of(0xc3))).toBeNull();
    expect(fromUtf8(encodeUtf8('\ufeffé'))).toBe('\ufeffé');
    expect(latin1('é€')).toEqual(Uint8Array.of(0xe9, 0xac));
  });
});
