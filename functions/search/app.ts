import { createPromiseCache } from '../../shared/base/concurrency/promise-cache.ts';
import type { Handler } from '../../shared/http/serve.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { ComparingEmbedder } from '../../shared/repository/models/similarity.ts';
import type { Group } from '../group.ts';
import { postMultiDelete, postMultiGet, postMultiPut } from './batches.ts';
import { batchEndpoints, searchAliases, searchEndpoints } from './endpoints.ts';
import type { SearchMeaning } from './meaning.ts';
import { getSearch, postSearch } from './search.ts';

/** Search and the batch operations. Mounted before data: `/api/data/` alone is a search. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, ctx, { embedder = null }) {
    const meaning = lazyMeaning(ctx, ctx.store.vectors === null ? null : embedder);
    const get: Handler<Context> = (ctx, call) => getSearch(ctx, call, meaning);
    const post: Handler<Context> = (ctx, call) => postSearch(ctx, call, meaning);
    serve(searchEndpoints, { search: get, postSearch: post, searchData: get, postSearchData: post });
    serve(searchAliases, { searchData: get, postSearchData: post });
    serve(batchEndpoints, { multiGet: postMultiGet, multiPut: postMultiPut, multiDelete: postMultiDelete });
  },
};

/** Loaded with the first search by meaning, since most searches compare words. */
function lazyMeaning(ctx: Context, embedder: ComparingEmbedder | null): SearchMeaning {
  const opened = createPromiseCache<'meaning', SearchMeaning>(); // what could not be loaded is tried again
  const open = async () => (await import('./meaning.ts')).createSearchMeaning(ctx, embedder);
  return async (...given) => (await opened('meaning', open))(...given);
}
