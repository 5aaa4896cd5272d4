/** One call to the engine. */
export type EngineRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query below the endpoint, without a leading slash. */
  readonly path: string;
  /** JSON text, or JSON lines for bulks and multi-searches. */
  readonly body?: string;
  /** Milliseconds after which the call is aborted with its connection: the engine cancels a search then. */
  readonly timeout: number;
  /** Maximum size of the response; absent: unlimited. */
  readonly maxBytes?: number;
};

/** The engine's response; `body` is the parsed JSON, null if there was none. */
export type EngineResponse = { readonly status: number; readonly body: unknown };

/** Sends calls to the engine, each at most once: the store determines the outcome after a lost response. */
export type OpenSearchTransport = {
  /** @throws EngineFailure when no complete response arrived in time */
  request(request: EngineRequest): Promise<EngineResponse>;
};

/** The engine did not respond, or refused a request. Its messages are for the log only. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  /**
   * `timeout`: the time limit passed; `away`: there was no connection, or the response was incomplete; `refused`: the engine
   * refused; `large`: the response exceeds `maxBytes`, and was not read.
   */
  readonly kind: 'timeout' | 'away' | 'refused' | 'large';
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The engine's name for the error, such as `too_many_clauses`; null if the response has none. */
  readonly reason: string | null;

  constructor(
    kind: EngineFailure['kind'],
    message: string,
    status: number | null = null,
    reason: string | null = null,
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.reason = reason;
  }
}

/** An HTTP request to the engine, for an HTTP client to send. */
export type HttpRequest = {
  readonly url: URL;
  readonly method: EngineRequest['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
};

/** The response of an HTTP client. */
export type HttpResponse = {
  readonly status: number;
  readonly contentLength: string | null;
  /** Reads the rest of the response as text. */
  text(): Promise<string>;
  /** The bytes of the response as they arrive. Ending the iteration early closes the connection. Null: the response is empty. */
  readonly chunks: AsyncIterable<Uint8Array> | null;
};

export type TransportOptions = {
  /** Base address of the cluster, such as `https://search.example:9200`. */
  readonly endpoint: string;
  /** Value of the `Authorization` header (basic or API key); null: none. */
  readonly authorization: string | null;
  /** Sends one request. It does not follow redirects, and retries nothing. */
  readonly send: (request: HttpRequest) => Promise<HttpResponse>;
};

/** The largest delay of a timer. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** A transport over an HTTP client: everything but sending is the same on every runtime. */
export function createTransport({ endpoint, authorization, send }: TransportOptions): OpenSearchTransport {
  const base = endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
  // Compressing costs both sides more than transferring the uncompressed bytes.
  const headers = { 'accept-encoding': 'identity', ...(authorization !== null && { authorization }) };
  return {
    async request({ method, path, body = null, timeout, maxBytes = Number.POSITIVE_INFINITY }) {
      if (timeout <= 0) throw new EngineFailure('timeout', 'There was no time left for the call.');
      const controller = new AbortController();
      const { signal } = controller;
      const timer = setTimeout(
        () => controller.abort(new DOMException('The call took too long.', 'TimeoutError')),
        Math.min(timeout, MAX_TIMEOUT_MS),
      );
      try {
        const response = await send({
          url: new URL(path, base),
          method,
          body,
          signal,
          headers: body === null ? headers : { ...headers, 'content-type': contentType(path) },
        });
        const { status } = response;
        const text = await textOf(response, maxBytes);
        if (status >= 300 && status < 400) {
          throw new EngineFailure('away', `The answer was a redirection: ${status}.`, status);
        }
        return { status, body: text === '' ? null : parse(text, status) };
      } catch (error) {
        throw asFailure(signal.aborted ? signal.reason : error);
      } finally {
        clearTimeout(timer); // `AbortSignal.timeout` would fire for every call, long after its end
      }
    },
  };
}

/** Reads the whole response. @throws EngineFailure as soon as it is too large: the rest is not transferred */
async function textOf({ contentLength, text, chunks }: HttpResponse, maxBytes: number): Promise<string> {
  const announced = Number(contentLength ?? 0);
  if (chunks === null || (announced <= maxBytes && (announced > 0 || maxBytes === Number.POSITIVE_INFINITY))) {
    return text();
  }
  const decoder = new TextDecoder();
  let bytes = announced;
  let decoded = '';
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new EngineFailure('large', `The answer has more than ${maxBytes} bytes.`);
    decoded += decoder.decode(chunk, { stream: true });
  }
  return decoded + decoder.decode();
}

function contentType(path: string): string {
  return /^[^?]*_(?:bulk|msearch)(?:\?|$)/.test(path) ? 'application/x-ndjson' : 'application/json';
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text); // all numbers in a response were made by the engine or by this service
  } catch {
    throw new EngineFailure(
      'away',
      `The answer with status ${status} is not JSON: it is not the engine's, or incomplete.`,
      status >= 400 ? status : null,
    );
  }
}

function asFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error;
  if (error instanceof Error && error.name === 'TimeoutError') return new EngineFailure('timeout', error.message);
  const cause = error instanceof Error && error.cause !== undefined ? ` (${String(error.cause)})` : '';
  return new EngineFailure('away', `${String(error)}${cause}`);
}

type FetchTransportOptions = {
  readonly endpoint: string;
  readonly authorization: string | null;
  /** The runtime's `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch;
};

/** A transport over the web's `fetch`, for runtimes that have nothing else. */
export function createFetchTransport({
  // On Workers, `fetch` fails when it is called as a method of another object.
  // biome-ignore lint/style/noRestrictedGlobals: the operator configured the engine
  fetch: send = (input, init) => fetch(input, init),
  ...options
}: FetchTransportOptions): OpenSearchTransport {
  return createTransport({
    ...options,
    async send({ url, method, headers, body, signal }) {
      // The transport refuses a redirection by its status: not every runtime supports the mode `error`.
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
