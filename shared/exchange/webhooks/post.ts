import type { Config } from '../../base/config/config.ts';
import { Problem } from '../../base/errors/problem.ts';
import { hostOf, type OutboundPolicy, parseHttpUrl } from '../../base/outbound/allow-list.ts';
import { allowedReach } from '../../base/outbound/allowed-reach.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { retryAfterMs } from '../../repository/retry-after.ts';
import { MAX_PAUSE_MS, type PostResult } from './retry.ts';
import { type Message, signedHeaders } from './signature.ts';

/**
 * Posts a message to a receiver.
 *
 * @throws the reason of `signal`, once it is aborted
 */
export type Post = (
  url: string,
  message: Message,
  secrets: readonly string[],
  signal: AbortSignal,
) => Promise<PostResult>;

export type PostContext = {
  readonly config: Pick<Config, 'outbound' | 'webhooks'>;
  /** UTC milliseconds. */
  readonly now: () => number;
};

/** The body of an answer is not read. */
const MAX_ANSWER_BYTES = null;

/** Receivers are outside: the service's own addresses need to be in FETCH_ALLOW_LIST as others do. */
function policyOf({ outbound }: Pick<Config, 'outbound'>): OutboundPolicy {
  return { allowed: outbound.allowed, trusted: [] };
}

/**
 * Checks the address of a receiver, as far as that is possible without a call: what its name resolves to is checked with each call.
 *
 * @throws Problem `invalid-parameter` (400) for anything but an http or https address, `fetch-refused` (403) for one that the service
 *   does not call (FETCH_ALLOW_LIST)
 */
export function requireReceiver(config: Pick<Config, 'outbound'>, text: string): void {
  const url = parseHttpUrl(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new Problem('invalid-parameter', 'url: is not an http or https address without credentials and fragment.', {
      where: 'url',
    });
  }
  const reach = allowedReach(url, policyOf(config));
  const host = hostOf(url);
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (reach !== null && !(isLocal && reach === 'public')) return;
  throw new Problem(
    'fetch-refused',
    `url: the service does not call ${url.origin}: it is not an allowed address, or not public (FETCH_ALLOW_LIST).`,
    { where: 'url' },
  );
}

/** Opens the way to receivers: the allowed addresses, without redirects, in WEBHOOK_TIMEOUT. */
export function createPost({ config, now }: PostContext, openSend: () => Promise<OutboundSend>): Post {
  const limits = { timeoutMs: config.webhooks.timeout, maxBytes: MAX_ANSWER_BYTES, types: null };
  let send: OutboundSend | null = null;

  async function attempt(url: string, message: Message, secrets: readonly string[], signal: AbortSignal) {
    send ??= await openSend();
    const fetch = createOutboundFetch(policyOf(config), limits, send);
    const headers = {
      ...(await signedHeaders(message, secrets, now())),
      'content-type': 'application/json',
      'user-agent': 'Competency-Service',
    };
    const response = await fetch(url, { method: 'POST', headers, body: message.body, redirect: 'manual', signal });
    await response.body?.cancel();
    return response;
  }

  return async (url, message, secrets, signal) => {
    const begin = performance.now();
    const result = (status: number | null, error: string | null, waitMs: number | null = null): PostResult => ({
      status,
      error,
      retryAfterMs: waitMs,
      durationMs: Math.round(performance.now() - begin),
    });
    try {
      const { ok, status, headers } = await attempt(url, message, secrets, signal);
      return result(status, ok ? null : faultOf(status), retryAfterMs(headers, now(), MAX_PAUSE_MS));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof Problem) return result(null, error.message);
      throw error;
    }
  };
}

function faultOf(status: number): string {
  const redirects = status >= 300 && status < 400;
  return `The receiver answers with status ${status}${redirects ? '; redirects are not followed' : ''}.`;
}
