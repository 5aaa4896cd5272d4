import type { Manifest } from '../manifest.ts';
import { xapiRoutes } from './routes.ts';

/** Statements of learning systems. */
export const xapiManifest = {
  name: 'xapi',
  description: 'Statements of learning systems (xAPI), which become assertions.',
  routes: xapiRoutes,
  adapter: 'xapi',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: {
      secrets: ['admin-key', 'xapi-key', 'master-key', 'profile-key', 'badge-key'],
      search: 'use',
      values: ['write-short'],
      changes: ['ring'],
    },
    maxBundleBytes: 435_000,
    contents: ['functions/xapi/', 'shared/exchange/xapi/', 'shared/exchange/badges/addresses.ts'],
    memoryMb: 1769, // one whole processor
  },
} as const satisfies Manifest;
