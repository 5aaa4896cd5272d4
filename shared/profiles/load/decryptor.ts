import { LRUCache } from 'lru-cache';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import type { Bytes } from '../../base/crypto/base64.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { KeyId } from '../../base/crypto/public-key.ts';
import {
  type DecryptedText,
  decryptSecret as decryptOneSecret,
  decryptWithMessage,
  type EncryptedValue,
  secretsToTry,
} from '../../repository/access/encrypted-value.ts';

/** Decrypted texts by their values; null if no key decrypts the value. */
export type DecryptedTexts = ReadonlyMap<EncryptedValue, string | null>;

/**
 * Decrypts values and caches the results, including failures: decryption costs an RSA operation. It checks no rights: callers
 * do so first.
 */
export type Decryptor = {
  /** The text, or null when none of these keys decrypts the value. Keys that are not holders are not tried. */
  readonly decrypt: (value: EncryptedValue, keys: readonly PrivateKey[]) => Promise<string | null>;
  /** {@link decrypt} for many values. Cached ones do not cost a promise each. */
  readonly decryptAll: (values: readonly EncryptedValue[], keys: readonly PrivateKey[]) => Promise<DecryptedTexts>;
};

/** A decryptor for one request: see {@link withHeldKeys}. */
export type RequestDecryptor = Decryptor & {
  /** Whether one of the held keys has decrypted something that the others could not. */
  readonly usedHeldKeys: () => boolean;
};

/** Parameters of {@link createDecryptor}. */
export type DecryptorOptions = {
  /** Size of the cache in UTF-16 code units, including the keys of the cache. */
  readonly capacity?: number;
  readonly decryptSecret?: typeof decryptOneSecret;
};

/** A result, and the data that it depends on besides the secret and the key. */
type CacheEntry = Pick<EncryptedValue, 'iv' | 'payload'> & { readonly result: DecryptedText };

const ENTRY_OVERHEAD = 200;
const MAX_CONCURRENCY = 16;

/** Share of the capacity for secrets: texts that are encrypted together have the same ones. */
const SHARE_OF_SECRETS = 0.25;

/** Creates a decryptor with a separate cache. */
export function createDecryptor(options: DecryptorOptions = {}): Decryptor {
  const { capacity = 32 << 20, decryptSecret = decryptOneSecret } = options;
  const messages = new LRUCache<string, Promise<Bytes | null>>({
    maxSize: Math.ceil(SHARE_OF_SECRETS * capacity),
    sizeCalculation: (_message, name) => ENTRY_OVERHEAD + name.length,
  });
  const results = new LRUCache<string, CacheEntry>({
    maxSize: Math.ceil((1 - SHARE_OF_SECRETS) * capacity),
    sizeCalculation: ({ payload, result }, name) =>
      ENTRY_OVERHEAD + name.length + (payload?.length ?? 0) + (result.ok ? result.text.length : 0),
  });
  /** Results by parsed value, as long as the value is referenced: found without hashing the secret. */
  const byValue = new WeakMap<EncryptedValue, { readonly keys: readonly PrivateKey[]; readonly text: string | null }>();

  function messageOf(secret: string, key: PrivateKey): Promise<Bytes | null> {
    const name = `${key.publicKey.id} ${secret}`;
    const found = messages.get(name);
    if (found !== undefined) return found;
    const message = decryptSecret(secret, key);
    messages.set(name, message);
    message.catch(() => messages.delete(name));
    return message;
  }

  async function tried(secret: string, value: EncryptedValue, key: PrivateKey): Promise<DecryptedText> {
    const { iv, payload } = value;
    const name = `${key.publicKey.id} ${iv} ${secret}`;
    const found = results.get(name);
    if (found !== undefined && found.iv === iv && found.payload === payload) return found.result;
    const result = await decryptWithMessage(await messageOf(secret, key), value);
    results.set(name, { iv, payload, result });
    return result;
  }

  async function textOf(value: EncryptedValue, keys: readonly PrivateKey[]): Promise<string | null> {
    for (const key of keys) {
      for (const secret of secretsToTry(value, key.publicKey.id)) {
        const result = await tried(secret, value, key);
        if (result.ok) return result.text;
        if (result.reason === 'malformed') break;
      }
    }
    return null;
  }

  async function decrypt(value: EncryptedValue, keys: readonly PrivateKey[]): Promise<string | null> {
    const found = byValue.get(value);
    if (found?.keys === keys) return found.text;
    const text = await textOf(value, keys);
    byValue.set(value, { keys, text });
    return text;
  }

  return {
    decrypt,
    async decryptAll(values, keys) {
      const texts = new Map<EncryptedValue, string | null>();
      const rest: EncryptedValue[] = [];
      for (const value of values) {
        const found = byValue.get(value);
        if (found?.keys === keys) texts.set(value, found.text);
        else rest.push(value);
      }
      await mapLimit(rest, MAX_CONCURRENCY, async (value) => texts.set(value, await decrypt(value, keys)));
      return texts;
    },
  };
}

/**
 * Uses the keys that the server holds for the caller of a request (`Caller.held`) to decrypt values that the passed keys cannot
 * decrypt: the caller could decrypt the same after reading it.
 */
export function withHeldKeys(decryptor: Decryptor, held: readonly PrivateKey[]): RequestDecryptor {
  const heldIds = new Set<KeyId | null>(held.map(({ publicKey }) => publicKey.id));
  let used = false;

  async function decryptWithHeld(value: EncryptedValue): Promise<string | null> {
    if (!value.holders.some((holder) => heldIds.has(holder))) return null;
    const text = await decryptor.decrypt(value, held);
    used ||= text !== null;
    return text;
  }

  return {
    decrypt: async (value, keys) => (await decryptor.decrypt(value, keys)) ?? decryptWithHeld(value),
    async decryptAll(values, keys) {
      const texts = await decryptor.decryptAll(values, keys);
      if (held.length === 0) return texts;
      const rest = values.filter((value) => texts.get(value) === null);
      const more = await mapLimit(
        rest,
        MAX_CONCURRENCY,
        async (value) => [value, await decryptWithHeld(value)] as const,
      );
      return new Map([...texts, ...more]);
    },
    usedHeldKeys: () => used,
  };
}
