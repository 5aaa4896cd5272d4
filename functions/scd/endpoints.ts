import { get } from '../../shared/http/endpoint.ts';

/** Competency definitions. */
export const scdEndpoints = {
  competencyDefinition: get('/api/scd/{id}', 'readers'),
  competencyDefinitionByType: get('/api/scd/{type}/{id}', 'readers'),
};
