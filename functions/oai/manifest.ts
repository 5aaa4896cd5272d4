import { CORE_BUNDLE_BYTES, type Manifest } from '../manifest.ts';
import { oaiEndpoints } from './endpoints.ts';

/** What is public, for harvesters. */
export const oaiManifest = {
  name: 'oai',
  description: 'Harvests of all that is public (OAI-PMH).',
  routes: [],
  undescribed: oaiEndpoints,
  adapter: 'oai',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    contents: ['functions/oai/', 'shared/exchange/frameworks/', 'shared/exchange/surroundings/'],
  },
} as const satisfies Manifest;
