import { type Actor, actorFields } from '../access/actor.ts';
import type { Caller } from '../access/caller.ts';
import type { HeadState } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';

/**
 * Writes to the audit log that only an admin key allowed an action, not the key of an owner or reader (specification:
 * Authentication 7).
 *
 * @param object short id
 * @param action what was done to it
 */
export function auditOverride(
  ctx: Pick<ObjectContext, 'logger'>,
  caller: Caller,
  object: string,
  action: 'read' | 'change' | 'delete',
): void {
  const admin = caller.proofs.find((proof) => proof.admin);
  ctx.logger.warn('AUTH', 'An admin key overrode the keys of an object', {
    admin: admin === undefined ? null : admin.key.fingerprint,
    object,
    action,
  });
}

/**
 * Writes to the audit log that an object was saved or deleted, and by which caller.
 *
 * @param head its state since then
 */
export function auditWrite(
  ctx: Pick<ObjectContext, 'logger'>,
  actor: Actor,
  { shortId, version }: Pick<HeadState, 'shortId' | 'version'>,
  message: 'Object created' | 'Object changed' | 'Object deleted',
): void {
  ctx.logger.info('DATA', message, { object: shortId, version, ...actorFields(actor) });
}
