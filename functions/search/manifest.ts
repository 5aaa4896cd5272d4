import { CORE_BUNDLE_BYTES, CORE_COLD_START_MS, type Manifest } from '../manifest.ts';
import { searchAliases } from './endpoints.ts';
import { searchRoutes } from './routes.ts';

/** Search and the batch operations. */
export const searchManifest = {
  name: 'search',
  description: 'Search, and operations on several objects at once.',
  routes: searchRoutes,
  undescribed: searchAliases,
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use', values: ['invalidate'], changes: ['ring'] },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    coldStartMs: CORE_COLD_START_MS,
    contents: ['functions/search/'],
  },
} as const satisfies Manifest;
