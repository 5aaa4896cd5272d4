import { Problem } from '../../shared/base/errors/problem.ts';
import type { Call } from '../../shared/http/call.ts';
import { createClientRateLimit } from '../../shared/http/client-rate-limit.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { MAX_RANKED, rankedPlace } from '../../shared/repository/meaning/ranked-pages.ts';
import {
  createSearchByMeaning,
  type MeaningParameters,
  type MeaningResult,
} from '../../shared/repository/meaning/search-by-meaning.ts';
import type { ComparingEmbedder } from '../../shared/repository/models/similarity.ts';
import { type SearchParameters, search } from '../../shared/repository/objects/search.ts';
import { STATE_BYTES } from '../../shared/repository/store/object-store.ts';

/** What such a search compares. With `similarTo`, it is always the meaning. */
type MeaningRequest = SearchParameters & Pick<MeaningParameters, 'mode' | 'similarTo'>;

/**
 * Searches by meaning for the caller of a request, or by words, where that is enough and there is no model.
 *
 * @throws Problem as `SearchByMeaning` does, `too-many-requests` (429), `invalid-parameter` (400) for a `sort`, `model-unavailable` (503)
 *   without a model
 */
export type SearchMeaning = (call: Call, request: MeaningRequest, caller: Caller) => Promise<MeaningResult>;

/** Memory for the results of both ranks. */
const RANKED_BYTES = 2 * MAX_RANKED * STATE_BYTES;

/** Searches by meaning, within EMBEDDING_RATE_LIMIT. @param embedder null: there is no model */
export function createSearchMeaning(ctx: Context, embedder: ComparingEmbedder | null): SearchMeaning {
  const byModel = embedder === null ? null : createSearchByModel(ctx, embedder);
  return async (call, request, caller) => {
    const { sort, cursor, similarTo, mode } = request;
    if (sort !== null) {
      const detail = 'Results by meaning have their own order: leave out sort.';
      throw new Problem('invalid-parameter', detail, { where: 'sort' });
    }
    const isBoth = mode === 'both' && similarTo === null;
    const place = cursor === null ? null : rankedPlace(cursor);
    // Pages that began with a model continue without it, by their place; those that began without one continue by words.
    if (isBoth && (byModel === null || (cursor !== null && place === null))) {
      const page = place === null ? request : { ...request, start: place, cursor: null };
      return { ...(await search(ctx, page, caller)), mode: 'words' };
    }
    if (byModel !== null) return byModel(call, { ...request, mode: isBoth ? 'both' : 'meaning' }, caller);
    throw new Problem('model-unavailable', 'This service does not search by meaning: it has no embedding model.');
  };
}

function createSearchByModel(ctx: Context, embedder: ComparingEmbedder): SearchMeaning {
  const searchByMeaning = createSearchByMeaning(embedder);
  const countClient = createClientRateLimit(ctx, 'meaning', ctx.config.embedding.rateLimit);
  return async (call, parameters, caller) => {
    await countClient(call);
    await call.hold(RANKED_BYTES);
    return searchByMeaning(ctx, parameters, caller);
  };
}
