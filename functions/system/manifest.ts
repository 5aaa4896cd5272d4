import { CORE_BUNDLE_BYTES, CORE_COLD_START_MS, type Manifest } from '../manifest.ts';
import { pageEndpoints } from './endpoints.ts';
import { systemRoutes } from './routes.ts';

/** Health, the API description, and the keys of the admin. */
export const systemManifest = {
  name: 'system',
  description: 'Health, this description, and the keys of the admin.',
  routes: systemRoutes,
  undescribed: pageEndpoints,
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    coldStartMs: CORE_COLD_START_MS,
    servesApiPage: true,
    contents: ['functions/system/'],
  },
} as const satisfies Manifest;
