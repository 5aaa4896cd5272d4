import { singleLinePem } from '../../../shared/base/crypto/pem.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../../shared/base/crypto/private-key.ts';

/** A name and a key pair of the person. */
export type Identity = {
  /** Fingerprint of the key. */
  readonly id: string;
  readonly name: string;
  /** On a single line, as objects carry it. */
  readonly publicPem: string;
  /** Not extractable. */
  readonly key: PrivateKey;
  /** Unencrypted: for recovery files and for the browser's own storage only. Never shown or sent. */
  readonly privatePem: string;
};

/** Another person: a name for a public key. */
export type Contact = {
  readonly id: string;
  readonly name: string;
  readonly publicPem: string;
  /** The Person object that it comes from; null: added by hand. */
  readonly person: string | null;
};

/** Makes a key pair: RSA with 2048 bits. Takes a noticeable part of a second. */
export async function createIdentity(name: string): Promise<Identity> {
  const { privatePem } = await generateKeyPair();
  return readIdentity(name, privatePem);
}

/**
 * The identity of a private key in PEM, as the client library or this page exports it.
 *
 * @throws Error when it is not an unencrypted RSA key
 */
export async function readIdentity(name: string, privatePem: string): Promise<Identity> {
  const key = await importPrivateKey(privatePem);
  const { fingerprint, pem } = key.publicKey;
  return { id: fingerprint, name, publicPem: pem, key, privatePem: singleLinePem(privatePem) };
}
