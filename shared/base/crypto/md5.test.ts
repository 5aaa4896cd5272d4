import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { md5Hex } from './md5.ts';

describe('MD5 of short ids', () => {
  test.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['hé', '2612d5c4ab195adf70f23d5f01c66423'],
    ['€', '38b25e011eb5fc9687a1297d4d0fedf2'],
    ['😀', '6000b24a0bda2fb3365b96cf38116336'],
    ['http://x/中文/abc', '48d59c411833989366b818f04cdd87c2'],
  ])("of %j equals the clients' result", (text, expected) => {
    expect(md5Hex(text)).toBe(expected);
  });

  test('is plain MD5 for Latin-1 text of every length around the block size', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'http://h/api/data/é'.repeat(20).slice(0, length);
      expect(md5Hex(text)).toBe(createHash('md5').update(text, 'latin1').digest('hex'));
    }
  });
});
