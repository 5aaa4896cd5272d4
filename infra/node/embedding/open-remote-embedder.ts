import type { EmbeddingConfig } from '../../../shared/base/config/embedding.ts';
import type { OutboundSend } from '../../../shared/base/outbound/outbound-fetch.ts';
import type { Embedder } from '../../../shared/repository/models/embedder.ts';

type RemoteModel = { readonly server: NonNullable<EmbeddingConfig['server']> } & Pick<EmbeddingConfig, 'bedrock'>;

/** Opens the configured model of a server, or of Amazon Bedrock. The code of the other is not loaded. */
export async function openRemoteEmbedder(
  { server, bedrock }: RemoteModel,
  openSend: () => Promise<OutboundSend>,
): Promise<Embedder> {
  if (bedrock === null) {
    const { createRemoteEmbedder } = await import('../../../shared/repository/models/remote-embedder.ts');
    return createRemoteEmbedder(server, openSend);
  }
  const [{ createBedrockEmbedder }, { createCredentialProvider }] = await Promise.all([
    import('../../../shared/repository/models/bedrock-embedder.ts'),
    import('../aws-credentials.ts'),
  ]);
  const { region, credentials } = bedrock;
  const signing = credentials && { region, credentials: createCredentialProvider(credentials) };
  return createBedrockEmbedder(server, signing, openSend);
}
