import { Problem } from '../../shared/base/errors/problem.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { preconditionOf } from '../../shared/http/object-answer.ts';
import { readPayload } from '../../shared/http/payload.ts';
import { type Caller, faultOf, isAdmin } from '../../shared/repository/access/caller.ts';
import { writeGrant } from '../../shared/repository/access/permissions.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isObject, type Json } from '../../shared/repository/linked-data/json.ts';
import type { BlobCondition, BlobStore } from '../../shared/repository/store/blob-store.ts';
import type { HeadState } from '../../shared/repository/store/object-store.ts';
import { makeIndex, targetOf } from './read.ts';

/**
 * POST: an owner or admin publishes the index of an object, with the parts that the caller may read. Under a name that no object has, an
 * admin publishes the JSON object of the body.
 */
export async function postIndex(ctx: Context, call: Call, blobs: BlobStore): Promise<Answer> {
  const target = targetOf(ctx, call);
  const payload = await readPayload(ctx, call);
  const caller = await call.caller();
  const head = (await ctx.store.heads(target.names)).find((one) => one !== null && !one.deleted) ?? null;
  requireRight(caller, head);
  const document = head === null ? objectIn(payload.data()) : await makeIndex(ctx, call, target, caller);
  if (document === null) throw new Problem('not-found', 'The object no longer exists.');
  const tag = await blobs.put(target.name, JSON.stringify(document), conditionOf(call.request));
  if (tag === null) throw new Problem('precondition-failed', 'Another document is published under this name.');
  return jsonAnswer({ framework: target.name, success: true }, { etag: `"${tag}"`, 'cache-control': 'no-store' });
}

/** @throws Problem `not-owner`, `admin-only` (401), or the fault of a sheet */
function requireRight(caller: Caller, head: HeadState | null): void {
  if (isAdmin(caller, head?.shortId ?? null)) return;
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  if (head === null) throw new Problem('admin-only', 'Only an admin may publish under a name that no object has.');
  if (writeGrant(head.access, caller, head.shortId) === 'owner') return;
  throw new Problem('not-owner', 'Only an owner of the object, or an admin, may publish its index.');
}

/** @throws Problem `malformed-request` (400) */
function objectIn(data: Json | undefined): Json {
  if (data !== undefined && isObject(data)) return data;
  throw new Problem('malformed-request', 'There is no object with this name, and the body is not a JSON object.');
}

function conditionOf(request: Request): BlobCondition | undefined {
  const { ifMatch, ifNoneMatch } = preconditionOf(request);
  if (ifNoneMatch !== null) return { expected: null };
  const [tag] = ifMatch ?? [];
  return tag === undefined || tag === '*' ? undefined : { expected: tag.replaceAll('"', '') };
}
