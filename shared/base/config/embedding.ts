import { hasCredentials } from '../outbound/allow-list.ts';
import { ConfigurationError } from './formats.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The use of an embedding model. */
export type EmbeddingConfig = {
  /** Null: none is configured. */
  readonly server: EmbeddingServer | null;
  /** Directory with a model that the process itself runs; null: there is none. */
  readonly directory: string | null;
  /** Maximum number of searches by meaning of one caller per rate limit window. */
  readonly rateLimit: number;
};

/** The server of an embedding model. */
export type EmbeddingServer = {
  /** Base address, without a slash at its end. */
  readonly endpoint: string;
  readonly api: 'ollama' | 'openai';
  readonly model: string;
  readonly apiKey: string | null;
  /** Time limit of one call. */
  readonly timeoutMs: number;
};

/** @throws ConfigurationError for contradictions */
export function embeddingConfig(settings: Settings): EmbeddingConfig {
  const server = embeddingServer(settings);
  const directory = settingValue(settings, 'EMBEDDING_MODEL_DIR');
  if (server !== null && directory !== null) {
    throw new ConfigurationError('EMBEDDING_ENDPOINT and EMBEDDING_MODEL_DIR are both set: name one model.');
  }
  return { server, directory, rateLimit: settingValue(settings, 'EMBEDDING_RATE_LIMIT') };
}

function embeddingServer(settings: Settings): EmbeddingServer | null {
  const given = settingValue(settings, 'EMBEDDING_ENDPOINT');
  if (given === null) return null;
  const url = new URL(given);
  if (hasCredentials(url) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      'EMBEDDING_ENDPOINT has credentials, a query or a fragment: put the key into EMBEDDING_API_KEY.',
    );
  }
  const model = settingValue(settings, 'EMBEDDING_MODEL');
  if (model === null) {
    throw new ConfigurationError('EMBEDDING_ENDPOINT is set, but EMBEDDING_MODEL is not: it must name the model.');
  }
  const endpoint = given.replace(/\/+$/, '');
  return {
    endpoint,
    api: endpoint.endsWith('/v1') ? 'openai' : 'ollama',
    model,
    apiKey: settingValue(settings, 'EMBEDDING_API_KEY'),
    timeoutMs: settingValue(settings, 'EMBEDDING_TIMEOUT_MS'),
  };
}
