import type { Caller } from '../access/caller.ts';
import type { PutItem } from './prepare-item.ts';
import { putMany, type Saved } from './put-many.ts';

/**
 * Saves one object (specification: Data, Write rules, Versioning) and publishes the change.
 *
 * @returns what is stored now; its version says which one was taken
 * @throws Problem `invalid-object`, `malformed-key` (400), `not-owner` (401), `identifier-taken`, `version-conflict`
 *   (409), `precondition-failed` (412), or the fault of the caller's own sheet
 */
export async function save(ctx: Parameters<typeof putMany>[0], item: PutItem, caller: Caller): Promise<Saved> {
  const [result] = await putMany(ctx, [item], caller, 'single');
  if (result === undefined) throw new Error('One item was put and no result came back.');
  if ('problem' in result) throw result.problem;
  return result;
}
