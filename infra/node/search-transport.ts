import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../../shared/config/read-env.ts';
import type { SearchClusterConfig } from '../../shared/config/search-cluster.ts';
import { createFetchTransport, type OpenSearchTransport } from '../../shared/store/opensearch/engine/transport.ts';
import { createCredentialProvider } from '../aws/credentials.ts';
import { createSignedFetch } from '../aws/signed-fetch.ts';
import { createNodeFetch } from './node-fetch.ts';

/**
 * The way to the cluster of the configuration: with its credentials, its signatures, its authorities.
 *
 * @throws ConfigurationError when the file of certificates cannot be used
 */
export async function searchTransport(
  cluster: Pick<SearchClusterConfig, 'endpoint' | 'authorization' | 'aws' | 'caFile'>,
): Promise<OpenSearchTransport> {
  const { endpoint, authorization, aws, caFile } = cluster;
  const trusting = createNodeFetch(caFile === null ? null : await certificatesOf(caFile));
  const send =
    aws === null
      ? trusting
      : createSignedFetch({
          region: aws.region,
          service: 'es',
          credentials: createCredentialProvider(aws.credentials),
          fetch: trusting,
        });
  return createFetchTransport({ endpoint, authorization, fetch: send });
}

async function certificatesOf(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    new X509Certificate(text); // refuses what is none
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(
      `SEARCH_CA_FILE names ${file}, which holds no certificate that can be read. ${reason}`,
    );
  }
}
