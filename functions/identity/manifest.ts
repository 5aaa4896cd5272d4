import { CORE_BUNDLE_BYTES, CORE_COLD_START_MS, type Manifest } from '../manifest.ts';
import { identityRoutes } from './routes.ts';

/** Identities under `/api/sky/id/`. */
export const identityManifest = {
  name: 'identity',
  description: 'Key pairs kept for users, encrypted by themselves.',
  routes: identityRoutes,
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key', 'server-secret', 'salts'], values: ['write', 'count'] },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    coldStartMs: CORE_COLD_START_MS,
    contents: ['functions/identity/', 'shared/people/identity/'],
    memoryMb: 1024, // passwords are hashed
  },
} as const satisfies Manifest;
