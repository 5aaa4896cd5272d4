import type { Caller } from '../access/caller.ts';
import { readGrant } from '../access/permissions.ts';
import { visiblePart } from '../access/read-filter.ts';
import type { Context } from '../context.ts';
import type { Head, StoredVersion } from '../store/object-store.ts';
import { auditOverride } from './audit.ts';
import { storedObject } from './stored-object.ts';

/** A stored version as one caller may see it. */
export type Presented = {
  readonly stored: StoredVersion;
  /** JSON text of what the caller may see. */
  readonly text: string;
  /** JSON pointers (RFC 6901) of nested objects that were left out. */
  readonly hidden: readonly string[];
};

/**
 * The one read filter's way out: every object that leaves the service passes here (specification: Authentication 5,
 * Search rules 5). Text that holds nothing to hide is sent as it was stored.
 *
 * @returns null when the caller may not read the object at all
 */
export function present(ctx: Pick<Context, 'logger'>, stored: StoredVersion, caller: Caller): Presented | null {
  const grant = readGrant(stored.access, caller, stored.shortId);
  if (grant === null) return null;
  if (grant === 'admin') auditOverride(ctx, caller, stored.shortId, 'read');
  if (!stored.access.mixed) return { stored, text: stored.text, hidden: [] };
  const { object, hidden } = visiblePart(storedObject(stored), caller, stored.shortId);
  if (object === null) return null;
  return { stored, text: hidden.length === 0 ? stored.text : JSON.stringify(object), hidden };
}

/** As {@link present}, of the current version only: null also for a deleted object. */
export function presentHead(
  ctx: Pick<Context, 'logger'>,
  head: Head | null | undefined,
  caller: Caller,
): Presented | null {
  return head && !head.deleted ? present(ctx, head, caller) : null;
}
