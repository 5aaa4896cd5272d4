import { type Caller, isAdmin, keysFor } from '../../access/caller.ts';
import { readGrant } from '../../access/permissions.ts';
import type { Context } from '../../context.ts';
import type { KeyId } from '../../crypto/key-id.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import { auditOverride } from '../../objects/audit.ts';
import type { StoredVersion } from '../../store/object-store.ts';

/** On whose behalf a profile is calculated. */
export type ProfileRights = {
  /** Decides what is seen: frameworks, competencies and persons by the ordinary read rules, evidence by {@link evidenceRights}. */
  readonly caller: Caller;
  /** Keys that open what is encrypted. They show a caller nothing that the caller may not read. */
  readonly acting: readonly PrivateKey[];
  /** Evidence comes from everything that the acting keys can read, whoever calls. */
  readonly open: boolean;
};

/** Whether a part of an object, sealed for these keys, may be opened. */
export type MayDecrypt = (holders: readonly (KeyId | null)[]) => boolean;

/** What of one assertion counts as evidence for a caller. */
export type EvidenceRights = {
  /** Whether a part may be opened by its own lists: its subject and its items of evidence always go by these. */
  readonly mayDecrypt: MayDecrypt;
  /** Whether a part may be opened that says what is asserted of this subject: agent, polarity and dates. */
  readonly mayDecryptAbout: (subject: KeyId) => MayDecrypt;
};

const ALL: EvidenceRights = { mayDecrypt: () => true, mayDecryptAbout: () => () => true };

/**
 * What of an assertion counts as evidence for a caller: only what the caller could read. Owners and readers of the assertion, and
 * admins, get all of it; others the parts that name a key which they have proved. Who has proved the key of the subject, and was
 * told so by the subject part, also gets whoever asserts it, its polarity and its dates: the author gave the acting key these for
 * profiles, and has the readers of the assertion to keep it from its subject. An assertion that is hidden from the caller as a
 * whole counts for nothing. With `open`, all that the acting keys can read counts too.
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
