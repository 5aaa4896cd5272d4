import { OWNER_MEMBERS, pemTexts } from '../../access/key-lists.ts';
import type { PublicKey, ReadKey } from '../../crypto/public-key.ts';
import { type JsonObject, member } from '../../linked-data/json.ts';

/** The keys of an object's owners, in their order; texts that are no keys are passed over. */
export function ownerKeys(object: JsonObject, readKey: ReadKey): readonly PublicKey[] {
  return OWNER_MEMBERS.flatMap((name) => pemTexts(member(object, name))).flatMap((pem) => {
    try {
      return [readKey(pem)];
    } catch {
      return [];
    }
  });
}
