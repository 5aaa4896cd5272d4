import { clientAddress } from '../../shared/base/network/client-address.ts';
import type { Handler } from '../../shared/http/serve.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createSearchByMeaning } from '../../shared/repository/meaning/search-by-meaning.ts';
import type { Embedder } from '../../shared/repository/models/embedder.ts';
import { createRateLimit } from '../../shared/repository/rate-limit.ts';
import type { Group } from '../group.ts';
import { postMultiDelete, postMultiGet, postMultiPut } from './batches.ts';
import { batchEndpoints, searchAliases, searchEndpoints } from './endpoints.ts';
import { getSearch, type Meaning, postSearch } from './search.ts';

/** Search and the batch operations. Mounted before data: `/api/data/` alone is a search. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, ctx, { embedder = null }) {
    const meaning = embedder === null || ctx.store.vectors === null ? null : openMeaning(ctx, embedder);
    const get: Handler<Context> = (ctx, call) => getSearch(ctx, call, meaning);
    const post: Handler<Context> = (ctx, call) => postSearch(ctx, call, meaning);
    serve(searchEndpoints, { search: get, postSearch: post, searchData: get, postSearchData: post });
    serve(searchAliases, { searchData: get, postSearchData: post });
    serve(batchEndpoints, { multiGet: postMultiGet, multiPut: postMultiPut, multiDelete: postMultiDelete });
  },
};

function openMeaning(ctx: Context, embedder: Embedder): Meaning {
  const { config } = ctx;
  const { count } = createRateLimit(ctx, 'meaning', config.embedding.rateLimit);
  return {
    search: createSearchByMeaning(embedder),
    async count({ request, peerAddress, answerHeaders }) {
      const address = clientAddress(config, { header: (name) => request.headers.get(name), peerAddress });
      Object.assign(answerHeaders, await count(`address ${address ?? 'unknown'}`));
    },
  };
}
