import type { Channel } from '../../../events/connections.ts';
import type { Config } from '../../../shared/config/config.ts';
import { ConfigurationError } from '../../../shared/config/read-env.ts';
import { type AwsCredentialProvider, createCredentialProvider } from '../credentials.ts';
import { createSignedFetch } from '../signed-fetch.ts';

export type ManagementApiOptions = {
  /** Address of the WebSocket API's stage, such as `https://abc.execute-api.eu-central-1.amazonaws.com/live`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AwsCredentialProvider;
  readonly fetch?: typeof fetch;
};

/** Milliseconds that one call may take. */
const PATIENCE = 3_000;

/** What is sent again is sent after so many milliseconds. */
const PAUSES = [50, 200];

/**
 * The listeners of a WebSocket API of API Gateway, spoken to through its management endpoint (Amazon API Gateway developer
 * guide: `@connections` commands). Too many calls at once and faults of the other side are tried again a few times.
 */
export function createManagementApi({ endpoint, region, credentials, fetch: send }: ManagementApiOptions): Channel {
  const signed = createSignedFetch({ region, service: 'execute-api', credentials, ...(send && { fetch: send }) });
  const base = endpoint.replace(/\/+$/, '');

  /** The status of the answer; null when the connection broke, as one does that a frozen process kept. @throws Error when time is over */
  async function call(method: 'POST' | 'DELETE', id: string, body: string | null): Promise<number | null> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), PATIENCE);
    try {
      const address = `${base}/@connections/${encodeURIComponent(id)}`;
      const response = await signed(address, { method, body, redirect: 'error', signal: late.signal });
      await response.text();
      return response.status;
    } catch {
      if (late.signal.aborted) throw new Error('The channel did not answer in time.');
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The status of the last attempt. @throws Error when no answer came */
  async function insist(method: 'POST' | 'DELETE', id: string, body: string | null): Promise<number> {
    for (const pause of [...PAUSES, null]) {
      const status = await call(method, id, body);
      if (status !== null && status !== 429 && status < 500) return status;
      if (pause === null)
        throw new Error(`The channel answered with ${status === null ? 'nothing' : `status ${status}`}.`);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * pause));
    }
    throw new Error('There is a last attempt.');
  }

  return {
    async post(id, message) {
      const status = await insist('POST', id, message);
      if (status === 410) return 'gone';
      if (status < 300) return 'sent';
      throw new Error(`The channel answered with status ${status}.`);
    },
    async close(id) {
      const status = await insist('DELETE', id, null);
      if (status >= 300 && status !== 410) throw new Error(`The channel answered with status ${status}.`);
    },
  };
}

/**
 * The channel of the configuration. Nothing is called.
 *
 * @throws ConfigurationError where none is named
 */
export function openManagementApi(
  { dynamoDb, webSocketEndpoint: endpoint }: Pick<Config, 'dynamoDb' | 'webSocketEndpoint'>,
  send: typeof fetch,
): Channel {
  if (dynamoDb === null || endpoint === null) {
    throw new ConfigurationError('WS_ENDPOINT and DYNAMODB_PREFIX are to be set for the notification channel.');
  }
  const { region, credentials } = dynamoDb.service;
  const provider = createCredentialProvider(credentials, { fetch: send });
  return createManagementApi({ endpoint, region, credentials: provider, fetch: send });
}
