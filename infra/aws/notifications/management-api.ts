import type { Channel } from '../../../events/connections.ts';
import { type AwsCredentialProvider, createSignedFetch } from '../../../shared/aws/signed-fetch.ts';
import type { Config } from '../../../shared/config/config.ts';
import { ConfigurationError } from '../../../shared/config/configuration-error.ts';
import { sleep } from '../../../shared/timing/sleep.ts';
import { createCredentialProvider } from '../../node/aws-credentials.ts';

export type ManagementApiOptions = {
  /** Address of the WebSocket API's stage, such as `https://abc.execute-api.eu-central-1.amazonaws.com/live`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AwsCredentialProvider;
  readonly fetch?: typeof fetch;
};

/** One call about a connection. */
type Call = {
  readonly method: 'POST' | 'DELETE';
  readonly id: string;
  readonly body: string | null;
  readonly signal: AbortSignal | undefined;
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
  async function call({ method, id, body, signal }: Call): Promise<number | null> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), PATIENCE);
    const over = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
    try {
      const address = `${base}/@connections/${encodeURIComponent(id)}`;
      const response = await signed(address, { method, body, redirect: 'error', signal: over });
      await response.text();
      return response.status;
    } catch {
      if (over.aborted) throw new Error('The channel did not answer in time.');
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The status of the last attempt. @throws Error when no answer came */
  async function insist(attempt: Call): Promise<number> {
    for (const pause of [...PAUSES, null]) {
      const status = await call(attempt);
      if (status !== null && status !== 429 && status < 500) return status;
      if (pause === null)
        throw new Error(`The channel answered with ${status === null ? 'nothing' : `status ${status}`}.`);
      await sleep(Math.random() * pause);
    }
    throw new Error('There is a last attempt.');
  }

  return {
    async post(id, body, signal) {
      const status = await insist({ method: 'POST', id, body, signal });
      if (status === 410) return 'gone';
      if (status < 300) return 'sent';
      throw new Error(`The channel answered with status ${status}.`);
    },
    async close(id, signal) {
      const status = await insist({ method: 'DELETE', id, body: null, signal });
      if (status >= 300 && status !== 410) throw new Error(`The channel answered with status ${status}.`);
    },
  };
}

/**
 * The channel of the configuration. Nothing is called.
 *
 * @throws ConfigurationError where none is named
 */
export function openManagementApi({ webSocketApi }: Pick<Config, 'webSocketApi'>, send: typeof fetch): Channel {
  if (webSocketApi === null) throw new ConfigurationError('WS_ENDPOINT is to be set for the notification channel.');
  const { endpoint, region, credentials } = webSocketApi;
  const provider = createCredentialProvider(credentials, { fetch: send });
  return createManagementApi({ endpoint, region, credentials: provider, fetch: send });
}
