import type { Manifest } from '../manifest.ts';
import { ctdlAsnRoutes } from './routes.ts';

/** Frameworks in CTDL-ASN. */
export const ctdlAsnManifest = {
  name: 'ctdl-asn',
  description: 'Frameworks, collections, concept schemes and progression models in CTDL-ASN.',
  routes: ctdlAsnRoutes,
  adapter: 'ceasn',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: {
      secrets: ['admin-key', 'ceasn-key', 'skos-key'],
      search: 'use',
      values: ['write-short'],
      changes: ['ring'],
    },
    maxBundleBytes: 435_000,
    contents: ['functions/ctdl-asn/', 'shared/exchange/frameworks/'],
    memoryMb: 1769, // one whole processor
  },
} as const satisfies Manifest;
