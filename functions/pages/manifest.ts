import { CORE_BUNDLE_BYTES, type Manifest } from '../manifest.ts';
import { pagesEndpoints } from './endpoints.ts';

/** What leads browsers, search engines and feed readers to public objects. Their pages are at the addresses of objects. */
export const pagesManifest = {
  name: 'pages',
  description: 'Sitemap, feed and style sheet of the pages of objects.',
  routes: [],
  undescribed: pagesEndpoints,
  adapter: 'pages',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use' },
    maxBundleBytes: CORE_BUNDLE_BYTES,
    contents: ['functions/pages/', 'shared/exchange/frameworks/', 'shared/exchange/surroundings/'],
  },
} as const satisfies Manifest;
