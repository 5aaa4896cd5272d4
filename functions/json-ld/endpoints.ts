import { post } from '../../shared/http/endpoint.ts';

/** Processing of JSON-LD. */
export const jsonLdEndpoints = {
  processJsonLd: post('/api/jsonld', 'anybody'),
};
