import type { Manifest } from '../manifest.ts';
import { editorEndpoints } from './endpoints.ts';

/** The web editor: pages and files for people, which are not part of the API. */
export const editorManifest = {
  name: 'editor',
  description: 'The web editor.',
  routes: [],
  undescribed: editorEndpoints,
  adapter: 'editor',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: 400_000,
    servesEditor: true,
    contents: ['functions/editor/', 'shared/exchange/frameworks/', 'shared/exchange/surroundings/'],
  },
} as const satisfies Manifest;
