import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { AdminContext } from './context.ts';
import { requireAdmin } from './require-admin.ts';

/** GET util/operations: the progress of the running admin operation of any instance, and the result of the last one of each kind. */
export async function getOperations(ctx: AdminContext, call: Call): Promise<Answer> {
  await requireAdmin(ctx, call, null, 'operations');
  return jsonAnswer({ operations: await ctx.operations.records.all() }, { 'cache-control': 'no-store' });
}
