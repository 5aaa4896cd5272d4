import { CORE_BUNDLE_BYTES, CORE_COLD_START_MS, type Manifest } from '../manifest.ts';
import { dataRoutes } from './routes.ts';

/** Objects under `/api/data/`. */
export const dataManifest = {
  name: 'data',
  description: 'Objects: read, save, delete, history.',
  routes: dataRoutes,
  load: async () => (await import('./app.ts')).group,
  function: {
    takesUnknownPaths: true,
    rights: { secrets: ['admin-key'], search: 'use', values: ['invalidate'], changes: ['ring'] },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    coldStartMs: CORE_COLD_START_MS,
    alsoServes: ['search'], // `/api/data/` alone is a search; routes of HTTP APIs cannot separate it from objects
    contents: [
      ...['functions/data/', 'functions/search/', 'shared/exchange/json-ld/', 'shared/exchange/rdf/'],
      ...['shared/exchange/frameworks/', 'shared/exchange/surroundings/', 'shared/exchange/badges/person.ts'],
    ],
  },
} as const satisfies Manifest;
