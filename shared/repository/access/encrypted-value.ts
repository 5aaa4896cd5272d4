import { aesCtr } from '../../base/crypto/aes-ctr.ts';
import { type Bytes, decodeBase64, encodeBase64 } from '../../base/crypto/base64.ts';
import { looksLikePem } from '../../base/crypto/pem.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { KeyId, ReadKey } from '../../base/crypto/public-key.ts';
import { decryptOaep } from '../../base/crypto/rsa.ts';
import { fromClientUtf8, fromUtf8 } from '../../base/crypto/text-encoding.ts';
import { Problem } from '../../base/errors/problem.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../linked-data/json.ts';
import { OWNER_MEMBERS, READER_MEMBERS } from './key-lists.ts';

/** An EncryptedValue (specification: EncryptedValue), parsed. */
export type EncryptedValue = {
  /** The keys of the owners, then of the readers; null for an item that is not a key. */
  readonly holders: readonly (KeyId | null)[];
  /** The AES key in base64, encrypted for each holder; empty for an item that is not a text. */
  readonly secrets: readonly string[];
  /** Base64; null when it is absent: then the secret holds it. */
  readonly iv: string | null;
  /** Base64; null when there is none. */
  readonly payload: string | null;
};

/** The text of an EncryptedValue: JSON of an object, or the value of a field as text. */
export type DecryptedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'not-for-this-key' | 'malformed' };

/** Maximum number of secrets that are tried: each costs an RSA operation, and any caller may list thousands. */
const MAX_SECRETS_TRIED = 32;

/** Parses an EncryptedValue; members are read with and without `@`. Never throws. */
export function parseEncryptedValue(value: JsonObject, readKey: ReadKey): EncryptedValue {
  const payload = memberOf(value, 'payload');
  const iv = memberOf(value, 'iv');
  return {
    holders: [...OWNER_MEMBERS, ...READER_MEMBERS].flatMap((name) =>
      texts(member(value, name)).map((pem) => keyId(pem, readKey)),
    ),
    secrets: texts(memberOf(value, 'secret')),
    iv: iv === undefined ? null : textOrEmpty(iv),
    payload: typeof payload === 'string' ? payload : null,
  };
}

/**
 * The secrets to try with a key: those at the positions of the key among the holders, then the others. None when the key is
 * not a holder.
 */
export function secretsToTry({ holders, secrets }: EncryptedValue, key: KeyId): readonly string[] {
  const likely = holders.flatMap((holder, index) => (holder === key ? [index] : []));
  if (likely.length === 0) return [];
  const positions = new Set(likely.filter((index) => index < secrets.length).slice(0, MAX_SECRETS_TRIED));
  for (let i = 0; i < secrets.length && positions.size < MAX_SECRETS_TRIED; i++) positions.add(i);
  return [...positions].map((position) => secrets[position] ?? '');
}

/**
 * Decrypts an EncryptedValue with one of its secrets. The payload is not authenticated, so a changed payload is noticed
 * only where the result is not text. Reads text of every build of the client library: see {@link fromClientUtf8}.
 */
export async function decryptWithSecret(
  secret: string,
  value: Pick<EncryptedValue, 'iv' | 'payload'>,
  privateKey: PrivateKey,
): Promise<DecryptedText> {
  return decryptWithMessage(await decryptSecret(secret, privateKey), value);
}

/** As {@link decryptWithSecret}, with the result of {@link decryptSecret}. */
export async function decryptWithMessage(
  message: Bytes | null,
  { iv, payload }: Pick<EncryptedValue, 'iv' | 'payload'>,
): Promise<DecryptedText> {
  if (message === null) return { ok: false, reason: 'not-for-this-key' };
  const opened = parseSecret(message, iv);
  const ciphertext = payload === null ? null : decodeBase64(payload);
  if (opened === null || ciphertext === null) return { ok: false, reason: 'malformed' };
  const text = fromClientUtf8(await aesCtr(opened.key, opened.iv, ciphertext));
  return text === null ? { ok: false, reason: 'malformed' } : { ok: true, text };
}

/**
 * The AES key of an EncryptedValue in base64, decrypted from the secrets for this key; null when none of them is, or the key is
 * not a holder.
 */
export async function decryptAesKey(value: EncryptedValue, privateKey: PrivateKey): Promise<string | null> {
  for (const secret of secretsToTry(value, privateKey.publicKey.id)) {
    const message = await decryptSecret(secret, privateKey);
    const opened = message === null ? null : parseSecret(message, value.iv);
    if (opened !== null) return encodeBase64(opened.key);
  }
  return null;
}

/** The message of a secret, which has the AES key in it: an RSA operation. Null when it is not for the key. */
export async function decryptSecret(secret: string, privateKey: PrivateKey): Promise<Bytes | null> {
  const encrypted = decodeBase64(secret);
  return encrypted === null ? null : decryptOaep(privateKey, encrypted);
}

/** Parses `{"v": iv, "s": key}`. The `iv` of the value takes precedence; older values have theirs only in the secret. */
function parseSecret(message: Bytes, valueIv: string | null): { readonly key: Bytes; readonly iv: Bytes } | null {
  const secret = parseObject(fromUtf8(message));
  if (secret === null) return null;
  const key = decodeText(member(secret, 's'));
  const iv = decodeText(valueIv ?? member(secret, 'v'));
  if (key === null || (key.length !== 16 && key.length !== 32)) return null;
  if (iv === null || (iv.length !== 16 && iv.length !== 32)) return null;
  return { key, iv: iv.slice(0, 16) };
}

function parseObject(text: string | null): JsonObject | null {
  if (text === null) return null;
  try {
    const value = parseJson(text, 'The secret');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function decodeText(value: Json | undefined): Bytes | null {
  return typeof value === 'string' ? decodeBase64(value) : null;
}

function keyId(pem: string, readKey: ReadKey): KeyId | null {
  if (!looksLikePem(pem)) return null;
  try {
    return readKey(pem).id;
  } catch {
    return null;
  }
}

/** The member with or without `@`; null counts as absent. */
function memberOf(object: JsonObject, name: string): Json | undefined {
  return member(object, name) ?? member(object, `@${name}`) ?? undefined;
}

/** The items of a list, or a single text, which counts as one. */
function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(textOrEmpty) : [];
}

function textOrEmpty(value: Json): string {
  return typeof value === 'string' ? value : '';
}

/** The object in a decrypted text; null when there is none. */
export function parseDecrypted(text: string | null): JsonObject | null {
  if (text === null) return null;
  try {
    const value = parseJson(text, 'The encrypted object');
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
