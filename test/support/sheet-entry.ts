import { sign } from '../../shared/base/crypto/rsa.ts';
import { canonicalSheetText } from '../../shared/repository/access/canonical-text.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import type { Person } from './signer.ts';

/** Deviations from an ordinary entry. */
export type EntryChanges = {
  /** Members set before signing. */
  readonly members?: JsonObject;
  /** Signatures to make; SHA-256 alone by default. */
  readonly hashes?: readonly ('SHA-256' | 'SHA-1')[];
  /** Members set after signing, which no signature covers. */
  readonly tampered?: JsonObject;
};

/** One signature sheet entry, valid or with the requested faults. */
export async function sheetEntry(server: string, signer: Person, changes: EntryChanges = {}): Promise<JsonObject> {
  const entry: JsonObject = {
    '@context': 'https://schema.cassproject.org/kbac/0.4',
    '@type': 'TimeLimitedSignature',
    '@owner': signer.pem,
    expiry: Date.now() + 300_000,
    server,
    ...changes.members,
  };
  const signed = { ...entry };
  for (const hash of changes.hashes ?? ['SHA-256']) {
    const name = hash === 'SHA-256' ? '@signatureSha256' : '@signature';
    signed[name] = await sign(signer.privateKey, canonicalSheetText(entry), hash);
  }
  return { ...signed, ...changes.tampered };
}
