import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { firstRequest } from './src/app/framework-list.ts';
import { searchAddress } from './src/service/search.ts';

/** The languages of the editor, as React Aria names their texts. */
const LOCALES = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'ar-AE'];

/** Where `npm run editor` finds the service that it edits. */
const SERVICE_URL = process.env['SERVICE_URL'] ?? 'http://localhost:8080';

/** Has browsers request the list of frameworks along with the script (`first/main.ts`). The server takes it out of the pages of other views. */
const listRequest: Plugin = {
  name: 'list-request',
  transformIndexHtml(_html, { path, originalUrl = '/' }) {
    if (!path.endsWith('/index.html') || originalUrl !== '/') return [];
    const href = `../api/${searchAddress(firstRequest())}`;
    return [{ tag: 'link', attrs: { rel: 'preload', as: 'fetch', crossorigin: true, href }, injectTo: 'head' }];
  },
};

/** The configuration of Vite, for `npm run editor` and for the build (`tools/build/editor-bundle.ts`). */
const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), { ...optimizeLocales.vite({ locales: LOCALES }), enforce: 'pre' }, listRequest],
  server: {
    port: 5173,
    proxy: { '/api': SERVICE_URL, '/ws': { target: SERVICE_URL, ws: true } },
  },
};

export default config;
