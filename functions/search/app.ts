import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { postMultiDelete, postMultiGet, postMultiPut } from './batches.ts';
import { SEARCH_PATHS } from './parameters.ts';
import { serveSearch } from './search.ts';

/** Search and the batch operations. Mounted before data: `/api/data/` alone is a search. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serveSearch(serve, [...SEARCH_PATHS, '/api/data']);
    serve('/api/sky/repo/multiGet', { POST: postMultiGet });
    serve('/api/sky/repo/multiPut', { POST: postMultiPut });
    serve('/api/sky/repo/multiDelete', { POST: postMultiDelete });
  },
};
