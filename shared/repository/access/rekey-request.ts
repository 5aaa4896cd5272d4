import { type Bytes, decodeBase64 } from '../../base/crypto/base64.ts';
import { isSoundKey, type PublicKey, type ReadKey } from '../../base/crypto/public-key.ts';
import type { SignatureVerifier } from '../../base/crypto/rsa.ts';
import { signedByteForms } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Json, type JsonObject, member } from '../linked-data/json.ts';
import { items } from '../linked-data/references.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { signableObjectText } from './canonical-text.ts';
import { REKEY_TYPE_KEYS } from './kbac-types.ts';
import { readObjectKeys } from './key-lists.ts';
import { verifiesAny } from './sheet-entry.ts';

/** The replacement of a key by another, signed with both. */
export type Rekey = { readonly from: PublicKey; readonly to: PublicKey };

/** The contents of a RekeyRequest, not yet verified. */
type Claim = Rekey & {
  /** The old key's signature, and the text that it signs. */
  readonly consent: { readonly signature: Bytes; readonly text: string };
  /** Signatures of owners, and the text that they are over. */
  readonly owners: { readonly signatures: readonly Bytes[]; readonly text: string };
};

const TYPE_KEYS: ReadonlySet<string> = new Set(REKEY_TYPE_KEYS);

/** Maximum number of owner signatures that are verified: usually there is one for each owner, and each costs time. */
const MAX_SIGNATURES = 16;

/**
 * Reads a RekeyRequest and verifies that both sides signed it (specification: Internal event bus):
 *
 * - `rekeyPk` is the old key, the first owner the new one; both may prove an identity (`isSoundKey`),
 * - `rekeySignature` is the old key's, over the signable text without `rekeySignature`,
 * - `signatureSha256` holds one of the new key, over the signable text.
 *
 * Signatures are RSASSA-PKCS1-v1_5 with SHA-256, base64. The two keys may be the same.
 *
 * @returns null for everything else, whatever it is
 */
export async function verifyRekeyRequest(
  object: JsonObject,
  signatures: SignatureVerifier,
  readKey: ReadKey,
): Promise<Rekey | null> {
  const claim = readClaim(object, readKey);
  if (claim === null) return null;
  const { from, to, consent, owners } = claim;
  if (!(await verifiesAny(from, consent.signature, signedByteForms(consent.text), 'SHA-256', signatures))) return null;
  const forms = signedByteForms(owners.text);
  for (const signature of owners.signatures) {
    if (await verifiesAny(to, signature, forms, 'SHA-256', signatures)) return { from, to };
  }
  return null;
}

function readClaim(object: JsonObject, readKey: ReadKey): Claim | null {
  if (!isRekeyRequest(object)) return null;
  try {
    const { rekeySignature, ...unsigned } = object;
    const pem = member(object, 'rekeyPk');
    const from = typeof pem === 'string' ? readKey(pem) : null;
    const [to] = readObjectKeys(object, readKey).owners;
    const [signature] = decodeSignatures(rekeySignature);
    if (from === null || to === undefined || signature === undefined) return null;
    if (!isSoundKey(from) || !isSoundKey(to)) return null;
    const signatures = ['signatureSha256', '@signatureSha256'].flatMap((name) =>
      decodeSignatures(member(object, name)),
    );
    return {
      from,
      to,
      consent: { signature, text: signableObjectText(unsigned) },
      owners: { signatures: signatures.slice(0, MAX_SIGNATURES), text: signableObjectText(object) },
    };
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Whether an object is called a RekeyRequest. False for encrypted objects: their type key is the one of the object inside. */
export function isRekeyRequest(object: JsonObject): boolean {
  const encrypted = member(object, '@encryptedType') ?? member(object, 'encryptedType') ?? null;
  return encrypted === null && TYPE_KEYS.has(typeKey(object));
}

/** The signatures in a text or an array of texts; what is not base64 is left out. */
function decodeSignatures(value: Json | undefined): readonly Bytes[] {
  return items(value).flatMap((text) => {
    const bytes = typeof text === 'string' ? decodeBase64(text) : null;
    return bytes === null ? [] : [bytes];
  });
}
