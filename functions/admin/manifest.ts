import type { Manifest } from '../manifest.ts';
import { adminRoutes } from './routes.ts';

/** The admin operations under `/api/util/`. */
export const adminManifest = {
  name: 'admin',
  description: 'Operations on the whole store, for admins.',
  routes: adminRoutes,
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: {
      secrets: ['admin-key', 'server-secret'],
      search: 'delete',
      values: ['write-short', 'write', 'clear'],
      changes: ['ring'],
    },
    maxBundleBytes: 600_000,
    contents: [
      'functions/admin/',
      'shared/repository/maintenance/',
      'shared/exchange/transfer/',
      'shared/people/identity/',
    ],
    timeoutSeconds: 900, // an operation continues after API Gateway has stopped waiting for its answer
  },
} as const satisfies Manifest;
