import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { decodeBase64 } from './base64.ts';
import { importPrivateKey } from './private-key.ts';
import { parsePublicKey } from './public-key.ts';
import { createSignatureVerifier, sign } from './rsa.ts';
import { signingBytes } from './text-encoding.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pkcs1 = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const publicKey = parsePublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString());

describe('private keys', () => {
  test.each([
    ['PKCS#8', pkcs8],
    ['PKCS#1', pkcs1],
    ['PKCS#8 on one line', pkcs8.replaceAll('\n', '')],
    ['PKCS#1 on one line', pkcs1.replaceAll('\n', '')],
    ['PKCS#1 with CRLF', pkcs1.replaceAll('\n', '\r\n')],
  ])('are read as %s, know their public key and sign', async (_name, pem) => {
    const key = await importPrivateKey(pem);
    expect(key.publicKey).toEqual(publicKey);
    const signature = decodeBase64(await sign(key, 'text', 'SHA-256'));
    expect(
      signature && (await createSignatureVerifier().verify(publicKey, signature, signingBytes('text'), 'SHA-256')),
    ).toBe(true);
  });

  test('B25 a private key shows none of its numbers, printed, serialized or exported', async () => {
    const key = await importPrivateKey(pkcs1);
    const shown =
      inspect(key, { depth: 10, showHidden: true }) +
      JSON.stringify(key, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
    const { d, p, q, dp, dq, qi } = pair.privateKey.export({ format: 'jwk' });
    for (const number of [d, p, q, dp, dq, qi]) {
      const bytes = Buffer.from(number ?? '', 'base64url');
      expect(bytes.length).toBeGreaterThan(100);
      expect(shown).not.toContain(number);
      expect(shown).not.toContain(bytes.toString('hex'));
      expect(shown).not.toContain(bytes.toString('base64').slice(0, 40));
    }
    for (const cryptoKey of [key.signSha256, key.signSha1, key.decrypt]) {
      await expect(crypto.subtle.exportKey('pkcs8', cryptoKey)).rejects.toThrow();
    }
  });

  test('B25 the error about a bad private key quotes nothing of it', async () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    const encrypted = pair.privateKey
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString();
    const inconsistent = pkcs1.replace(
      /\n.{64}\n(?=.{64}\n.{1,64}\n-----END)/,
      (line) => `\n${line.slice(1, -1).split('').reverse().join('')}\n`,
    );
    for (const pem of [
      '',
      'secret words',
      pkcs8.slice(0, 400),
      `${pkcs1.slice(0, 600)}-----END RSA PRIVATE KEY-----`,
      ec,
      encrypted,
      inconsistent,
    ]) {
      const error = await importPrivateKey(pem).catch((caught: unknown) => caught);
      if (!(error instanceof Error)) continue; // inconsistent numbers may only be detected at first use
      expect(`${error.message} ${inspect(error)}`).not.toMatch(/secret words|MII|[A-Za-z0-9+/]{60}/);
    }
    for (const pem of ['', ec, encrypted]) await expect(importPrivateKey(pem)).rejects.toThrow(Error);
  });
});
