import type { Release } from '../../base/concurrency/memory-budget.ts';
import { type Caller, isAdmin, keysFor } from '../access/caller.ts';
import { addDecryptedSecrets } from '../access/decrypted-secrets.ts';
import { readGrant } from '../access/permissions.ts';
import { visiblePart } from '../access/read-filter.ts';
import { isLargeText } from '../linked-data/json-scan.ts';
import { type HeadState, type StoredVersion, sizeOf, type VersionState } from '../store/object-store.ts';
import { auditOverride } from './audit.ts';
import type { ObjectContext } from './context.ts';
import { storedObject, wholeVersion } from './stored-versions.ts';

/** A stored version as one caller may see it. */
export type Presented = {
  readonly stored: VersionState;
  /** JSON text of what the caller may see. */
  readonly text: string;
  /** JSON pointers (RFC 6901) of nested objects that were left out. */
  readonly hidden: readonly string[];
  /** Call it when the text is no longer needed; absent for short texts. */
  readonly release?: Release;
};

/** A version, and what a caller may see of it. */
export type ShownVersion = Pick<Presented, 'stored' | 'text' | 'hidden'>;

/** Memory per UTF-16 unit of a text that is sent: two bytes for the text, and as many for what is made of it. */
export const BYTES_PER_UNIT = 4;

/** Dependencies of {@link presentState}. */
export type PresentContext = Pick<ObjectContext, 'logger' | 'store' | 'memory' | 'large' | 'readKey'>;

/** Whether the caller may read the version as a whole, without what is protected inside it; an admin's reading is audited. */
export function isReadable(ctx: Pick<ObjectContext, 'logger'>, stored: VersionState, caller: Caller): boolean {
  const grant = readGrant(stored.access, caller, stored.shortId);
  if (grant === 'admin') auditOverride(ctx, caller, stored.shortId, 'read');
  return grant !== null;
}

/**
 * The only way to present an object: every object that leaves the service is filtered here (specification: Authentication 5,
 * Search rules 5), after {@link isReadable}. Text with nothing to hide is sent as it was stored.
 */
export function visibleText(stored: StoredVersion, caller: Caller): Pick<Presented, 'text' | 'hidden'> | null {
  if (!stored.access.mixed) return { text: stored.text, hidden: [] };
  const { object, hidden } = visiblePart(storedObject(stored), caller, stored.shortId);
  if (object === null) return null;
  return { text: hidden.length === 0 ? stored.text : JSON.stringify(object), hidden };
}

/**
 * {@link visibleText} in a thread for a large text, so that it does not delay other requests; and with the secrets that the
 * caller's held keys decrypt (specification: Authentication 6).
 *
 * @throws Problem `overloaded` (503)
 */
export async function visibleTextAsync(
  ctx: Pick<ObjectContext, 'large' | 'readKey'>,
  stored: StoredVersion,
  caller: Caller,
): Promise<Pick<Presented, 'text' | 'hidden'> | null> {
  const visible = await filterAsync(ctx, stored, caller);
  if (visible === null || !hasSecretsFor(stored, caller)) return visible;
  return { ...visible, text: await addDecryptedSecrets(visible.text, caller.held, ctx.readKey) };
}

async function filterAsync(
  { large }: Pick<ObjectContext, 'large'>,
  stored: StoredVersion,
  caller: Caller,
): Promise<Pick<Presented, 'text' | 'hidden'> | null> {
  if (!stored.access.mixed || !isLargeText(stored.text) || isAdmin(caller, stored.shortId)) {
    return visibleText(stored, caller);
  }
  const { text, hidden } = await large.visible(stored, [...keysFor(caller, stored.shortId)]);
  return text === null ? null : { text, hidden };
}

/** Secrets in large objects are not decrypted: parsing these would delay other requests. */
function hasSecretsFor({ access, text }: StoredVersion, { held }: Caller): boolean {
  return held.length > 0 && (access.mixed || access.hidden) && !isLargeText(text);
}

/** Whether it takes long to make the text that a caller may see. */
export function isSlowToPresent(stored: StoredVersion, caller: Caller): boolean {
  return (stored.access.mixed && isLargeText(stored.text)) || hasSecretsFor(stored, caller);
}

/** {@link isReadable} and {@link visibleText} of a version that has its text. */
export function present(ctx: Pick<ObjectContext, 'logger'>, stored: StoredVersion, caller: Caller): Presented | null {
  const visible = isReadable(ctx, stored, caller) ? visibleText(stored, caller) : null;
  return visible && { stored, ...visible };
}

/**
 * As {@link present}; a long text is read within the memory budget.
 *
 * @throws Problem `overloaded`, `store-unavailable` (503)
 */
export async function presentState(
  ctx: PresentContext,
  state: VersionState,
  caller: Caller,
): Promise<Presented | null> {
  if (state.text !== null && !isSlowToPresent(state, caller)) return present(ctx, state, caller);
  if (!isReadable(ctx, state, caller)) return null;
  const release = await ctx.memory.hold(BYTES_PER_UNIT * sizeOf(state));
  let visible: Pick<Presented, 'text' | 'hidden'> | null = null;
  try {
    const whole = await wholeVersion(ctx.store, state);
    visible = whole && (await visibleTextAsync(ctx, whole, caller));
  } finally {
    if (visible === null) release();
  }
  return visible && { stored: state, ...visible, release };
}

/** As {@link presentState}, of the current version only: null also for a deleted object. */
export async function presentHead(
  ctx: PresentContext,
  head: HeadState | null | undefined,
  caller: Caller,
): Promise<Presented | null> {
  return head && !head.deleted ? presentState(ctx, head, caller) : null;
}
