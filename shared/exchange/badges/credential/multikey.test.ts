import { generateKeyPairSync } from 'node:crypto';
import * as EcdsaMultikey from '@digitalbazaar/ecdsa-multikey';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { exportJWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { jwkOfMultikey, multikeyOfJwk } from './multikey.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function multibase(hex: string): string {
  const digits: string[] = [];
  for (let rest = BigInt(`0x${hex}`); rest > 0n; rest /= 58n) digits.unshift(BASE58[Number(rest % 58n)] ?? '');
  return `z${digits.join('')}`;
}

describe('a public key in multibase and as a JSON Web Key', () => {
  test.each(['P-256', 'P-384'] as const)(
    'of %s: each form gives the other, as other implementations write it',
    async (curve) => {
      for (let round = 0; round < 8; round++) {
        const pair = await EcdsaMultikey.generate({ curve });
        const { publicKeyMultibase } = await pair.export({ publicKey: true });
        const { kty, crv, x, y } = await EcdsaMultikey.toJwk({ keyPair: pair });
        expect(jwkOfMultikey(publicKeyMultibase)).toEqual({ kty, crv, x, y });
        expect(multikeyOfJwk({ crv, x, y })).toBe(publicKeyMultibase);
      }
    },
  );

  test('is converted both ways for Ed25519', async () => {
    const seed = crypto.getRandomValues(new Uint8Array(32));
    const pair = await Ed25519Multikey.generate({ seed, id: '', controller: '' });
    const { publicKeyMultibase } = await pair.export({ publicKey: true });
    const jwk = jwkOfMultikey(publicKeyMultibase);
    expect(jwk).toEqual(await Ed25519Multikey.toJwk({ keyPair: pair }));
    expect(multikeyOfJwk({ ...jwk })).toBe(publicKeyMultibase);
  });

  test('is read from multibase for RSA, as did:key names it', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'der' }).toString('hex');
    expect(jwkOfMultikey(multibase(`8524${pkcs1}`))).toEqual(await exportJWK(publicKey));
    expect(jwkOfMultikey(multibase(`8524${pkcs1.slice(0, -2)}`))).toBeNull();
  });

  test.each(['', 'z', 'z6Mk', 'u7QE', 'z0OIl', `z${'6'.repeat(100)}`, `z${'z'.repeat(2000)}`])(
    '%j is neither',
    (text) => {
      expect(jwkOfMultikey(text)).toBeNull();
    },
  );

  test('is not written in multibase for keys of other kinds', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    expect(multikeyOfJwk({ ...(await exportJWK(publicKey)) })).toBeNull();
    expect(multikeyOfJwk({ crv: 'P-256', x: 'AA', y: 'AA' })).toBeNull();
  });
});
