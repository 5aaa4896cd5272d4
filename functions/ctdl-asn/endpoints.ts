import { get, post } from '../../shared/http/endpoint.ts';

/** Endpoints of frameworks in CTDL-ASN. Ids may contain slashes, and some clients append a segment to the address of imports. */
export const ctdlAsnEndpoints = {
  exportCtdlAsn: get('/api/ctdlasn/{id}', 'readers', { servedAs: '/api/ctdlasn/*' }),
  exportCeasn: get('/api/ceasn/{id}', 'readers', { servedAs: '/api/ceasn/*' }),
  importCtdlAsn: post('/api/ctdlasn', 'owners'),
  importCtdlAsnAt: post('/api/ctdlasn/{id}', 'owners', { servedAs: '/api/ctdlasn/*' }),
  importCeasnAt: post('/api/ceasn/{id}', 'owners', { servedAs: '/api/ceasn/*' }),
  ctdlAsnImportReport: get('/api/ctdlasn/reports/{report}', 'anybody'),
};
