import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

/** An idle connection is closed after so many milliseconds, before a load balancer in between does. */
const IDLE = 4_000;

/**
 * A `fetch` that costs half of Node's own, and can trust authorities of the operator's. For calls with a `URL` as address,
 * plain headers and a text as body or none, as `createFetchTransport` makes them: redirects are answers like others, and
 * nothing is compressed. Connections are kept.
 *
 * @param ca certificates (PEM) of the authorities that are trusted over TLS, and no others; null: those of Node
 */
export function createNodeFetch(ca: string | null): typeof fetch {
  const plain = new PlainAgent({ keepAlive: true, timeout: IDLE });
  const secure = new Agent({ keepAlive: true, timeout: IDLE, ...(ca !== null && { ca }) });
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
