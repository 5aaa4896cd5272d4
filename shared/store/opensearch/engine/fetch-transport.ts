import { createTransport, type OpenSearchTransport } from './transport.ts';

export type FetchTransportOptions = {
  readonly endpoint: string;
  readonly authorization: string | null;
  /** The runtime's `fetch` when absent. */
  readonly fetch?: typeof fetch;
};

/** A transport over the web's `fetch`, for runtimes that have nothing else. */
export function createFetchTransport({ fetch: send = fetch, ...options }: FetchTransportOptions): OpenSearchTransport {
  return createTransport({
    ...options,
    async send({ url, method, headers, body, signal }) {
      // A redirection is refused by its status: not every runtime knows the mode `error`.
      const response = await send(url, { method, headers, body, signal, redirect: 'manual' });
      return {
        status: response.status,
        contentLength: response.headers.get('content-length'),
        text: () => response.text(),
        chunks: response.body,
      };
    },
  });
}
