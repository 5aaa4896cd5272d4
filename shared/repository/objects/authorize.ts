import { Problem } from '../../base/errors/problem.ts';
import { type Caller, refusal } from '../access/caller.ts';
import { writeGrant } from '../access/permissions.ts';
import type { HeadState } from '../store/object-store.ts';
import { auditOverride } from './audit.ts';
import type { ObjectContext } from './context.ts';

/**
 * Refuses a write that the current object's owners have not signed (specification: Authentication 4). The owners of a
 * deleted object still own its id. What only an admin key allows is written to the audit log.
 *
 * @param intent ends the sentence of the refusal: "change it" or "delete it"
 * @returns whether only an admin key allows it
 * @throws Problem `not-owner` (401), or the fault of the caller's own sheet
 */
export function authorize(
  ctx: Pick<ObjectContext, 'logger'>,
  head: HeadState | null,
  caller: Caller,
  intent: 'change' | 'delete',
): boolean {
  if (head === null) return false;
  const grant = writeGrant(head.access, caller, head.shortId);
  if (grant === null) throw refusal(caller, new Problem('not-owner', `Only an owner of an object may ${intent} it.`));
  if (grant === 'admin') auditOverride(ctx, caller, head.shortId, intent);
  return grant === 'admin';
}
