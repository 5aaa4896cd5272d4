import { isObject, type Json, type JsonObject, member, parseJson } from '../linked-data/json.ts';
import { aesCtr } from './aes-ctr.ts';
import { type Bytes, decodeBase64, encodeBase64 } from './base64.ts';
import { decryptOaep, encryptOaep } from './oaep.ts';
import type { PrivateKey } from './private-key.ts';
import { type PublicKey, parsePublicKey } from './public-key.ts';
import { fromClientUtf8, fromUtf8, utf8 } from './text-encoding.ts';

/** Why an EncryptedValue stays closed: no secret of it is for this key, or what is there cannot be what was sealed. */
export type OpenFailure = 'not-for-this-key' | 'malformed';

/** The AES key of an EncryptedValue. */
export type OpenedSecret =
  | { readonly opened: true; readonly key: Bytes; readonly iv: Bytes }
  | { readonly opened: false; readonly reason: OpenFailure };

/** The text that an EncryptedValue holds: of an object its JSON, of a field its value as text. */
export type OpenedText =
  | { readonly opened: true; readonly text: string }
  | { readonly opened: false; readonly reason: OpenFailure };

/** What to write on the outside of a sealed text. */
export type SealOptions = {
  /** `@id`: of the object sealed, or that the sealed field belongs to. */
  readonly id: string;
  readonly owners: readonly PublicKey[];
  readonly readers: readonly PublicKey[];
  /** Type and context of a sealed object; absent for a field. */
  readonly encryptedType?: string;
  readonly encryptedContext?: string;
  /** Context of the EncryptedValue itself: {@link CLIENT_CONTEXT} unless configured otherwise. */
  readonly context?: string;
};

/** Context of EncryptedValues that today's clients write and know. */
export const CLIENT_CONTEXT = 'https://schema.cassproject.org/kbac/0.4';

/** Secrets tried with one key, the likely ones first: each costs an RSA operation, and anybody may list thousands. */
const MAX_TRIES = 32;

/**
 * Opens the secret of an EncryptedValue (specification: EncryptedValue) with a private key. Members count with and
 * without `@`. Never throws on what the value holds.
 */
export async function openSecret(value: JsonObject, privateKey: PrivateKey): Promise<OpenedSecret> {
  const secrets = texts(spelled(value, 'secret'));
  for (const index of likelyOrder(value, secrets.length, privateKey.publicKey)) {
    const ciphertext = decodeBase64(secrets[index] ?? '');
    const message = ciphertext === null ? null : await decryptOaep(privateKey, ciphertext);
    if (message !== null) return readSecret(message, value);
  }
  return { opened: false, reason: 'not-for-this-key' };
}

/**
 * Opens an EncryptedValue with a private key. A wrong key is told from a right one; since the payload carries no
 * authentication, a changed payload is noticed only where it is no text any more. Text of every build of the client
 * library is read: see {@link fromClientUtf8}.
 */
export async function openEncryptedValue(value: JsonObject, privateKey: PrivateKey): Promise<OpenedText> {
  const secret = await openSecret(value, privateKey);
  if (!secret.opened) return secret;
  const payload = spelled(value, 'payload');
  const ciphertext = typeof payload === 'string' ? decodeBase64(payload) : null;
  const text = ciphertext === null ? null : fromClientUtf8(await aesCtr(secret.key, secret.iv, ciphertext));
  return text === null ? { opened: false, reason: 'malformed' } : { opened: true, text };
}

/**
 * Seals a text so that every owner and reader can open it, and nobody else: AES-128 in counter mode under a key made for
 * this one value, which is encrypted to each owner and then to each reader.
 *
 * The builds of the client library read only ASCII alike (docs/decisions/0022), so characters of JSON text beyond it are
 * written as escapes.
 *
 * @throws RangeError for text beyond ASCII that is not JSON
 */
export async function sealText(text: string, options: SealOptions): Promise<JsonObject> {
  const key = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const message = utf8(JSON.stringify({ v: null, s: encodeBase64(key) }));
  const secrets: string[] = [];
  for (const holder of [...options.owners, ...options.readers]) {
    secrets.push(encodeBase64(await encryptOaep(holder, message)));
  }
  return {
    '@context': options.context ?? CLIENT_CONTEXT,
    '@type': 'EncryptedValue',
    '@id': options.id,
    ...(options.encryptedType === undefined ? {} : { encryptedType: options.encryptedType }),
    ...(options.encryptedContext === undefined ? {} : { encryptedContext: options.encryptedContext }),
    iv: encodeBase64(iv),
    payload: encodeBase64(await aesCtr(key, iv, utf8(asciiText(text)))),
    secret: secrets,
    owner: options.owners.map((owner) => owner.pem),
    ...(options.readers.length === 0 ? {} : { reader: options.readers.map((reader) => reader.pem) }),
  };
}

function asciiText(text: string): string {
  const beyondAscii = /[\u0080-\uffff]/g;
  if (text.search(beyondAscii) === -1) return text;
  if (!isJson(text)) throw new RangeError('Text beyond ASCII can be sealed in JSON only.');
  return text.replace(beyondAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Positions of secrets, those that stand where the key stands in the owners, then the readers, first. */
function likelyOrder(value: JsonObject, count: number, key: PublicKey): readonly number[] {
  const holders = [...texts(spelled(value, 'owner')), ...texts(spelled(value, 'reader'))];
  const likely = holders.flatMap((pem, index) => (index < count && isKey(pem, key) ? [index] : []));
  const positions = new Set(likely);
  for (let i = 0; i < count && positions.size < MAX_TRIES; i++) positions.add(i);
  return [...positions].slice(0, MAX_TRIES);
}

function isKey(pem: string, key: PublicKey): boolean {
  if (pem === key.pem) return true;
  try {
    return parsePublicKey(pem).id === key.id;
  } catch {
    return false;
  }
}

/** Reads `{"v": iv, "s": key}`. An `iv` of the value itself comes first; older values keep theirs only in the secret. */
function readSecret(message: Bytes, value: JsonObject): OpenedSecret {
  const malformed = { opened: false, reason: 'malformed' } as const;
  const text = fromUtf8(message);
  const secret = text === null ? null : parsedObject(text);
  if (secret === null) return malformed;
  const key = base64Member(member(secret, 's'));
  const iv = base64Member(spelled(value, 'iv') ?? member(secret, 'v'));
  if (key === null || (key.length !== 16 && key.length !== 32)) return malformed;
  if (iv === null || (iv.length !== 16 && iv.length !== 32)) return malformed;
  return { opened: true, key, iv: iv.slice(0, 16) };
}

function parsedObject(text: string): JsonObject | null {
  try {
    const value = parseJson(text, 'The secret');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function base64Member(value: Json | undefined): Bytes | null {
  return typeof value === 'string' ? decodeBase64(value) : null;
}

/** The member under its name with or without `@`; null counts as absent. */
function spelled(object: JsonObject, name: string): Json | undefined {
  return member(object, name) ?? member(object, `@${name}`) ?? undefined;
}

/** The texts of a list, or of the single text that stands for one. */
function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : '')) : [];
}
