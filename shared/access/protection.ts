import type { KeyId } from '../crypto/key-id.ts';
import { parsePublicKey, type ReadKey } from '../crypto/public-key.ts';
import { type Json, type JsonObject, member } from '../linked-data/json.ts';
import { isEncryptedValue } from './kbac-types.ts';
import { OWNER_MEMBERS, pemTexts, READER_MEMBERS } from './key-lists.ts';

/** That a node is hidden from all but the holders of these keys and admins. */
export type Protection = { readonly keys: readonly KeyId[] };

/**
 * Who may read a whole object: null when everybody may (specification: Authentication 5). Never throws: entries of a
 * reader list hide the object even if they are not keys.
 */
export function objectProtection(object: JsonObject, readKey: ReadKey = parsePublicKey): Protection | null {
  const hidden = READER_MEMBERS.some((name) => !isEmpty(member(object, name)));
  return hidden || isEncryptedValue(object) ? protection(object, readKey) : null;
}

/** {@link objectProtection} of an object inside another, where only texts that look like PEM make a reader list. */
export function nestedProtection(node: JsonObject, readKey: ReadKey = parsePublicKey): Protection | null {
  const hidden = READER_MEMBERS.some((name) => pemTexts(member(node, name)).length > 0);
  return hidden || isEncryptedValue(node) ? protection(node, readKey) : null;
}

function protection(node: JsonObject, readKey: ReadKey): Protection {
  const keys = new Set<KeyId>();
  for (const name of [...OWNER_MEMBERS, ...READER_MEMBERS]) {
    for (const pem of pemTexts(member(node, name))) {
      const id = keyId(pem, readKey);
      if (id !== null) keys.add(id);
    }
  }
  return { keys: [...keys] };
}

function keyId(pem: string, readKey: ReadKey): KeyId | null {
  try {
    return readKey(pem).id;
  } catch {
    return null; // not a key
  }
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
