import type { Manifest } from '../manifest.ts';
import { pnaRoutes } from './routes.ts';

/** Indexes for directories of competencies. */
export const pnaManifest = {
  name: 'pna',
  description: 'Indexes of frameworks for directories of competencies (PNA).',
  routes: pnaRoutes,
  adapter: 'ce',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: 400_000,
    contents: ['functions/pna/', 'shared/exchange/frameworks/', 'shared/profiles/', 'shared/profiles/engine/'],
  },
} as const satisfies Manifest;
