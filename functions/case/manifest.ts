import type { Manifest } from '../manifest.ts';
import { caseRoutes } from './routes.ts';

/** Frameworks as CASE. */
export const caseManifest = {
  name: 'case',
  description: 'Frameworks in CASE 1.0 and 1.1: documents, items, associations, packages.',
  routes: caseRoutes,
  adapter: 'case',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key', 'case-key'], search: 'use', values: ['write-short'], changes: ['ring'] },
    maxBundleBytes: 470_000,
    contents: ['functions/case/', 'shared/exchange/frameworks/', 'shared/http/imsx.ts'],
    readsDescription: true,
    memoryMb: 1769, // one whole processor
  },
} as const satisfies Manifest;
