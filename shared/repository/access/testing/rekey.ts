import type { PrivateKey } from '../../../base/crypto/private-key.ts';
import type { PublicKey } from '../../../base/crypto/public-key.ts';
import { sign } from '../../../base/crypto/rsa.ts';
import type { JsonObject } from '../../linked-data/json.ts';
import type { ObjectKey } from '../../store/object-store.ts';
import type { Forwarding } from '../forwarding.ts';

/** The context of today's clients for RekeyRequests. */
export const REKEY_CONTEXT = 'https://schema.cassproject.org/0.4/kbac';

/** Deviations from an ordinary RekeyRequest. */
export type RekeyOptions = {
  readonly context?: string;
  readonly type?: string;
  /** PEM of the old key as it is written. */
  readonly rekeyPk?: string;
  readonly reader?: readonly string[];
  /** The keys that sign instead of the old and the new one. */
  readonly signers?: { readonly from?: PrivateKey; readonly to?: PrivateKey };
  readonly hashes?: { readonly from?: 'SHA-1' | 'SHA-256' };
  /** Members that are added after signing, or that replace signed ones. */
  readonly after?: JsonObject;
};

/**
 * A RekeyRequest as clients make it. The signed texts are written out here, member by member, and not taken from the code
 * that is tested.
 */
export async function makeRekeyRequest(
  from: PrivateKey,
  to: PrivateKey,
  options: RekeyOptions = {},
): Promise<JsonObject> {
  const { context = REKEY_CONTEXT, type = 'RekeyRequest', rekeyPk = from.publicKey.pem } = options;
  const reader = options.reader === undefined ? {} : { reader: [...options.reader] };
  const members = { '@context': context, '@type': type, owner: [to.publicKey.pem], ...reader, rekeyPk };
  const rekeySignature = await sign(
    options.signers?.from ?? from,
    JSON.stringify(members),
    options.hashes?.from ?? 'SHA-256',
  );
  const signed = { ...members, rekeySignature };
  const signatureSha256 = [await sign(options.signers?.to ?? to, JSON.stringify(signed), 'SHA-256')];
  const id = `http://localhost/api/data/schema.cassproject.org.0.4.kbac.RekeyRequest/rekey_${from.publicKey.id}/1`;
  return { '@id': id, ...signed, signatureSha256, ...options.after };
}

/** Tells a table of a stored request, as if its signatures had been verified. */
export function followRekey(
  forwarding: Forwarding,
  request: string,
  rekey: readonly [from: PublicKey, to: PublicKey] | null,
  state: { readonly version?: number; readonly time?: number; readonly deleted?: boolean } = {},
): void {
  const { version = 1, time = version, deleted = false } = state;
  const [from, to] = rekey ?? [];
  const found = from === undefined || to === undefined ? null : { from, to };
  forwarding.follow({ key: request as ObjectKey, version, time, deleted }, found); // any text serves as a key
}
