import { ConfigurationError } from './formats.ts';
import { type ModelServer, modelServer } from './model-server.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The use of an embedding model. */
export type EmbeddingConfig = {
  /** Null: none is configured. */
  readonly server: ModelServer | null;
  /** Directory with a model that the process itself runs; null: there is none. */
  readonly directory: string | null;
  /** Maximum number of searches by meaning from one address per rate limit window. */
  readonly rateLimit: number;
};

/** @throws ConfigurationError for contradictions */
export function embeddingConfig(settings: Settings): EmbeddingConfig {
  const server = modelServer(settings, 'EMBEDDING');
  const directory = settingValue(settings, 'EMBEDDING_MODEL_DIR');
  if (server !== null && directory !== null) {
    throw new ConfigurationError('EMBEDDING_ENDPOINT and EMBEDDING_MODEL_DIR are both set: name one model.');
  }
  return { server, directory, rateLimit: settingValue(settings, 'EMBEDDING_RATE_LIMIT') };
}
