import { Problem } from '../../shared/base/errors/problem.ts';
import type { Call } from '../../shared/http/call.ts';
import { createClientRateLimit } from '../../shared/http/client-rate-limit.ts';
import { type Caller, faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createRateLimit } from '../../shared/repository/rate-limit.ts';

/**
 * The caller of a request, which must be allowed to use the language model.
 *
 * @throws Problem `not-signed-in` (401), or the error of the caller's sheet
 */
export async function requireModelUser({ config }: Pick<Context, 'config'>, call: Call): Promise<Caller> {
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  if (config.llm.isPublic || caller.proofs.length > 0) return caller;
  throw new Problem(
    'not-signed-in',
    'The language model is for callers that have signed in, or prove a key with a signature sheet (LLM_PUBLIC).',
  );
}

/** Counts a request against LLM_RATE_LIMIT. */
export type CountRequest = (call: Call, caller: Caller) => Promise<void>;

/**
 * Counts requests by the key of the signed-in user. Requests of other callers count by key and by the address of the client, since
 * a caller can generate any number of keys.
 *
 * @returns a function that throws Problem `too-many-requests` (429), `store-unavailable` (503)
 */
export function createRequestCount(ctx: Pick<Context, 'config' | 'keyValues' | 'now'>): CountRequest {
  const limit = [ctx, 'language-model', ctx.config.llm.rateLimit] as const;
  const [{ count }, countClient] = [createRateLimit(...limit), createClientRateLimit(...limit)];
  const countBy = async (call: Call, identity: string): Promise<void> => {
    Object.assign(call.answerHeaders, await count(identity));
  };
  return async (call, { proofs: [proof] }) => {
    const signedIn = await call.signedIn();
    if (signedIn !== null) return countBy(call, `user ${signedIn.keys[0].id}`);
    if (proof !== undefined) await countBy(call, `key ${proof.key.id}`);
    await countClient(call);
  };
}
