import type { EmbeddingConfig } from '../../../shared/base/config/embedding.ts';
import type { Embedder } from '../../../shared/repository/models/embedder.ts';
import { createRemoteEmbedder } from '../../../shared/repository/models/remote-embedder.ts';
import { createOutboundSend } from '../outbound-send.ts';

/** The embedding model of the process. */
export type OpenEmbedder = {
  /** Null: none is configured. */
  readonly embedder: Embedder | null;
  readonly close: () => Promise<void>;
};

/** Opens the configured embedding model. @throws ConfigurationError for a directory without a model that can be run */
export async function openEmbedder({ server, directory }: EmbeddingConfig): Promise<OpenEmbedder> {
  if (directory !== null) {
    const { openOnnxEmbedder } = await import('./onnx-embedder.ts');
    const embedder = await openOnnxEmbedder(directory);
    return { embedder, close: embedder.close };
  }
  const close = async (): Promise<void> => {};
  if (server === null) return { embedder: null, close };
  return { embedder: createRemoteEmbedder(server, async () => createOutboundSend()), close };
}
