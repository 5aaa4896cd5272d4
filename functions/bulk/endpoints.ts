import { get } from '../../shared/http/endpoint.ts';

/** All objects at once. */
export const bulkEndpoints = {
  bulk: get('/api/bulk', 'readers'),
  getCatalog: get('/api/bulk/catalog', 'anybody'),
  listDumps: get('/api/bulk/dumps', 'anybody'),
  getDumpFile: get('/api/bulk/dumps/{file}', 'anybody'),
};
