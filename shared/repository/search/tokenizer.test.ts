import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { pemToken, tokenize } from './tokenizer.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SPKI = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const PKCS1 = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const TOKEN = pemToken(parsePublicKey(SPKI).id);

describe('identifiers', () => {
  const GUID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

  it.each([
    `http://h/api/data/schema.org.Thing/${GUID}`,
    `https://repo.example.org:8080/api/data/schema.cassproject.org.0.4.Competency/${GUID}`,
    `http://localhost/api/data/insertaskill/1`,
    'https://example.org/a.b',
    'https://example.org/0.4/',
  ])('the tokens of the short id %s are a sequence in those of the id with its version', (shortId) => {
    const tokens = tokenize(shortId);
    expect(tokenize(`${shortId}/1234567890123`)).toEqual([...tokens, '1234567890123']);
  });

  it('a context with and without a slash at its end has the same tokens', () => {
    expect(tokenize('https://schema.cassproject.org/0.4/')).toEqual(tokenize('https://schema.cassproject.org/0.4'));
  });

  it('a dotted type has the tokens of a text that names it', () => {
    expect(tokenize('https://schema.cassproject.org/0.4/Competency').slice(-2)).toEqual(['0.4', 'competency']);
  });
});

describe('public keys', () => {
  it.each([
    ['as it is written', SPKI],
    ['on one line', SPKI.replace(/\n/g, '')],
    ['with Windows line breaks', SPKI.replace(/\n/g, '\r\n')],
    [
      'with other line lengths',
      SPKI.replace(/\n/g, '')
        .replace(/(.{40})/g, '$1\n')
        .replace(/-\n-/g, '--')
        .replace(/(BEGIN|PUBLIC|END)\n/g, '$1'),
    ],
    ['as RSA public key', PKCS1],
    ['as RSA public key on one line', PKCS1.replace(/\n/g, '')],
  ])('a key is one token, however it is spelled: %s', (_name, pem) => {
    expect(tokenize(pem)).toEqual([TOKEN]);
  });

  it('keys keep their position among words', () => {
    expect(tokenize(`Alice ${SPKI} and Bob${PKCS1}end`)).toEqual(['alice', TOKEN, 'and', 'bob', TOKEN, 'end']);
  });

  it('a text that only looks like a key is text', () => {
    const broken = SPKI.replace(/MII/, 'MIX');
    expect(tokenize(broken)).toContain('begin');
    expect(tokenize('-----BEGIN PUBLIC KEY-----')).toEqual(['begin', 'public', 'key']);
    expect(tokenize(SPKI.replace('END PUBLIC', 'END RSA PUBLIC'))).toContain('begin');
    expect(tokenize(`-----BEGIN PUBLIC KEY----- ${SPKI}`)).toEqual(['begin', 'public', 'key', TOKEN]);
  });

  it('the tokenizer uses the given reader of keys, and passes on its other failures', () => {
    let reads = 0;
    const reader = (pem: string) => {
      reads += 1;
      return parsePublicKey(pem);
    };
    expect(tokenize(`${SPKI}${PKCS1}`, reader)).toEqual([TOKEN, TOKEN]);
    expect(reads).toBe(2);
    expect(() =>
      tokenize(SPKI, () => {
        throw new TypeError('broken');
      }),
    ).toThrow(TypeError);
  });

  it('I10 the tokenizer takes many headers, and a header with an endless body', () => {
    const header = '-----BEGIN PUBLIC KEY-----';
    expect(tokenize(header.repeat(4000))).toHaveLength(12_000);
    expect(tokenize(header + 'A'.repeat(100_000)).length).toBeGreaterThan(3);
    expect(tokenize(`${header}${'A'.repeat(16_000)}`.repeat(30)).length).toBeGreaterThan(90);
  });
});
