import type { Manifest } from '../manifest.ts';
import { ssoRoutes } from './routes.ts';

/** Sign-in and sign-out. */
export const ssoManifest = {
  name: 'sso',
  description: 'Sign-in and sign-out of browsers with OpenID Connect; there only in that mode.',
  routes: ssoRoutes,
  load: async () => (await import('./app.ts')).group,
  function: {
    paths: [
      '/login',
      '/logout',
      '/callback',
      '/api/login',
      '/api/logout',
      '/api/callback',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/api/mcp',
    ],
    rights: { secrets: ['admin-key'] },
    maxBundleBytes: 600_000,
    contents: ['functions/sso/'],
  },
} as const satisfies Manifest;
