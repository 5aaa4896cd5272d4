import { type AwsCredentialSource, awsAccount } from './aws-access.ts';
import { ConfigurationError } from './formats.ts';
import { type ModelServer, modelServer } from './model-server.ts';
import { type Settings, settingValue } from './read-env.ts';

/** The use of an embedding model. */
export type EmbeddingConfig = {
  /** Null: none is configured. */
  readonly server: ModelServer | null;
  /** If the server is Amazon Bedrock: its region, and the keys to sign with, null if the server has an API key; null: it is another one. */
  readonly bedrock: { readonly region: string; readonly credentials: AwsCredentialSource | null } | null;
  /** Directory with a model that the process itself runs; null: there is none. */
  readonly directory: string | null;
  /** Maximum number of searches by meaning from one address per rate limit window. */
  readonly rateLimit: number;
};

/** The addresses of Bedrock, public and of private links. */
const BEDROCK =
  /^[^?]+\/(?:[\w-]+\.)?bedrock-runtime(?:-fips)?\.([\w-]+)\.(?:(?:vpce\.)?amazonaws\.com|api\.aws)(?::\d+)?$/;

/** Whether a model is configured. */
export function hasModel({ server, directory }: EmbeddingConfig): boolean {
  return server !== null || directory !== null;
}

/** @throws ConfigurationError for contradictions */
export function embeddingConfig(settings: Settings): EmbeddingConfig {
  const server = modelServer(settings, 'EMBEDDING');
  const directory = settingValue(settings, 'EMBEDDING_MODEL_DIR');
  if (server !== null && directory !== null) {
    throw new ConfigurationError('EMBEDDING_ENDPOINT and EMBEDDING_MODEL_DIR are both set: name one model.');
  }
  const region = server && BEDROCK.exec(server.endpoint)?.[1];
  const isSigned = server?.apiKey === null;
  return {
    server,
    bedrock: region
      ? { region, credentials: isSigned ? awsAccount(settings, 'EMBEDDING_ENDPOINT', region).credentials : null }
      : null,
    directory,
    rateLimit: settingValue(settings, 'EMBEDDING_RATE_LIMIT'),
  };
}
