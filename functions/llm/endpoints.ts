import { post } from '../../shared/http/endpoint.ts';

/** Drafts by a language model. */
export const llmEndpoints = {
  draftFramework: post('/api/llm/framework', 'key', { limit: 'language-model' }),
  draftFrameworkWithOllama: post('/api/ollama/framework', 'key', { limit: 'language-model' }),
};

/** Alignments by a language model. */
export const alignEndpoints = {
  proposeAlignments: post('/api/llm/align', 'key', { limit: 'language-model' }),
};

/** Alignments by words, notation, meaning and position, which need no language model. */
export const candidateEndpoints = { findAlignments: post('/api/align', 'readers') };
