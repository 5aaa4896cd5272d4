import { CORE_BUNDLE_BYTES, CORE_COLD_START_MS, type Manifest } from '../manifest.ts';
import { changesRoutes } from './routes.ts';

/** The changes of objects. */
export const changesManifest = {
  name: 'changes',
  description: 'What has changed, for those who keep a copy.',
  routes: changesRoutes,
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    coldStartMs: CORE_COLD_START_MS,
    contents: ['functions/changes/', 'shared/repository/notifications/', 'shared/repository/frameworks/'],
  },
} as const satisfies Manifest;
