import type { JsonObject } from '../../linked-data/json.ts';
import { createSealer, type Holders } from '../encrypt-value.ts';

/** Members of an EncryptedValue that are not encrypted. */
export type SealOptions = Holders & {
  /** `@id` of the encrypted object, or of the one that the encrypted field belongs to. */
  readonly id: string;
  /** Type and context of an encrypted object; absent for a field. */
  readonly encryptedType?: string;
  readonly encryptedContext?: string;
};

/** Encrypts a text for owners and readers as the client library does: see {@link createSealer}. */
export async function sealText(text: string, options: SealOptions): Promise<JsonObject> {
  const { id, encryptedType, encryptedContext } = options;
  const value = await (await createSealer(options)).seal(text, id);
  return {
    ...value,
    ...(encryptedType !== undefined && { encryptedType }),
    ...(encryptedContext !== undefined && { encryptedContext }),
  };
}
