import type { Manifest } from '../manifest.ts';
import { jsonLdRoutes } from './routes.ts';

/** Processing of JSON-LD documents. */
export const jsonLdManifest = {
  name: 'json-ld',
  description: 'JSON-LD and RDF documents: expanded, compacted, flattened, framed, canonicalized.',
  routes: jsonLdRoutes,
  adapter: 'jsonld',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'] },
    maxBundleBytes: 510_000,
    contents: ['functions/json-ld/', 'shared/exchange/json-ld/', 'shared/exchange/rdf/'],
    memoryMb: 1769, // one whole processor
  },
} as const satisfies Manifest;
