/** One call to the engine. */
export type EngineRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query below the endpoint, without a slash in front. */
  readonly path: string;
  /** JSON text, or JSON lines for the calls that take these. */
  readonly body?: string;
  /** Milliseconds after which the call is given up, and its connection with it: the engine cancels a search then. */
  readonly timeout: number;
  /** Bytes of the largest answer that is read; absent: any. */
  readonly maxBytes?: number;
};

/** What the engine answered; `body` is the parsed JSON, null when there was none. */
export type EngineResponse = { readonly status: number; readonly body: unknown };

/**
 * The way to the engine. Every call is sent at most once: what a lost answer means is for the store to find out.
 */
export type OpenSearchTransport = {
  /** @throws EngineFailure when no whole answer came, in time */
  request(request: EngineRequest): Promise<EngineResponse>;
};

/** The engine did not answer, or refused for reasons that are not the request's. Its words are for the log only. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  /**
   * `timeout`: the time was over; `away`: no connection, or half an answer; `refused`: the engine said no; `large`: the answer
   * is above `maxBytes`, and was not read.
   */
  readonly kind: 'timeout' | 'away' | 'refused' | 'large';
  /** The HTTP status, where there was an answer. */
  readonly status: number | null;
  /** The engine's name for the error, such as `too_many_clauses`; null when it gave none. */
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

export type FetchTransportOptions = {
  /** Base address of the cluster, such as `https://search.example:9200`. */
  readonly endpoint: string;
  /** Value of the `Authorization` header (basic or API key); null: none. */
  readonly authorization: string | null;
  /** Sends requests; the runtime's `fetch` unless the platform has a reason for its own (a private CA, signed requests). */
  readonly fetch?: typeof fetch;
};

/** A transport over the web's `fetch`, the same on every runtime. */
export function createFetchTransport(options: FetchTransportOptions): OpenSearchTransport {
  const { endpoint, authorization, fetch: send = fetch } = options;
  const base = endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
  // Compressing and expanding costs both sides more than a network between them does.
  const headers = { 'accept-encoding': 'identity', ...(authorization !== null && { authorization }) };
  return {
    async request({ method, path, body, timeout, maxBytes }) {
      if (timeout <= 0) throw new EngineFailure('timeout', 'There was no time left for the call.');
      const late = new AbortController();
      const timer = setTimeout(
        () => late.abort(new DOMException('The call took too long.', 'TimeoutError')),
        Math.min(timeout, MAX_TIMEOUT),
      );
      try {
        const response = await send(new URL(path, base), {
          method,
          headers: body === undefined ? headers : { ...headers, 'content-type': contentType(path) },
          body: body ?? null,
          redirect: 'manual', // is refused below; not every runtime knows `error`
          signal: late.signal,
        });
        const text = await textOf(response, maxBytes);
        if (response.status >= 300 && response.status < 400) {
          throw new EngineFailure('away', `The answer was a redirection: ${response.status}.`, response.status);
        }
        return { status: response.status, body: text === '' ? null : parse(text, response.status) };
      } catch (error) {
        throw asFailure(error);
      } finally {
        clearTimeout(timer); // a signal of its own would fire for every call, long after its end
      }
    },
  };
}

/** The whole answer, or an EngineFailure as soon as it turns out to be too large: what is left of it is not transferred. */
async function textOf(response: Response, maxBytes = Number.POSITIVE_INFINITY): Promise<string> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    await response.body?.cancel();
    throw new EngineFailure('large', `The answer has ${announced} bytes.`);
  }
  if (announced > 0 || maxBytes === Number.POSITIVE_INFINITY || response.body === null) return response.text();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new EngineFailure('large', `The answer has more than ${maxBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The longest that timers take. */
const MAX_TIMEOUT = 2_147_483_647;

function contentType(path: string): string {
  return /^[^?]*_(?:bulk|msearch)(?:\?|$)/.test(path) ? 'application/x-ndjson' : 'application/json';
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text); // the engine's own answer, in which all numbers are of its or our making
  } catch {
    throw new EngineFailure(
      'away',
      `The answer with status ${status} was no JSON: it is not the engine's, or cut off.`,
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
