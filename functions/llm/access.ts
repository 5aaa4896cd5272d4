import { Problem } from '../../shared/base/errors/problem.ts';
import { clientAddress } from '../../shared/base/network/client-address.ts';
import type { Call } from '../../shared/http/call.ts';
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
  const { count } = createRateLimit(ctx, 'language-model', ctx.config.llm.rateLimit);
  return async (call, caller) => {
    for (const identity of await identitiesOf(ctx, call, caller)) {
      Object.assign(call.answerHeaders, await count(identity));
    }
  };
}

async function identitiesOf(
  { config }: Pick<Context, 'config'>,
  call: Call,
  { proofs: [proof] }: Caller,
): Promise<readonly string[]> {
  const signedIn = await call.signedIn();
  if (signedIn !== null) return [`user ${signedIn.keys[0].id}`];
  const { request, peerAddress } = call;
  const address = clientAddress(config, { header: (name) => request.headers.get(name), peerAddress });
  return [...(proof === undefined ? [] : [`key ${proof.key.id}`]), `address ${address ?? 'unknown'}`];
}
