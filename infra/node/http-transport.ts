import { text } from 'node:stream/consumers';
import {
  createTransport,
  type HttpRequest,
  type OpenSearchTransport,
} from '../../shared/stores/opensearch/engine/transport.ts';
import { createNodeRequest } from './node-request.ts';

/** How a transport reaches one address. */
export type HttpTransportOptions = {
  readonly endpoint: string;
  readonly authorization: string | null;
  /** Certificates (PEM) of the only authorities to trust over TLS; null: Node's list. */
  readonly ca: string | null;
  /** Resolves with all headers to send; null: requests are not signed. */
  readonly sign: ((request: HttpRequest) => Promise<Readonly<Record<string, string>>>) | null;
};

/** Creates a transport to one address. */
export type TransportFactory = (options: HttpTransportOptions) => OpenSearchTransport | Promise<OpenSearchTransport>;

/**
 * A transport over `node:http`, for functions: undici is faster, but would double the size of their bundles, and they make few
 * calls at a time.
 */
export function createHttpTransport({ ca, sign, ...options }: HttpTransportOptions): OpenSearchTransport {
  const send = createNodeRequest(ca === null ? {} : { ca });
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
