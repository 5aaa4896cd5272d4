import type { Caller } from '../access/caller.ts';
import type { Precondition } from './precondition.ts';
import type { Reference } from './reference.ts';
import { removeMany } from './remove-many.ts';

/**
 * Deletes one current object, if there is one, and publishes the change.
 *
 * @throws Problem `not-owner` (401), `precondition-failed` (412), `version-conflict` (409), or the fault of the caller's
 *   own sheet
 */
export async function remove(
  ctx: Parameters<typeof removeMany>[0],
  reference: Reference,
  caller: Caller,
  precondition?: Precondition,
): Promise<void> {
  const [result] = await removeMany(ctx, [reference], caller, 'single', precondition);
  if (result !== undefined && 'problem' in result) throw result.problem;
}
