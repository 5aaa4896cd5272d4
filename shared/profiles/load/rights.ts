import type { PrivateKey } from '../../base/crypto/private-key.ts';
import type { KeyId } from '../../base/crypto/public-key.ts';
import { type Caller, isAdmin, keysFor } from '../../repository/access/caller.ts';
import { readGrant } from '../../repository/access/permissions.ts';
import type { Context } from '../../repository/context.ts';
import { auditOverride } from '../../repository/objects/audit.ts';
import type { StoredVersion } from '../../repository/store/object-store.ts';

/** The rights with which a profile is calculated. */
export type ProfileRights = {
  /** Sees frameworks, competencies and persons by the ordinary read rules, and evidence by {@link evidenceRights}. */
  readonly caller: Caller;
  /** Keys of the service that decrypt, in addition to keys that it holds for the caller. They do not let a caller read more. */
  readonly acting: readonly PrivateKey[];
  /** Evidence comes from everything that the acting keys can read, for every caller. */
  readonly open: boolean;
};

/** Whether a part of an object, encrypted for these keys, may be decrypted for the caller. */
export type MayDecrypt = (holders: readonly (KeyId | null)[]) => boolean;

/** The parts of one assertion that count as evidence for a caller. */
export type EvidenceRights = {
  /** Decides by the key lists of the part itself, for the subject and the items of evidence. */
  readonly mayDecrypt: MayDecrypt;
  /** Decides for agent, polarity and dates of an assertion about this subject. */
  readonly mayDecryptAbout: (subject: KeyId) => MayDecrypt;
};

const ALL: EvidenceRights = { mayDecrypt: () => true, mayDecryptAbout: () => () => true };

/**
 * Which parts of an assertion count as evidence for a caller: only those that the caller could read. Owners and readers of the
 * assertion, and admins, get all parts; other callers get the parts that list a key which they have proved. A caller that has
 * proved the key of the subject, and may read the subject part, also gets agent, polarity and dates: the author let the acting key
 * decrypt these for profiles, and can keep the assertion from its subject by the list of its readers. An assertion that is hidden
 * from the caller as a whole does not count. With `open`, everything that the acting keys can decrypt counts too.
 *
 * @returns null: the assertion is hidden
 */
export function evidenceRights(
  ctx: Pick<Context, 'logger'>,
  { shortId, access }: Pick<StoredVersion, 'shortId' | 'access'>,
  { caller, acting, open }: ProfileRights,
): EvidenceRights | null {
  const listed = new Set<KeyId | null>([...access.owners, ...access.readers]);
  const grant = readGrant(access, caller, shortId);
  if (open) {
    const hidden = grant === null && !acting.some(({ publicKey }) => listed.has(publicKey.id));
    return hidden ? null : ALL;
  }
  if (grant === null) return null;
  if (grant === 'admin') auditOverride(ctx, caller, shortId, 'read');
  const keys: ReadonlySet<KeyId | null> = keysFor(caller, shortId);
  if (isAdmin(caller, shortId) || [...listed].some((key) => keys.has(key))) return ALL;
  const mayDecrypt: MayDecrypt = (holders) => holders.some((key) => keys.has(key));
  return { mayDecrypt, mayDecryptAbout: (subject) => (keys.has(subject) ? ALL.mayDecrypt : mayDecrypt) };
}
