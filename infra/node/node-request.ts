import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';

/** Idle connections are closed after this time, before an intermediate load balancer closes them. */
export const IDLE_TIMEOUT_MS = 4_000;

export type NodeRequest = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body. */
  readonly body: string | Uint8Array | null;
  readonly signal?: AbortSignal;
};

/** How connections are made. */
type ConnectOptions = {
  /** Certificates (PEM) of the only authorities to trust over TLS; absent: Node's list. */
  readonly ca?: string;
  /** Resolves names; absent: the system does. */
  readonly lookup?: LookupFunction;
};

/**
 * Sends requests over `node:http`, which takes half the time of Node's `fetch`. Redirects are returned, and nothing is compressed.
 * Connections are reused.
 *
 * @returns a function that resolves with the response when its headers have arrived, and rejects with the error of the connection, or
 *   when aborted
 */
export function createNodeRequest(options: ConnectOptions = {}): (request: NodeRequest) => Promise<IncomingMessage> {
  const plain = new PlainAgent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS, ...options });
  const secure = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS, ...options });
  return ({ url, method, headers: given, body, signal }) =>
    new Promise((resolve, reject) => {
      const [send, agent] = url.protocol === 'http:' ? [plainRequest, plain] : [request, secure];
      const headers = { ...given, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) };
      const sent = send(url, { agent, method, headers, ...(signal && { signal }) }, resolve);
      sent.on('error', reject);
      // Neither a response nor an error: the server switched protocols, which no request here asks for.
      sent.on('close', () => reject(new Error('The connection ended without a response.')));
      sent.end(body ?? '');
    });
}

/**
 * A `fetch` for AWS over {@link createNodeRequest}, for calls with a `URL` as address, plain headers, and a string or nothing as
 * body. It reads the whole response.
 */
export function createNodeFetch(): typeof globalThis.fetch {
  const send = createNodeRequest();
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    try {
      const answer = await send({
        url: new URL(String(input instanceof Request ? input.url : input)),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' && body !== '' ? body : null,
        ...(signal && { signal }),
      });
      const content = await text(answer);
      return new Response(content === '' ? null : content, { status: answer.statusCode ?? 0 });
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error;
    }
  };
}
