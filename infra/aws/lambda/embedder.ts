import type { Config } from '../../../shared/base/config/config.ts';
import type { Embedder } from '../../../shared/repository/models/embedder.ts';
import { PLATFORM_PARTS } from './platform.ts';

/** The embedding model of a function, whose code is loaded with its first call; null: none is configured. Functions run no models themselves. */
export function openEmbedder({ embedding: { server } }: Pick<Config, 'embedding'>): Embedder | null {
  if (server === null) return null;
  let opening: Promise<Embedder> | null = null;
  const open = async () => {
    const { createRemoteEmbedder } = await import('../../../shared/repository/models/remote-embedder.ts');
    return createRemoteEmbedder(server, PLATFORM_PARTS.openSend);
  };
  return {
    model: server.model,
    async embed(...given) {
      opening ??= open();
      return (await opening).embed(...given);
    },
  };
}
