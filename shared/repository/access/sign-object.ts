import { decodeBase64 } from '../../base/crypto/base64.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { PublicKey, ReadKey } from '../../base/crypto/public-key.ts';
import { createSignatureVerifier, sign } from '../../base/crypto/rsa.ts';
import { signedByteForms } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type JsonObject, member, setMember } from '../linked-data/json.ts';
import { signableObjectText } from './canonical-text.ts';
import { readObjectKeys } from './key-lists.ts';
import { verifiesAny } from './sheet-entry.ts';

const SIGNATURE_MEMBERS = ['signatureSha256', '@signatureSha256', 'signature', '@signature'];

/** Maximum number of signatures of other owners that are verified. */
const MAX_SIGNATURES = 16;

/**
 * Signs an object that a signed-in user saves with those of the user's keys that own it, as a client with private keys does before
 * it sends the object (specification: Common fields). Valid signatures of other owners stay, all others are removed. An object
 * without a signable text stays unchanged.
 *
 * @param object that can be stored; changed in place
 */
export async function signAsOwner(object: JsonObject, held: readonly PrivateKey[], readKey: ReadKey): Promise<void> {
  const { owners } = readObjectKeys(object, readKey);
  const signers = held.filter(({ publicKey }) => owners.some(({ id }) => id === publicKey.id));
  const text = signers.length === 0 ? null : signableText(object);
  if (text === null) return;
  const others = owners.filter(({ id }) => !signers.some(({ publicKey }) => publicKey.id === id));
  const signatures = [
    ...(await validSignatures(object, text, others)),
    ...(await Promise.all(signers.map((key) => sign(key, text, 'SHA-256')))),
  ];
  for (const name of SIGNATURE_MEMBERS) delete object[name];
  const prefix = member(object, 'owner') === undefined ? '@' : '';
  setMember(object, `${prefix}signatureSha256`, signatures);
}

function signableText(object: JsonObject): string | null {
  try {
    return signableObjectText(object);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The SHA-256 signatures of an object that one of these owners made over the text. */
async function validSignatures(
  object: JsonObject,
  text: string,
  owners: readonly PublicKey[],
): Promise<readonly string[]> {
  if (owners.length === 0) return [];
  const verifier = createSignatureVerifier();
  const forms = signedByteForms(text);
  const valid: string[] = [];
  const given = ['signatureSha256', '@signatureSha256'].flatMap((name) => member(object, name) ?? []);
  for (const signature of given.slice(0, MAX_SIGNATURES)) {
    const bytes = typeof signature === 'string' ? decodeBase64(signature) : null;
    if (typeof signature !== 'string' || bytes === null) continue;
    for (const owner of owners.slice(0, MAX_SIGNATURES)) {
      if (!(await verifiesAny(owner, bytes, forms, 'SHA-256', verifier))) continue;
      valid.push(signature);
      break;
    }
  }
  return valid;
}
