import { type Bytes, decodeBase64 } from '../../base/crypto/base64.ts';
import { isSoundKey, type PublicKey, type ReadKey } from '../../base/crypto/public-key.ts';
import type { SignatureVerifier } from '../../base/crypto/rsa.ts';
import { signedByteForms } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';
import { ExactNumber, isObject, type Json, type JsonObject, member } from '../linked-data/json.ts';
import { canonicalSheetText } from './canonical-text.ts';
import { isSignatureType } from './kbac-types.ts';
import { malformedSheet } from './sheet-source.ts';

/** A signature sheet entry that has every part it needs (specification: Signature sheet entry), not yet verified. */
export type SheetEntry = {
  readonly key: PublicKey;
  /** UTC milliseconds. */
  readonly expires: number;
  readonly server: string | null;
  /** Signatures as sent; at least one is there. */
  readonly sha256: Bytes | null;
  readonly sha1: Bytes | null;
  /** The canonical text that was signed. */
  readonly text: string;
};

/**
 * Reads one entry.
 *
 * @throws Problem `invalid-sheet` (422), `malformed-key` (400) for an invalid key, `signature-refused` (451) where no
 *   acceptable signature is there
 */
export function readSheetEntry(entry: Json, readKey: ReadKey, rejectSha1: boolean): SheetEntry {
  if (!isObject(entry)) throw malformedSheet('An entry is not an object.');
  if (!isSignatureType(entry)) throw malformedSheet('An entry has no known signature type.');
  const text = canonicalSheetText(entry);
  const expires = readExpiry(member(entry, 'expiry') ?? member(entry, '@expiry'));
  const key = readSigner(spelled(entry, 'owner'), readKey);
  const server = spelled(entry, 'server');
  if (server !== undefined && typeof server !== 'string') throw malformedSheet('The server of an entry is not a text.');
  const sha256 = readSignature(spelled(entry, 'signatureSha256'));
  const sha1 = readSignature(spelled(entry, 'signature'));
  if (sha256 === null && sha1 === null) throw refused('No Signature Detected.');
  if (sha256 === null && rejectSha1) throw refused('SHA1 Signature is not supported.');
  return { key, expires, server: server ?? null, sha256, sha1, text };
}

/** The fault of an entry's expiry at a time (UTC ms): it has passed, or is further away than a signature may last. */
export function expiryFault(expires: number, now: number, maxLifetime: number): Problem | null {
  if (expires < now) {
    const detail = `A Signature is Expired. My time is ${now} and the signature expires at ${expires}`;
    return new Problem('sheet-expired', detail);
  }
  if (expires - now > maxLifetime) {
    return malformedSheet(`A signature may last ${maxLifetime} milliseconds; this one expires at ${expires}.`);
  }
  return null;
}

/** Whether every signature that an entry carries is its key's: a valid one does not make up for an invalid one. */
export async function hasValidSignatures(entry: SheetEntry, verifier: SignatureVerifier): Promise<boolean> {
  const forms = signedByteForms(entry.text);
  for (const [signature, hash] of [[entry.sha256, 'SHA-256'] as const, [entry.sha1, 'SHA-1'] as const]) {
    if (signature !== null && !(await verifiesAny(entry.key, signature, forms, hash, verifier))) return false;
  }
  return true;
}

/** The problem of an entry whose signature is wrong, missing or of a refused kind. */
export function refused(why: string): Problem {
  return new Problem('signature-refused', why);
}

/** Whether this is the key's signature over one of these byte sequences. */
export async function verifiesAny(
  key: PublicKey,
  signature: Bytes,
  forms: readonly Bytes[],
  hash: 'SHA-256' | 'SHA-1',
  verifier: SignatureVerifier,
): Promise<boolean> {
  for (const form of forms) {
    if (await verifier.verify(key, signature, form, hash)) return true;
  }
  return false;
}

function readExpiry(value: Json | undefined): number {
  if (value === undefined || value === null) throw malformedSheet('Missing expiry date.');
  const expires = value instanceof ExactNumber ? Number(value.source) : value;
  if (typeof expires !== 'number' || !(expires > 0) || expires > Number.MAX_SAFE_INTEGER) {
    throw malformedSheet('The expiry of an entry is not a time in milliseconds.');
  }
  return expires;
}

function readSigner(owner: Json | undefined, readKey: ReadKey): PublicKey {
  if (typeof owner !== 'string') throw malformedSheet('The owner of an entry is not one public key.');
  const key = readKey(owner);
  if (!isSoundKey(key)) {
    throw malformedSheet('A key must have 2048 to 8192 bits and an odd exponent from 3 to 2^32.');
  }
  return key;
}

function readSignature(value: Json | undefined): Bytes | null {
  if (value === undefined) return null;
  const bytes = typeof value === 'string' ? decodeBase64(value) : null;
  if (bytes === null) throw malformedSheet('A signature is not base64.');
  return bytes;
}

/** The member under its name with or without `@`; null counts as absent. Both at once were refused before. */
function spelled(entry: JsonObject, name: string): Json | undefined {
  return member(entry, name) ?? member(entry, `@${name}`) ?? undefined;
}
