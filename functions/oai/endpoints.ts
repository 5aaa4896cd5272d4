import { get, post } from '../../shared/http/endpoint.ts';

/** The address of OAI-PMH, which describes itself, and the schema of its format for packages. Neither is in the description. */
export const oaiEndpoints = {
  harvest: get('/api/oai', 'anybody'),
  harvestByPost: post('/api/oai', 'anybody'),
  packageSchema: get('/api/oai/case-package.xsd', 'anybody'),
};
