import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Problem } from '../../base/errors/problem.ts';
import type { Caller } from '../access/caller.ts';
import type { HeadState } from '../store/object-store.ts';
import { isReadable, type PresentContext, type Presented, presentHead } from './present.ts';

/** `If-Match` and `If-None-Match` (RFC 9110, 13.1): entity tags without `W/`, or `*`. */
export type Precondition = {
  readonly ifMatch: readonly string[] | null;
  readonly ifNoneMatch: readonly string[] | null;
};

/** The precondition of a write that only creates. */
export const ONLY_IF_ABSENT: Precondition = { ifMatch: null, ifNoneMatch: ['*'] };

/** Ignores that an object was not in the expected state; throws every other error. */
export function ignoreFailedPrecondition(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'precondition-failed') throw error;
}

/**
 * Refuses a write when the object is not in the state that the caller expects. The state is the one that this caller
 * sees: an object that the caller may not read is absent.
 *
 * @throws Problem `precondition-failed` (412)
 */
export async function checkPrecondition(
  ctx: PresentContext,
  precondition: Precondition | undefined,
  head: HeadState | null,
  caller: Caller,
): Promise<void> {
  if (precondition === undefined || (precondition.ifMatch === null && precondition.ifNoneMatch === null)) return;
  requireState(precondition, await tagOf(ctx, head, caller));
}

/** The entity tag of the state that a caller sees. Its text is read only where something inside it may be hidden. */
async function tagOf(ctx: PresentContext, head: HeadState | null, caller: Caller): Promise<string | null> {
  if (head === null || head.deleted) return null;
  if (!head.access.mixed) return isReadable(ctx, head, caller) ? entityTag({ stored: head, hidden: [] }) : null;
  const presented = await presentHead(ctx, head, caller);
  presented?.release?.();
  return presented === null ? null : entityTag(presented);
}

/**
 * Refuses a request whose precondition the present state does not meet.
 *
 * @param tag entity tag of the present state; null: the object is absent
 * @throws Problem `precondition-failed` (412)
 */
export function requireState({ ifMatch, ifNoneMatch }: Precondition, tag: string | null): void {
  if (ifMatch !== null && !matches(ifMatch, tag) && !matches(ifMatch, tag && withoutDigest(tag))) {
    throw new Problem('precondition-failed', 'The object is not in the version that If-Match names.', {
      where: 'If-Match',
    });
  }
  if (ifNoneMatch !== null && matches(ifNoneMatch, tag)) {
    throw new Problem('precondition-failed', 'The object exists in a version that If-None-Match excludes.', {
      where: 'If-None-Match',
    });
  }
}

/** Whether a list of entity tags, or `*`, names this state; null is "absent". */
export function matches(tags: readonly string[], tag: string | null): boolean {
  return tag !== null && (tags.includes('*') || tags.includes(tag));
}

/**
 * The entity tag (RFC 9110, 8.8.3) of an object as one caller sees it: its version, and what was hidden from this caller, so that
 * two callers who see different parts never share a cached answer. If the text has replaced another one of the same version
 * (docs/operate/replicate.md), a part of its digest follows: answers with the other text are cached under the version alone.
 */
export function entityTag({ stored, hidden }: Pick<Presented, 'stored' | 'hidden'>): string {
  const digest = stored.digest === undefined ? '' : `~${stored.digest.slice(0, DIGEST_LENGTH)}`;
  const seen = hidden.length === 0 ? '' : `-${bytesToHex(sha256(utf8ToBytes(hidden.join('\n'))))}`;
  return `"${stored.version}${digest}${seen}"`;
}

const DIGEST_LENGTH = 16;

/** The tag as clients write it that know only the version, from the object itself. */
function withoutDigest(tag: string): string {
  return tag.replace(new RegExp(`~[0-9a-f]{${DIGEST_LENGTH}}`), '');
}
