import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSigner } from '../../shared/base/aws/signed-fetch.ts';
import { ConfigurationError } from '../../shared/base/config/formats.ts';
import type { SearchClusterConfig } from '../../shared/base/config/search-cluster.ts';
import { createFailover } from '../../shared/stores/opensearch/engine/failover.ts';
import type { OpenSearchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { createCredentialProvider } from './aws-credentials.ts';
import type { TransportFactory } from './http-transport.ts';

/**
 * Connects to the configured cluster, with its credentials, signatures and authorities.
 *
 * @throws ConfigurationError when the file of certificates cannot be used
 */
export async function searchTransport(
  {
    endpoints,
    authorization,
    aws,
    caFile,
  }: Pick<SearchClusterConfig, 'endpoints' | 'authorization' | 'aws' | 'caFile'>,
  create: TransportFactory,
): Promise<OpenSearchTransport> {
  const ca = caFile === null ? null : await readCertificates(caFile);
  const sign =
    aws === null
      ? null
      : createSigner({ region: aws.region, service: 'es', credentials: createCredentialProvider(aws.credentials) });
  const options = { authorization, ca, sign };
  return createFailover(await Promise.all(endpoints.map(async (endpoint) => create({ endpoint, ...options }))));
}

async function readCertificates(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    new X509Certificate(text); // throws for anything else
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`SEARCH_CA_FILE names ${file}, which does not hold a readable certificate. ${reason}`);
  }
}
