import type { Limiter } from '../concurrency/limiter.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { IdentityKeys } from './identity-keys.ts';
import { unmatchableHash } from './password.ts';
import { type Account, decodeRecord, encodeRecord, type IdentityRecord, sealCredentials } from './record.ts';
import { unmatchableDigest } from './token.ts';

/** What the identity operations work with. Made once by `createIdentities`. */
export type IdentityContext = {
  readonly keyValues: Pick<KeyValueStore, 'get' | 'set'>;
  readonly keys: IdentityKeys;
  /** Stands in for users that do not exist, so that refusing them takes the same steps. */
  readonly decoy: Decoy;
  /** PBKDF2 iterations for passwords that are set from now on. */
  readonly passwordIterations: number;
  /** Runs what hashes a password, each of which keeps a processor busy for a good part of a second. */
  readonly hashing: Limiter;
  /** The clock, UTC milliseconds. */
  now(): number;
};

/** An identity that nobody can log in to. */
export type Decoy = { readonly recordKey: string; readonly text: string };

/** What the store holds for a user name. */
export type FoundIdentity = {
  readonly recordKey: string;
  readonly record: IdentityRecord;
  /** The state to write on top of; null when there is no such user and `record` is the decoy's. */
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
 * The identity of a user name, or the decoy after the same work when there is none.
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

/** Writes a record if the entry is still in the expected state; false when it is not: nothing was written. */
export async function writeIdentity(
  context: IdentityContext,
  recordKey: string,
  record: IdentityRecord,
  expected: string | null,
): Promise<boolean> {
  const text = await encodeRecord(context.keys, recordKey, record);
  return (await context.keyValues.set(recordKey, text, { expected })) !== null;
}
