import type { Limiter } from '../../base/concurrency/limiter.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { IdentityKeys } from './identity-keys.ts';
import { unmatchableDigest, unmatchableHash } from './password.ts';
import { type Account, decodeRecord, encodeRecord, type IdentityRecord, sealCredentials } from './record.ts';

/** Dependencies of the identity operations. Created once by `createIdentities`. */
export type IdentityContext = {
  readonly keyValues: Pick<KeyValueStore, 'get' | 'set'>;
  readonly keys: IdentityKeys;
  /** Used for unknown users, so that refusing them takes the same steps. */
  readonly decoy: Decoy;
  /** PBKDF2 iterations for new passwords. */
  readonly passwordIterations: number;
  /** Limits concurrent password hashing: each hash takes a good part of a second of CPU time. */
  readonly hashing: Limiter;
  /** The clock, UTC milliseconds. */
  now(): number;
};

/** An identity that no password matches. */
export type Decoy = { readonly recordKey: string; readonly text: string };

/** The stored identity of a user name. */
export type FoundIdentity = {
  readonly recordKey: string;
  readonly record: IdentityRecord;
  /** Revision for a conditional write; null for unknown users, whose `record` is the decoy. */
  readonly revision: string | null;
};

/** Makes the decoy of {@link IdentityContext}. */
export async function createDecoy(keys: IdentityKeys, passwordIterations: number): Promise<Decoy> {
  const recordKey = 'identity/decoy';
  const account: Account = {
    password: unmatchableHash(passwordIterations),
    tokenDigest: unmatchableDigest(),
    lastLogin: null,
  };
  const credentials = await sealCredentials(keys, recordKey, {});
  return { recordKey, text: await encodeRecord(keys, recordKey, { account, credentials }) };
}

/**
 * Reads the identity of a user name, or, after the same work, the decoy.
 *
 * @throws Problem `internal-error` when the stored record was altered, `store-unavailable` as the store does
 */
export async function findIdentity(context: IdentityContext, username: string): Promise<FoundIdentity> {
  const { keys, decoy } = context;
  const recordKey = await keys.recordKey(username);
  const entry = await context.keyValues.get(recordKey);
  const record = await (entry
    ? decodeRecord(keys, recordKey, entry.value)
    : decodeRecord(keys, decoy.recordKey, decoy.text));
  return { recordKey, record, revision: entry?.revision ?? null };
}

/** Writes a record if the entry has the expected revision. Returns whether it was written. */
export async function writeIdentity(
  context: IdentityContext,
  recordKey: string,
  record: IdentityRecord,
  expected: string | null,
): Promise<boolean> {
  const text = await encodeRecord(context.keys, recordKey, record);
  return (await context.keyValues.set(recordKey, text, { expected })) !== null;
}
