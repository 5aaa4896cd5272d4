import type { Manifest } from '../manifest.ts';
import { asnRoutes } from './routes.ts';

/** Frameworks in ASN. */
export const asnManifest = {
  name: 'asn',
  description: 'Frameworks in ASN: RDF/XML, Turtle, N-Triples, JSON-LD.',
  routes: asnRoutes,
  adapter: 'asn',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key', 'asn-key'], search: 'use', values: ['write-short'], changes: ['ring'] },
    maxBundleBytes: 565_000,
    contents: ['functions/asn/', 'shared/exchange/frameworks/', 'shared/exchange/json-ld/', 'shared/exchange/rdf/'],
    memoryMb: 1769, // one whole processor
  },
} as const satisfies Manifest;
