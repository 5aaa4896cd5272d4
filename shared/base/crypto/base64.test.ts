import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';

describe('base64', () => {
  test('every byte sequence is encoded and decoded as Node does it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(encodeBase64(bytes)).toBe(text);
        expect(decodeBase64(text)).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  test('a megabyte is encoded and decoded', () => {
    const bytes = new Uint8Array(1_000_003).map((_, i) => i * 31);
    expect(Buffer.from(decodeBase64(encodeBase64(bytes)) ?? []).equals(bytes)).toBe(true);
  });

  test.each([
    'A',
    'AA',
    'AAA',
    'AAA-',
    'AAA_',
    'AA=A',
    '=AAA',
    'A===',
    '====',
    'AAA=\n',
    ' AAAA',
    'AAAAA',
    'AAÄA',
    'AA AA===',
  ])('refuses %j', (text) => {
    expect(decodeBase64(text)).toBeNull();
  });

  test('set bits that no byte uses are refused, so that bytes have one spelling', () => {
    expect(decodeBase64('AQ==')).toEqual(Uint8Array.of(1));
    expect(decodeBase64('AR==')).toBeNull();
    expect(decodeBase64('AQI=')).toEqual(Uint8Array.of(1, 2));
    expect(decodeBase64('AQJ=')).toBeNull();
  });
});
