import type { ModelServer } from '../../base/config/model-server.ts';
import { Problem } from '../../base/errors/problem.ts';
import { allBelow, NONE } from '../../base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { isObject, type JsonObject, parseJson } from '../linked-data/json.ts';
import { retryAfterMs } from '../retry-after.ts';

type ServerAddress = Pick<ModelServer, 'endpoint' | 'apiKey' | 'timeoutMs'>;

/** An answer of the server: its body, or why it refuses the request. */
export type ModelResponse =
  | { readonly status: 'ok'; readonly body: JsonObject }
  /** `message` is that of the server, in lower case; it may quote the request, so that it is neither logged nor shown. */
  | { readonly status: 'refused'; readonly httpStatus: number; readonly message: string };

/** Sends one request to the server. */
export type ModelRequest = (path: string, body: JsonObject, signal: AbortSignal) => Promise<ModelResponse>;

const MAX_BYTES = 4 << 20;
const MAX_VALUES = 250_000;
const MAX_MESSAGE_LENGTH = 4_000;
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * Sends requests to the server of a model, by `createOutboundFetch`, which allows this address because the operator named it.
 * Callers get no text of the server in problems.
 *
 * @param signed makes a `fetch` that signs its requests; absent: they have the key of the server, if there is one
 * @returns a function that throws Problem `model-unavailable` (503) when the server does not answer or is overloaded,
 *   `model-failed` (502) when its answer is not JSON, `model-timeout` (504), and the reason of `signal` once it is aborted
 */
export function createModelRequest(
  server: ServerAddress,
  openSend: () => Promise<OutboundSend>,
  signed = (fetch: typeof globalThis.fetch) => fetch,
): ModelRequest {
  const policy = { allowed: NONE, trusted: [allBelow(`${server.endpoint}/`)] };
  const limits = { maxBytes: MAX_BYTES, timeoutMs: null, types: null };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(server.apiKey !== null && { authorization: `Bearer ${server.apiKey}` }),
  };

  return async (path, body, signal) => {
    const fetch = signed(createOutboundFetch(policy, limits, await openSend()));
    const timeout = AbortSignal.timeout(server.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: either };
    try {
      const response = await fetch(`${server.endpoint}${path}`, init);
      return await read(response, await response.text());
    } catch (cause) {
      signal.throwIfAborted();
      if (timeout.aborted) {
        const detail = 'The model did not respond within the time limit of one call.';
        throw new Problem('model-timeout', detail, {}, { cause });
      }
      if (cause instanceof Problem && cause.code.startsWith('model-')) throw cause;
      const detail = 'The server of the model does not respond, or its response breaks off.';
      throw new Problem('model-unavailable', detail, {}, { cause });
    }
  };
}

async function read({ ok, status, headers }: Response, text: string): Promise<ModelResponse> {
  const message = text.slice(0, MAX_MESSAGE_LENGTH).toLowerCase();
  // Servers that validate a request late return 500 for an unknown response format.
  const isRefused = status === 500 && message.includes('response_format');
  if (status === 429 || (status >= 500 && !isRefused)) {
    const pauseMs = retryAfterMs(headers, Date.now(), MAX_RETRY_AFTER_MS);
    throw new Problem(
      'model-unavailable',
      `The server of the model returns status ${status}.`,
      pauseMs === null ? {} : { retryAfter: Math.ceil(pauseMs / 1_000) },
    );
  }
  if (!ok) return { status: 'refused', httpStatus: status, message };
  try {
    const body = parseJson(text, 'The answer', MAX_VALUES);
    if (isObject(body)) return { status: 'ok', body };
  } catch (cause) {
    throw notAnAnswer(cause);
  }
  throw notAnAnswer();
}

/** The problem for a response that this kind of server should not return. */
export function notAnAnswer(cause?: unknown): Problem {
  const detail = 'The server of the model returned an unexpected response.';
  return new Problem('model-failed', detail, {}, { cause });
}

/** The problem for a request that the server refuses in every form. */
export function refusedByServer(httpStatus: number): Problem {
  return new Problem('model-failed', `The server of the model refuses the request with status ${httpStatus}.`);
}
