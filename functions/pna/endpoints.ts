import { get, post } from '../../shared/http/endpoint.ts';

/** Indexes for directories of competencies. */
export const pnaEndpoints = {
  competencyIndex: get('/api/ce/pna/{id}', 'readers'),
  publishCompetencyIndex: post('/api/ce/pna/{id}', 'owners'),
  competencyIndexByType: get('/api/ce/pna/{type}/{id}', 'readers'),
  publishCompetencyIndexByType: post('/api/ce/pna/{type}/{id}', 'owners'),
};
