import { get, post } from '../../shared/http/endpoint.ts';

/** Searches. `/api/data/` alone is one. */
export const searchEndpoints = {
  search: get('/api/sky/repo/search', 'readers'),
  postSearch: post('/api/sky/repo/search', 'readers'),
  searchData: get('/api/data/', 'readers'),
  postSearchData: post('/api/data/', 'readers'),
};

/** The same address without the slash, which is not in the description. */
export const searchAliases = { searchData: get('/api/data', 'readers'), postSearchData: post('/api/data', 'readers') };

/** Operations on several objects. */
export const batchEndpoints = {
  multiGet: post('/api/sky/repo/multiGet', 'readers'),
  multiPut: post('/api/sky/repo/multiPut', 'owners'),
  multiDelete: post('/api/sky/repo/multiDelete', 'owners'),
};
