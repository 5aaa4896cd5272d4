import type { Bytes } from './base64.ts';
import { DerError, DerReader, derElement, derUnsignedInteger, TAG } from './der.ts';
import { decodePem, encodePem } from './pem.ts';
import { type PublicKey, parsePublicKey, publicKeyOf, RSA_ALGORITHM, readRsaAlgorithm } from './public-key.ts';

/** An RSA private key that is not extractable: printing or serializing it does not disclose it. */
export type PrivateKey = {
  readonly publicKey: PublicKey;
  readonly signSha256: CryptoKey;
  readonly signSha1: CryptoKey;
  readonly decrypt: CryptoKey;
};

const VERSION_0 = derUnsignedInteger(new Uint8Array());

/**
 * Generates an RSA key pair: 2048 bits, exponent 65537.
 *
 * @returns the public key as PEM on a single line, as objects carry it, and the private key as PKCS#8 PEM, for a file
 */
export async function generateKeyPair(): Promise<{ readonly publicPem: string; readonly privatePem: string }> {
  const parameters = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
    hash: 'SHA-256',
  };
  const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  return { publicPem: parsePublicKey(encodePem('PUBLIC KEY', spki)).pem, privatePem: encodePem('PRIVATE KEY', pkcs8) };
}

/**
 * Imports an unencrypted RSA private key: PEM of PKCS#8 (`PRIVATE KEY`, RFC 5958) or PKCS#1 (`RSA PRIVATE KEY`, RFC 8017),
 * with line breaks or without.
 *
 * @throws Error for anything else; the message does not quote the text
 */
export async function importPrivateKey(pem: string): Promise<PrivateKey> {
  const { pkcs8, publicKey } = parsePrivateKey(pem);
  try {
    return {
      publicKey,
      signSha256: await importFor({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, 'sign', pkcs8),
      signSha1: await importFor({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' }, 'sign', pkcs8),
      decrypt: await importFor({ name: 'RSA-OAEP', hash: 'SHA-1' }, 'decrypt', pkcs8),
    };
  } catch {
    throw new Error('The numbers of the private key do not belong together.');
  }
}

/** The public key in a private key, as {@link importPrivateKey} reads it, without checking the private numbers. */
export function publicKeyIn(pem: string): PublicKey {
  return parsePrivateKey(pem).publicKey;
}

function parsePrivateKey(pem: string): { readonly pkcs8: Bytes; readonly publicKey: PublicKey } {
  const document = decodePem(pem);
  if (document === null) throw new Error('The private key is not a PEM document.');
  const pkcs8 = document.label === 'RSA PRIVATE KEY' ? wrap(document.bytes) : document.bytes;
  try {
    return { pkcs8, publicKey: readPublicNumbers(pkcs8) };
  } catch (error) {
    if (error instanceof DerError)
      throw new Error('The private key is not an unencrypted RSA key in PKCS#1 or PKCS#8.');
    throw error;
  }
}

function importFor(algorithm: RsaHashedImportParams, usage: KeyUsage, pkcs8: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, [usage]);
}

/** PKCS#1 as the contents of a PKCS#8 PrivateKeyInfo. */
function wrap(pkcs1: Uint8Array): Bytes {
  return derElement(TAG.sequence, VERSION_0, RSA_ALGORITHM, derElement(TAG.octetString, pkcs1));
}

function readPublicNumbers(pkcs8: Uint8Array): PublicKey {
  const info = new DerReader(pkcs8).sequence();
  info.unsignedInteger();
  readRsaAlgorithm(info.sequence());
  const numbers = new DerReader(info.read(TAG.octetString)).sequence();
  numbers.unsignedInteger();
  return publicKeyOf(numbers.unsignedInteger(), numbers.unsignedInteger());
}
