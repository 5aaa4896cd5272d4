import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { createTransport, type OpenSearchTransport } from '../../shared/store/opensearch/engine/transport.ts';
import type { HttpTransportOptions } from './search-transport.ts';

/** Idle connections are closed after this time, before a load balancer in between closes them. */
const IDLE_TIMEOUT_MS = 4_000;

/**
 * A transport over `node:http`, for functions: undici is faster, but would double the size of their bundles, and they make few
 * calls at a time.
 */
export function createHttpTransport({ ca, sign, ...options }: HttpTransportOptions): OpenSearchTransport {
  const agentOptions = { keepAlive: true, timeout: IDLE_TIMEOUT_MS };
  const [send, agent] =
    new URL(options.endpoint).protocol === 'http:'
      ? [plainRequest, new PlainAgent(agentOptions)]
      : [request, new Agent({ ...agentOptions, ...(ca !== null && { ca }) })];
  return createTransport({
    ...options,
    async send(call) {
      const { url, method, body, signal } = call;
      const headers = {
        ...(sign === null ? call.headers : await sign(call)),
        ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
      };
      return new Promise((resolve, reject) => {
        const sent = send(url, { agent, method, headers, signal }, (answer) => {
          resolve({
            status: answer.statusCode ?? 0,
            contentLength: answer.headers['content-length'] ?? null,
            text: () => text(answer),
            chunks: answer,
          });
        });
        sent.on('error', reject);
        sent.end(body ?? '');
      });
    },
  });
}
