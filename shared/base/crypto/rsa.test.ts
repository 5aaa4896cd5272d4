import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { generateKeyPair, importPrivateKey } from './private-key.ts';
import { describeSignatures } from './rsa.contract.ts';
import { createWebCryptoVerification, sign } from './rsa.ts';

describeSignatures('by WebCrypto', createWebCryptoVerification());

test('Node verifies our signatures, in both digests', async () => {
  const { publicPem, privatePem } = await generateKeyPair();
  const key = await importPrivateKey(privatePem);
  const published = createPublicKey(createPrivateKey(privatePem));
  expect(publicPem).toBe(key.publicKey.pem);
  for (const [hash, name] of [['SHA-256', 'sha256'] as const, ['SHA-1', 'sha1'] as const]) {
    const signed = Buffer.from(await sign(key, 'text', hash), 'base64');
    expect(verify(name, Buffer.from('text'), published, signed)).toBe(true);
  }
});
