import { CORE_BUNDLE_BYTES, type Manifest } from '../manifest.ts';
import { webhookRoutes } from './routes.ts';

/** Webhooks. */
export const webhooksManifest = {
  name: 'webhooks',
  description: 'Webhooks: changes of objects are posted to the addresses of subscribers.',
  routes: webhookRoutes,
  adapter: 'webhooks',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: {
      secrets: ['admin-key', 'master-key'],
      search: 'use',
      values: ['write-short'],
      changes: ['ring'],
    },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    contents: ['functions/webhooks/', 'shared/exchange/webhooks/'],
  },
} as const satisfies Manifest;
