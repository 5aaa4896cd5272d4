import type { EmbeddingConfig } from '../../../shared/base/config/embedding.ts';
import type { OutboundSend } from '../../../shared/base/outbound/outbound-fetch.ts';
import { type ComparingEmbedder, withSimilarity } from '../../../shared/repository/models/similarity.ts';

type RemoteModel = { readonly server: NonNullable<EmbeddingConfig['server']> } & Pick<EmbeddingConfig, 'bedrock'>;

/** Opens the configured model of a server, or of Amazon Bedrock. The code of the other is not loaded. */
export async function openRemoteEmbedder(
  { server, bedrock }: RemoteModel,
  openSend: () => Promise<OutboundSend>,
): Promise<ComparingEmbedder> {
  if (bedrock === null) {
    const { createRemoteEmbedder } = await import('../../../shared/repository/models/remote-embedder.ts');
    return withSimilarity(createRemoteEmbedder(server, openSend));
  }
  const [{ createBedrockEmbedder }, { createCredentialProvider }] = await Promise.all([
    import('../../../shared/repository/models/bedrock-embedder.ts'),
    import('../aws-credentials.ts'),
  ]);
  const { region, credentials } = bedrock;
  const signing = credentials && { region, credentials: createCredentialProvider(credentials) };
  return withSimilarity(createBedrockEmbedder(server, signing, openSend));
}
