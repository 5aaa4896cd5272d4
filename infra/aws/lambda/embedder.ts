import { createPromiseCache } from '../../../shared/base/concurrency/promise-cache.ts';
import type { Config } from '../../../shared/base/config/config.ts';
import type { Embedder } from '../../../shared/repository/models/embedder.ts';
import { PLATFORM_PARTS } from './platform.ts';

/** The embedding model of a function, whose code is loaded with its first call; null: none is configured. Functions run no models themselves. */
export function openEmbedder({ embedding: { server, bedrock } }: Pick<Config, 'embedding'>): Embedder | null {
  if (server === null) return null;
  const opened = createPromiseCache<'embedder', Embedder>(); // what could not be loaded is tried again
  const open = async () => {
    if (bedrock === null) {
      const { createRemoteEmbedder } = await import('../../../shared/repository/models/remote-embedder.ts');
      return createRemoteEmbedder(server, PLATFORM_PARTS.openSend);
    }
    const { createBedrockEmbedder } = await import('../../../shared/repository/models/bedrock-embedder.ts');
    const { createCredentialProvider } = await import('../../node/aws-credentials.ts');
    const { region, credentials } = bedrock;
    const signing = credentials && { region, credentials: createCredentialProvider(credentials) };
    return createBedrockEmbedder(server, signing, PLATFORM_PARTS.openSend);
  };
  return {
    model: server.model,
    embed: async (...given) => (await opened('embedder', open)).embed(...given),
  };
}
