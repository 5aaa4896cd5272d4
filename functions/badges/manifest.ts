import type { Manifest } from '../manifest.ts';
import { badgeRoutes } from './routes.ts';

/** Assertions as badges. */
export const badgesManifest = {
  name: 'badges',
  description: 'Assertions that were published as badges (Open Badges).',
  routes: badgeRoutes,
  adapter: 'badge',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: {
      secrets: ['admin-key', 'badge-key', 'profile-key', 'xapi-key'],
      search: 'use',
      values: ['write-short'],
      changes: ['ring'],
    },
    maxBundleBytes: 400_000,
    contents: [
      'functions/badges/',
      'shared/exchange/badges/',
      'shared/exchange/json-ld/',
      'shared/profiles/',
      'shared/exchange/frameworks/',
      'shared/profiles/engine/',
    ],
  },
} as const satisfies Manifest;
