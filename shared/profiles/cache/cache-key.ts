import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { KeyId } from '../../base/crypto/public-key.ts';
import type { Caller } from '../../repository/access/caller.ts';

/** The inputs of a profile other than stored objects. */
export type ProfileInput = {
  /** Short id of the framework. */
  readonly framework: string;
  readonly subject: KeyId;
  /** Short id of the person; null if the request named only the key. */
  readonly person: string | null;
  /** The keys that decrypt assertions. */
  readonly acting: readonly KeyId[];
  readonly caller: Caller;
  readonly open: boolean;
  /** Digest of the operator's stages. */
  readonly stages: string;
  /** Only known parameters: others would let callers fill the cache. */
  readonly parameters: {
    readonly targetDateTime?: number | undefined;
    readonly startDate?: number | undefined;
    readonly endDate?: number | undefined;
    readonly conditions: readonly string[];
    readonly explain: boolean;
    readonly expand: boolean;
  };
};

/**
 * A digest that is the same for requests that get the same profile as long as no data changes, whatever the order of
 * parameters, conditions and keys; hex.
 */
export function cacheKey(input: ProfileInput): string {
  const { framework, subject, person, acting, caller, open, stages, parameters } = input;
  const { targetDateTime = null, startDate = null, endDate = null, conditions, explain, expand } = parameters;
  const parts = [
    4, // version of this format and of the format of profiles
    framework,
    subject,
    person,
    [...acting].sort(),
    ...rightsOf(caller),
    open,
    stages,
    [targetDateTime, startDate, endDate],
    distinct(conditions),
    explain,
    expand,
  ];
  return digest(parts);
}

/** {@link cacheKey} of the data that is not about the subject, in one generation (`Generations.shared`). */
export function surroundingsKey(
  {
    framework,
    caller,
    conditions,
  }: Pick<ProfileInput, 'framework' | 'caller'> & { readonly conditions: readonly string[] },
  generation: string,
): string {
  return digest([generation, framework, ...rightsOf(caller), distinct(conditions)]);
}

function rightsOf({ everywhere: { keys, admin }, named, held }: Caller): readonly unknown[] {
  const proofs = named.map((proof) => JSON.stringify([proof.server, proof.key.id, proof.admin]));
  return [admin || [...keys].sort(), distinct(proofs), distinct(held.map(({ publicKey }) => publicKey.id))];
}

function digest(parts: readonly unknown[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))));
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
