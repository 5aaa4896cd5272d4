import { get, post } from '../../shared/http/endpoint.ts';

/** Endpoints of frameworks in ASN. Ids may contain slashes. */
export const asnEndpoints = {
  exportAsn: get('/api/asn/{id}', 'readers', { servedAs: '/api/asn/*' }),
  importAsn: post('/api/asn', 'owners'),
  asnImportReport: get('/api/asn/reports/{report}', 'anybody'),
};
