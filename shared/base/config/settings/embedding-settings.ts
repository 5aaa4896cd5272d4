import { httpAddress, integer, type Setting, text } from '../formats.ts';

/** Settings of the model that search by meaning uses. */
export const EMBEDDING_SETTINGS = {
  EMBEDDING_ENDPOINT: {
    parse: httpAddress,
    default: null,
    effect:
      'Address of the server of an embedding model, by which search finds what means the same (docs/use/meaning.md). One that ends in `/v1` speaks the OpenAI-compatible API, `https://bedrock-runtime.<region>.amazonaws.com` is Amazon Bedrock (docs/operate/embedding-model.md), any other speaks that of Ollama, such as `http://localhost:11434`. Unset: search compares words only. On OpenSearch, it needs the plugin k-NN.',
  },
  EMBEDDING_MODEL_DIR: {
    parse: text,
    default: null,
    effect:
      'Directory with an embedding model as Hugging Face exports it for ONNX Runtime, instead of a server; the package `onnxruntime-node` has to be installed (docs/use/meaning.md). On Node only.',
  },
  EMBEDDING_MODEL: {
    parse: text,
    default: null,
    effect:
      'Name of the model at EMBEDDING_ENDPOINT, such as `bge-m3`. After a change, the vectors of all objects are made again, in the background.',
  },
  EMBEDDING_API_KEY: {
    parse: text,
    default: null,
    effect:
      'Key that is sent to EMBEDDING_ENDPOINT as a bearer token. Without one, requests to Amazon Bedrock are signed with the keys of AWS.',
    secret: true,
  },
  EMBEDDING_TIMEOUT_MS: {
    parse: integer(100, 600_000),
    default: 60_000,
    effect: 'Milliseconds that one call of the embedding model may take. A search waits for SEARCH_DEADLINE at most.',
  },
  EMBEDDING_RATE_LIMIT: {
    parse: integer(1, 1_000_000),
    default: 1_000,
    effect: 'Searches by meaning that may come from one address in SVC_RATE_LIMIT_WINDOW; further ones get 429.',
  },
} as const satisfies Record<string, Setting>;
