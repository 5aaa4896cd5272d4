import { clientAddress } from '../../shared/base/network/client-address.ts';
import type { Call } from '../../shared/http/call.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import {
  createSearchByMeaning,
  MAX_RANKED,
  type MeaningParameters,
  type MeaningResult,
} from '../../shared/repository/meaning/search-by-meaning.ts';
import type { Embedder } from '../../shared/repository/models/embedder.ts';
import { createRateLimit } from '../../shared/repository/rate-limit.ts';
import { STATE_BYTES } from '../../shared/repository/store/object-store.ts';

/** Searches by meaning for the caller of a request. @throws Problem as `SearchByMeaning` does, `too-many-requests` (429) */
export type SearchMeaning = (call: Call, parameters: MeaningParameters, caller: Caller) => Promise<MeaningResult>;

/** Memory for the results of both ranks. */
const RANKED_BYTES = 2 * MAX_RANKED * STATE_BYTES;

/** Searches by meaning, within EMBEDDING_RATE_LIMIT. */
export function createSearchMeaning(ctx: Context, embedder: Embedder): SearchMeaning {
  const { config } = ctx;
  const search = createSearchByMeaning(embedder);
  const { count } = createRateLimit(ctx, 'meaning', config.embedding.rateLimit);
  return async (call, parameters, caller) => {
    const { request, peerAddress } = call;
    const address = clientAddress(config, { header: (name) => request.headers.get(name), peerAddress });
    Object.assign(call.answerHeaders, await count(`address ${address ?? 'unknown'}`));
    await call.hold(RANKED_BYTES);
    return search(ctx, parameters, caller);
  };
}
