import type { Manifest } from '../manifest.ts';
import { ssoRoutes } from './routes.ts';

/** Sign-in and sign-out. */
export const ssoManifest = {
  name: 'sso',
  description: 'Sign-in and sign-out of browsers with OpenID Connect; there only in that mode.',
  routes: ssoRoutes,
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'] },
    maxBundleBytes: 600_000,
    contents: ['functions/sso/'],
  },
} as const satisfies Manifest;
