import type { EmbeddingConfig } from '../../../shared/base/config/embedding.ts';
import type { OutboundSend } from '../../../shared/base/outbound/outbound-fetch.ts';
import { type ComparingEmbedder, withSimilarity } from '../../../shared/repository/models/similarity.ts';
import { createOutboundSend } from '../outbound-send.ts';
import { openRemoteEmbedder } from './open-remote-embedder.ts';

/** The embedding model of the process. */
export type OpenEmbedder = {
  /** Null: none is configured. */
  readonly embedder: ComparingEmbedder | null;
  readonly close: () => Promise<void>;
};

/** Opens the configured embedding model. @throws ConfigurationError for one that this service cannot run or call */
export async function openEmbedder(
  { server, bedrock, directory }: EmbeddingConfig,
  send: OutboundSend = createOutboundSend(),
): Promise<OpenEmbedder> {
  if (directory !== null) {
    const { openOnnxEmbedder } = await import('./onnx-embedder.ts');
    const embedder = await openOnnxEmbedder(directory);
    return { embedder: withSimilarity(embedder), close: embedder.close };
  }
  const close = async (): Promise<void> => {};
  if (server === null) return { embedder: null, close };
  return { embedder: await openRemoteEmbedder({ server, bedrock }, async () => send), close };
}
