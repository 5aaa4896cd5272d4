import { CORE_BUNDLE_BYTES, CORE_COLD_START_MS, type Manifest } from '../manifest.ts';
import { systemRoutes } from './routes.ts';

/** Health, the API description, and the keys of the admin. */
export const systemManifest = {
  name: 'system',
  description: 'Health, this description, and the keys of the admin.',
  routes: systemRoutes,
  load: async () => (await import('./app.ts')).group,
  function: {
    paths: [
      '/api',
      '/api/ping',
      '/api/sky/admin',
      '/api/openapi.json',
      '/api/openapi',
      '/api/openapi/{proxy+}',
      '/api/swagger.json',
      '/api/swagger',
      '/api/swagger/{proxy+}',
      '/livez',
      '/readyz',
    ],
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    coldStartMs: CORE_COLD_START_MS,
    servesApiPage: true,
    contents: ['functions/system/'],
  },
} as const satisfies Manifest;
