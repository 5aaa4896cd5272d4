import { get } from '../../shared/http/endpoint.ts';

/** All objects at once. */
export const bulkEndpoints = {
  bulk: get('/api/bulk', 'readers'),
};
