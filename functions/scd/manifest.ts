import type { Manifest } from '../manifest.ts';
import { scdRoutes } from './routes.ts';

/** Competency definitions. */
export const scdManifest = {
  name: 'scd',
  description: 'Frameworks, competencies and relations as Shareable Competency Definitions (SCD).',
  routes: scdRoutes,
  adapter: 'scd',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: 400_000,
    contents: ['functions/scd/', 'shared/exchange/frameworks/', 'shared/profiles/engine/'],
  },
} as const satisfies Manifest;
