import { get } from '../../shared/http/endpoint.ts';

/** The changes of objects. */
export const changesEndpoints = {
  readChanges: get('/api/changes', 'readers'),
};
