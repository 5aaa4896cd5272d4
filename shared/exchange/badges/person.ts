import type { PublicKey, ReadKey } from '../../base/crypto/public-key.ts';
import { displayText } from '../../profiles/engine/stored-values.ts';
import { readObjectKeys } from '../../repository/access/key-lists.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { type JsonObject, member } from '../../repository/linked-data/json.ts';
import { typeKey } from '../../repository/linked-data/type-key.ts';

/** What badges say about a person. */
export type BadgePerson = {
  readonly key: PublicKey;
  readonly name: string | null;
  /** The email address, without `mailto:`; null if unknown. */
  readonly email: string | null;
  readonly url: string | null;
  readonly telephone: string | null;
  readonly description: string | null;
  readonly image: string | null;
};

/**
 * The person that a fingerprint names: its Person object has to belong to the key, so that a key cannot speak for another person.
 *
 * @returns null for any other object
 */
export function personOf(found: ReadObject | undefined, fingerprint: string, readKey: ReadKey): BadgePerson | null {
  if (found === undefined || !/(?:^|\.)person$/.test(typeKey(found.object))) return null;
  const { owners } = readObjectKeys(found.object, readKey);
  const key = owners.find((owner) => owner.fingerprint === fingerprint);
  if (key === undefined) return null;
  const { object } = found;
  const email = textIn(object, 'email')?.replace(/^mailto:/i, '') ?? null;
  return {
    key,
    email,
    name: textIn(object, 'name'),
    url: webAddress(object, 'url'),
    telephone: textIn(object, 'telephone'),
    description: textIn(object, 'description'),
    image: webAddress(object, 'image'),
  };
}

function textIn(object: JsonObject, name: string): string | null {
  return displayText(member(object, name)) || null;
}

function webAddress(object: JsonObject, name: string): string | null {
  const text = textIn(object, name);
  return text !== null && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
