import type { Channel } from '../../../events/connections.ts';
import { type AwsCredentialProvider, createSignedFetch } from '../../../shared/base/aws/signed-fetch.ts';
import { sleep } from '../../../shared/base/concurrency/sleep.ts';
import type { Config } from '../../../shared/base/config/config.ts';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import { errorText } from '../../../shared/base/telemetry/logger.ts';
import { createCredentialProvider } from '../../node/aws-credentials.ts';

export type ManagementApiOptions = {
  /** Address of the WebSocket API's stage, such as `https://abc.execute-api.eu-central-1.amazonaws.com/live`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AwsCredentialProvider;
  readonly fetch: typeof globalThis.fetch;
};

/** One call for a connection. */
type Call = {
  readonly method: 'POST' | 'DELETE';
  readonly id: string;
  readonly body: string | null;
  readonly signal: AbortSignal | undefined;
};

const REQUEST_TIMEOUT_MS = 3_000;

/** Upper bounds of the random delays before retries. */
const RETRY_DELAYS_MS = [50, 200];

/**
 * The connections of a WebSocket API of API Gateway, through its management endpoint (Amazon API Gateway developer guide:
 * `@connections` commands). Throttled calls, server errors and broken connections are retried.
 */
export function createManagementApi({ endpoint, region, credentials, fetch: send }: ManagementApiOptions): Channel {
  const signed = createSignedFetch({ region, service: 'execute-api', credentials, fetch: send });
  const base = endpoint.replace(/\/+$/, '');

  /** The status of the response, or why the connection broke, for example after a freeze. @throws Error at the timeout */
  async function call({ method, id, body, signal }: Call): Promise<number | { readonly failure: unknown }> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS);
    const aborted = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
    try {
      const address = `${base}/@connections/${encodeURIComponent(id)}`;
      const response = await signed(address, { method, body, redirect: 'error', signal: aborted });
      await response.text();
      return response.status;
    } catch (failure) {
      if (aborted.aborted) throw new Error('The channel did not respond in time.');
      return { failure };
    } finally {
      clearTimeout(timer);
    }
  }

  /** The status of the first attempt that needs no retry. @throws Error when all attempts need one */
  async function callWithRetries(attempt: Call): Promise<number> {
    for (const delay of [...RETRY_DELAYS_MS, null]) {
      const result = await call(attempt);
      const isStatus = typeof result === 'number';
      if (isStatus && result !== 429 && result < 500) return result;
      if (delay === null && isStatus) throw new Error(`The channel answered with status ${result}.`);
      if (delay === null && !isStatus) throw new Error(`The channel does not respond: ${errorText(result.failure)}`);
      await sleep(Math.random() * (delay ?? 0));
    }
    throw new Error('unreachable: the last attempt returns or throws');
  }

  return {
    async post(id, body, signal) {
      const status = await callWithRetries({ method: 'POST', id, body, signal });
      if (status === 410) return 'gone';
      if (status < 300) return 'sent';
      throw new Error(`The channel answered with status ${status}.`);
    },
    async close(id, _reason, signal) {
      const status = await callWithRetries({ method: 'DELETE', id, body: null, signal });
      if (status >= 300 && status !== 410) throw new Error(`The channel answered with status ${status}.`);
    },
  };
}

/**
 * The configured channel. Makes no call.
 *
 * @throws ConfigurationError without WS_ENDPOINT
 */
export function openManagementApi(
  { webSocketApi }: Pick<Config, 'webSocketApi'>,
  send: typeof globalThis.fetch,
): Channel {
  if (webSocketApi === null) throw new ConfigurationError('WS_ENDPOINT is not set: the notification channel needs it.');
  const { endpoint, region, credentials } = webSocketApi;
  const provider = createCredentialProvider(credentials, { fetch: send });
  return createManagementApi({ endpoint, region, credentials: provider, fetch: send });
}
