import { derElement, derUnsignedInteger, TAG } from '../../../base/crypto/der.ts';
import { encodeSingleLinePem } from '../../../base/crypto/pem.ts';
import { type KeyId, type PublicKey, parsePublicKey } from '../../../base/crypto/public-key.ts';
import { type Caller, createCaller } from '../caller.ts';

/** A public key of its own for each number: well formed, and no private key goes with it. */
export function publicKey(number: number): PublicKey {
  const modulus = new Uint8Array(256).fill(0xc5);
  modulus.set([0x80 | (number >> 8), number & 0xff]);
  const numbers = derElement(TAG.sequence, derUnsignedInteger(modulus), derUnsignedInteger(Uint8Array.of(1, 0, 1)));
  return parsePublicKey(encodeSingleLinePem('RSA PUBLIC KEY', numbers));
}

/** A caller that proved these keys for every object, without any signature. */
export function callerWith(keys: readonly PublicKey[], adminKeys: readonly KeyId[] = []): Caller {
  const proofs = keys.map((key) => ({
    key,
    server: 'http://localhost/api/',
    everywhere: true,
    admin: adminKeys.includes(key.id),
    expires: Number.MAX_SAFE_INTEGER,
  }));
  return createCaller(proofs, []);
}

/** A caller that proved a key for one object only. */
export function callerNaming(server: string | null, key: PublicKey, admin = false): Caller {
  return createCaller([{ key, server, everywhere: false, admin, expires: Number.MAX_SAFE_INTEGER }], []);
}
