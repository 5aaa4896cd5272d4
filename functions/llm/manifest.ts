import type { Manifest } from '../manifest.ts';
import { llmRoutes } from './routes.ts';

/** Drafts by a language model. */
export const llmManifest = {
  name: 'llm',
  description: 'Frameworks and alignments drafted by a language model.',
  routes: llmRoutes,
  adapter: 'llm',
  load: async () => (await import('./app.ts')).group,
  function: {
    rights: { secrets: ['admin-key'], search: 'use', values: ['invalidate', 'count'], changes: ['ring'] },
    maxBundleBytes: 450_000,
    contents: ['functions/llm/', 'functions/llm/drafting/', 'shared/exchange/frameworks/'],
  },
} as const satisfies Manifest;
