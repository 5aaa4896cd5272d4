import { text } from 'node:stream/consumers';
import { createTransport, type OpenSearchTransport } from '../../shared/store/opensearch/engine/transport.ts';
import { createNodeRequest } from './node-request.ts';
import type { HttpTransportOptions } from './search-transport.ts';

/**
 * A transport over `node:http`, for functions: undici is faster, but would double the size of their bundles, and they make few
 * calls at a time.
 */
export function createHttpTransport({ ca, sign, ...options }: HttpTransportOptions): OpenSearchTransport {
  const send = createNodeRequest(ca ?? undefined);
  return createTransport({
    ...options,
    async send(request) {
      const answer = await send({ ...request, headers: sign === null ? request.headers : await sign(request) });
      return {
        status: answer.statusCode ?? 0,
        contentLength: answer.headers['content-length'] ?? null,
        text: () => text(answer),
        chunks: answer,
      };
    },
  });
}
