import { isEncryptedValue } from '../../access/kbac-types.ts';
import { OWNER_MEMBERS, pemTexts, READER_MEMBERS } from '../../access/key-lists.ts';
import { stripProtected } from '../../access/participants.ts';
import type { KeyId } from '../../crypto/key-id.ts';
import type { ReadKey } from '../../crypto/public-key.ts';
import { isObject, type Json, type JsonObject, member } from '../../linked-data/json.ts';

/** One way to open a sealed part: a single secret with what it opens. */
export type Attempt = {
  /** The secret, and whose key is to open it: what an opened text is remembered under. */
  name(key: KeyId): string;
  /** What the opened text depends on besides; null where it is no text. */
  readonly iv: string | null;
  readonly payload: string | null;
  /** An EncryptedValue with this secret only. */
  readonly value: JsonObject;
};

/** An EncryptedValue (specification: EncryptedValue), read once. */
export type SealedPart = {
  /** The keys among its owners, then its readers; a text that is no key leaves its place empty. */
  readonly holders: readonly (KeyId | null)[];
  readonly secrets: number;
  /** The way by the secret at this position. */
  attempt(position: number): Attempt;
};

/** A value that stands for itself, or a part that has to be opened. */
export type Part =
  | { readonly kind: 'plain'; readonly value: Json }
  | { readonly kind: 'sealed'; readonly part: SealedPart };

/**
 * Reads a member's value; null for one that is absent. Of a value that is not encrypted, what is meant for some readers only is
 * left out; one that is so as a whole is there with the value null.
 */
export function readPart(value: Json | undefined, readKey: ReadKey): Part | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.length === 1) return readPart(value[0], readKey);
  if (isObject(value) && isEncryptedValue(value)) return { kind: 'sealed', part: sealedPart(value, readKey) };
  return { kind: 'plain', value: shownValue(value, readKey) ?? null };
}

/** A value as everybody sees it who sees the object that it stands in; undefined when that is nothing. */
export function shownValue(value: Json, readKey: ReadKey): Json | undefined {
  if (!isObject(value) && !Array.isArray(value)) return value;
  const shown = member(stripProtected({ value }, readKey), 'value');
  return isObject(shown) ? (member(shown, '@value') ?? shown) : shown;
}

/** Reads an EncryptedValue; members count with and without `@`. Never throws on what it holds. */
export function sealedPart(value: JsonObject, readKey: ReadKey): SealedPart {
  const secrets = texts(spelled(value, 'secret'));
  const iv = textOf(spelled(value, 'iv'));
  const payload = textOf(spelled(value, 'payload'));
  const attempts = new Map<number, Attempt>();
  return {
    holders: [...OWNER_MEMBERS, ...READER_MEMBERS].flatMap((name) =>
      pemTexts(member(value, name)).map((pem) => keyId(pem, readKey)),
    ),
    secrets: secrets.length,
    attempt(position) {
      const known = attempts.get(position);
      if (known !== undefined) return known;
      const made = attemptOf(secrets[position] ?? '', iv, payload);
      attempts.set(position, made);
      return made;
    },
  };
}

function attemptOf(secret: string, iv: string | null, payload: string | null): Attempt {
  const names = new Map<KeyId, string>();
  return {
    name(key) {
      const known = names.get(key);
      if (known !== undefined) return known; // one text, whose hash is reckoned once
      const made = `${key} ${secret}`;
      names.set(key, made);
      return made;
    },
    iv,
    payload,
    value: { '@type': 'EncryptedValue', secret: [secret], iv, payload },
  };
}

function keyId(pem: string, readKey: ReadKey): KeyId | null {
  try {
    return readKey(pem).id;
  } catch {
    return null; // such a text is nobody's key
  }
}

function spelled(object: JsonObject, name: string): Json | undefined {
  return member(object, name) ?? member(object, `@${name}`) ?? undefined;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item : '')) : [];
}
