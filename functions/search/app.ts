import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { postMultiDelete, postMultiGet, postMultiPut } from './batches.ts';
import { batchEndpoints, searchAliases, searchEndpoints } from './endpoints.ts';
import { getSearch, postSearch } from './search.ts';

/** Search and the batch operations. Mounted before data: `/api/data/` alone is a search. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serve(searchEndpoints, { search: getSearch, postSearch, searchData: getSearch, postSearchData: postSearch });
    serve(searchAliases, { searchData: getSearch, postSearchData: postSearch });
    serve(batchEndpoints, { multiGet: postMultiGet, multiPut: postMultiPut, multiDelete: postMultiDelete });
  },
};
