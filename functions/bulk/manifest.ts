import { CORE_BUNDLE_BYTES, type Manifest } from '../manifest.ts';
import { bulkRoutes } from './routes.ts';

/** All objects at once. */
export const bulkManifest = {
  name: 'bulk',
  description: 'All objects that the caller may read, at once.',
  routes: bulkRoutes,
  adapter: 'bulk',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    contents: [
      ...['functions/bulk/', 'shared/exchange/bulk/', 'shared/exchange/transfer/part.ts', 'shared/exchange/json-ld/'],
      ...['shared/exchange/rdf/', 'shared/exchange/frameworks/', 'shared/exchange/surroundings/'],
    ],
  },
} as const satisfies Manifest;
