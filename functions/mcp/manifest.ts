import type { Manifest } from '../manifest.ts';
import { mcpRoutes } from './routes.ts';

/** The Model Context Protocol. */
export const mcpManifest = {
  name: 'mcp',
  description: 'The API as tools, resources and prompts of assistants (Model Context Protocol, MCP).',
  routes: mcpRoutes,
  adapter: 'mcp',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key', 'server-secret'], search: 'use', values: ['write-short'] },
    maxBundleBytes: 690_000, // the SDK and its schemas are half of it
    coldStartMs: 95,
    contents: ['functions/mcp/'],
    readsDescription: true,
  },
} as const satisfies Manifest;
