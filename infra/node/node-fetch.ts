import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

/** Idle connections are closed after this time, before a load balancer in between closes them. */
const IDLE_TIMEOUT_MS = 4_000;

/**
 * A `fetch` for AWS that costs half of Node's own. For calls with a `URL` as address, plain headers, and text as body or none:
 * redirects are returned, and nothing is compressed. Connections are reused.
 *
 * @param ca certificates (PEM) of the only authorities to trust over TLS; null: those of Node
 */
export function createNodeFetch(ca: string | null): typeof fetch {
  const plain = new PlainAgent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  const secure = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS, ...(ca !== null && { ca }) });
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { signal } = init;
      const url = new URL(String(input instanceof Request ? input.url : input));
      const body = typeof init.body === 'string' ? init.body : '';
      const headers = {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(body !== '' && { 'content-length': Buffer.byteLength(body) }),
      };
      const [send, agent] = url.protocol === 'http:' ? [plainRequest, plain] : [request, secure];
      const fail = (error: unknown) => reject(signal?.aborted === true ? signal.reason : error);
      const options = { agent, method: init.method ?? 'GET', headers, ...(signal && { signal }) };
      const sent = send(url, options, (answer) => {
        text(answer).then((content) => {
          resolve(new Response(content === '' ? null : content, { status: answer.statusCode ?? 0 }));
        }, fail);
      });
      sent.on('error', fail);
      sent.end(body);
    });
}
