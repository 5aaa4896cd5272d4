import { createPromiseCache } from '../../../shared/base/concurrency/promise-cache.ts';
import type { Config } from '../../../shared/base/config/config.ts';
import type { ComparingEmbedder } from '../../../shared/repository/models/similarity.ts';
import { PLATFORM_PARTS } from './platform.ts';

/** The embedding model of a function, whose code is loaded with its first call; null: none is configured. Functions run no models themselves. */
export function openEmbedder({ embedding: { server, bedrock } }: Pick<Config, 'embedding'>): ComparingEmbedder | null {
  if (server === null) return null;
  const opened = createPromiseCache<'embedder', ComparingEmbedder>(); // what could not be loaded is tried again
  const open = async () => {
    const { openRemoteEmbedder } = await import('../../node/embedding/open-remote-embedder.ts');
    return openRemoteEmbedder({ server, bedrock }, PLATFORM_PARTS.openSend);
  };
  return {
    model: server.model,
    embed: async (...given) => (await opened('embedder', open)).embed(...given),
    similarity: async (...given) => (await opened('embedder', open)).similarity(...given),
  };
}
