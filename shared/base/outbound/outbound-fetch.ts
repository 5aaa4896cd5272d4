import { Problem } from '../errors/problem.ts';
import { hasCredentials, type OutboundPolicy, parseHttpUrl } from './allow-list.ts';
import { allowedReach } from './allowed-reach.ts';
import { failure, refusal } from './failures.ts';
import { limitedResponse, type ResponseLimits } from './limited-response.ts';
import type { Reach } from './reach.ts';

/** One request, without its redirects. */
export type OutboundRequest = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly signal: AbortSignal;
  /** The addresses that the name may resolve to. */
  readonly reach: Reach;
};

/**
 * Sends a request with the means of the platform, and returns redirects without following them. The body of the response is
 * decompressed.
 *
 * @throws Problem `fetch-refused` (403) when the name resolves to no address within reach: nothing is sent then
 */
export type OutboundSend = (request: OutboundRequest) => Promise<Response>;

/** Limits of one fetch. */
export type OutboundLimits = ResponseLimits & {
  /** Time limit of the whole exchange, including redirects and body; null: none. */
  readonly timeoutMs: number | null;
};

const MAX_REDIRECTS = 3;

/** Methods whose redirects are followed: any other may change something, and must not be sent to another address. */
const REDIRECTED_METHODS = new Set(['GET', 'HEAD']);

/** Headers that are sent again after a redirect to another origin: none of them can contain credentials. */
const FORWARDED_HEADERS = ['accept', 'accept-language'];

/**
 * A `fetch` for addresses that do not come from this service's code. It refuses those outside the policy before anything is sent,
 * also as targets of redirects, of which it follows three for GET and HEAD, and none for other methods. It sends no cookies.
 *
 * @returns a function that rejects with Problem `fetch-refused` (403), or `fetch-failed` (502) when there is no usable response;
 *   reading the body rejects with the latter too
 */
export function createOutboundFetch(
  policy: OutboundPolicy,
  limits: OutboundLimits,
  send: OutboundSend,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const given = input instanceof Request ? input : null;
    const first = targetOf(given?.url ?? String(input));
    const { redirect = given?.redirect ?? 'follow', signal: caller = given?.signal, ...rest } = init;
    const request = new Request(input, { ...rest, redirect: 'manual' });
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const timeout = limits.timeoutMs === null ? null : AbortSignal.timeout(limits.timeoutMs);
    const signal = AbortSignal.any([caller, timeout].filter((each) => each instanceof AbortSignal));
    const { method } = request;

    async function follow(url: URL, headers: Headers, redirects: number): Promise<Response> {
      const reach = requireReach(url, policy);
      const response = await send({ url, method, headers, body, signal, reach }).catch((error: unknown) => {
        throw caller?.aborted ? caller.reason : failure(url, 'does not answer', error);
      });
      const location = redirectOf(response);
      if (location === null || redirect === 'manual') return limitedResponse(response, limits, url);
      await response.body?.cancel();
      if (redirect === 'error' || !REDIRECTED_METHODS.has(method)) throw failure(url, 'redirects this request');
      if (redirects === MAX_REDIRECTS) throw failure(url, `redirects more than ${MAX_REDIRECTS} times`);
      const next = targetOf(location, url);
      return follow(next, next.origin === url.origin ? headers : withoutCredentials(headers), redirects + 1);
    }

    return follow(first, request.headers, 0);
  };
}

function targetOf(text: string, base?: URL): URL {
  const url = parseHttpUrl(text, base);
  if (url === null) throw new Problem('fetch-refused', 'The service fetches http and https addresses only.');
  if (hasCredentials(url)) throw new Problem('fetch-refused', 'The service does not fetch addresses with credentials.');
  return url;
}

function requireReach(url: URL, policy: OutboundPolicy): Reach {
  const reach = allowedReach(url, policy);
  if (reach === null) throw refusal(url);
  return reach;
}

/** Where a response redirects to (RFC 9110, 15.4); null when it does not. */
function redirectOf({ status, headers }: Response): string | null {
  return [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : null;
}

function withoutCredentials(headers: Headers): Headers {
  const kept = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}
