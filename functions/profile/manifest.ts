import type { Manifest } from '../manifest.ts';
import { profileRoutes } from './routes.ts';

/** Profiles under `/api/profile/`. */
export const profileManifest = {
  name: 'profile',
  description: 'The progress of persons in frameworks.',
  routes: profileRoutes,
  adapter: 'profile',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key', 'profile-key'], search: 'use', values: ['write'] },
    maxBundleBytes: 600_000,
    contents: ['functions/profile/', 'shared/profiles/', 'shared/profiles/engine/'],
    memoryMb: 1769, // one whole processor
  },
} as const satisfies Manifest;
