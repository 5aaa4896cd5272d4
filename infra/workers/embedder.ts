import type { EmbeddingConfig } from '../../shared/base/config/embedding.ts';
import { ConfigurationError } from '../../shared/base/config/formats.ts';
import { createRemoteEmbedder } from '../../shared/repository/models/remote-embedder.ts';
import { type ComparingEmbedder, withSimilarity } from '../../shared/repository/models/similarity.ts';
import { workerSend } from './outbound-send.ts';

/** The configured embedding model; null: there is none. @throws ConfigurationError for one that a worker cannot use */
export function openEmbedder({ server, bedrock, directory }: EmbeddingConfig): ComparingEmbedder | null {
  if (directory !== null) {
    throw new ConfigurationError('Workers do not support EMBEDDING_MODEL_DIR: name a server in EMBEDDING_ENDPOINT.');
  }
  if (bedrock !== null) {
    throw new ConfigurationError('Workers do not support Amazon Bedrock: name another server in EMBEDDING_ENDPOINT.');
  }
  return server === null ? null : withSimilarity(createRemoteEmbedder(server, async () => workerSend));
}
