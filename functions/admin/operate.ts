import { cull, scanSource, searchSource } from '../../shared/admin/cull.ts';
import type { OperationControl, OperationRequest, Progress } from '../../shared/admin/operations.ts';
import { purge, reindex } from '../../shared/admin/store-operations.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { asksForProgress, createProgressLines } from '../../shared/http/progress-answer.ts';
import type { AdminContext } from './context.ts';
import { isDryRun } from './parameters.ts';
import { type Admin, requireAdmin } from './require-admin.ts';

type Work = (ctx: AdminContext, dryRun: boolean, admin: Admin, control: OperationControl) => Promise<Progress>;

/** The admin operations by the last segment of their address. */
export const OPERATIONS: Readonly<Record<OperationRequest['name'], Work>> = {
  reindex: (ctx, dryRun, _admin, control) => reindex(ctx, dryRun, control),
  purge: (ctx, dryRun, _admin, control) => purge(ctx, dryRun, control),
  cull: (ctx, dryRun, { caller }, control) => cull(ctx, scanSource(ctx), dryRun, caller, control),
  cullFast: (ctx, dryRun, { caller }, control) => cull(ctx, searchSource(ctx), dryRun, caller, control),
};

/**
 * Carries out an admin operation (specification: Administration) and answers its result; progress is streamed in between, if the
 * request asks for it. An operation that has begun continues when the client disconnects.
 */
export async function operate(ctx: AdminContext, call: Call, name: OperationRequest['name']): Promise<Answer> {
  const { request, id: requestId } = call;
  const payload = await readPayload(ctx, call, { uniqueMembers: true });
  const admin = await requireAdmin(ctx, call, payload, name);
  const dryRun = isDryRun(request, payload);
  const lines = asksForProgress(request) ? createProgressLines(call, { scanned: 0, removed: 0 }) : null;
  const { result } = await ctx.operations.start(
    { name, dryRun, by: admin.by, requestId },
    (control) => OPERATIONS[name](ctx, dryRun, admin, control),
    lines?.report,
  );
  return lines === null ? jsonAnswer(await result, { 'cache-control': 'no-store' }) : lines.answer(result);
}

/** GET util/operations: the progress of the running admin operation of any instance, and the result of the last one of each kind. */
export async function getOperations(ctx: AdminContext, call: Call): Promise<Answer> {
  await requireAdmin(ctx, call, null, 'operations');
  return jsonAnswer({ operations: await ctx.operations.records.all() }, { 'cache-control': 'no-store' });
}
