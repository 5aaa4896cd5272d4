import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

/** The languages of the editor, as React Aria names their texts. */
const LOCALES = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'ar-AE'];

/** Where `npm run editor` finds the service that it edits. */
const SERVICE_URL = process.env['SERVICE_URL'] ?? 'http://localhost:8080';

/** The configuration of Vite, for `npm run editor` and for the build (`scripts/editor-bundle.ts`). */
const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), { ...optimizeLocales.vite({ locales: LOCALES }), enforce: 'pre' }],
  server: {
    port: 5173,
    proxy: { '/api': SERVICE_URL, '/ws': { target: SERVICE_URL, ws: true } },
  },
};

export default config;
