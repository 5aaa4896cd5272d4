import { text } from 'node:stream/consumers';
import { createNodeRequest } from './node-request.ts';

/**
 * A `fetch` for AWS over {@link createNodeRequest}, for calls with a `URL` as address, plain headers, and text as body or none. The
 * answer is read whole.
 */
export function createNodeFetch(): typeof fetch {
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
