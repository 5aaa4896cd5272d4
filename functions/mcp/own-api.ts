import type { Reservation } from '../../shared/base/concurrency/memory-budget.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { PlatformParts } from '../group.ts';

/** How a request to the own API differs from a GET of JSON. */
export type OwnRequest = {
  readonly method?: string;
  readonly accept?: string;
  readonly body?: { readonly type: string; readonly bytes: string | Uint8Array<ArrayBuffer> };
  readonly signal?: AbortSignal;
};

/** The own API, for the caller of an MCP request: with its identity, rights and limits, as if it had sent the request itself. */
export type CallerApi = {
  /**
   * Performs a request.
   *
   * @param path path with query, below the base path, such as `/api/ping`
   */
  readonly request: (path: string, request?: OwnRequest) => Promise<Answer>;
  /** Whether a request was refused that may succeed after a sign-in. */
  readonly needsSignIn: () => boolean;
};

/** Headers about the MCP message and its transport. All other headers identify the caller and its address. */
const NOT_OF_THE_CALLER =
  /^(?:accept|accept-.*|content-.*|connection|expect|host|if-.*|keep-alive|last-event-id|mcp-.*|range|te|trailer|transfer-encoding|upgrade)$/;

/** Memory per byte of a response of the own API: its text, the parsed value, and the answer to the client, which contains both. */
const BYTES_PER_BYTE = 12;

/**
 * Opens the own API for the caller of a request.
 *
 * @param hold reserves memory for all responses together; it may throw Problem `overloaded` (503)
 */
export function openCallerApi(
  basePath: string,
  { request: received, peerAddress }: Pick<Call, 'request' | 'peerAddress'>,
  { call }: Pick<PlatformParts, 'call'>,
  hold: Reservation['hold'],
): CallerApi {
  const { origin } = new URL(received.url);
  const identity = [...received.headers].filter(([name]) => !NOT_OF_THE_CALLER.test(name));
  const isIdentified = received.headers.has('signatureSheet') || received.headers.has('authorization');
  let needsSignIn = false;
  let bytes = 0;

  async function counted({ body, ...answer }: Answer): Promise<Answer> {
    const count = async (more: number): Promise<void> => {
      bytes += more;
      await hold(bytes * BYTES_PER_BYTE);
    };
    if (!(body instanceof ReadableStream)) {
      await count(body?.length ?? 0);
      return { ...answer, body };
    }
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        await count(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return { ...answer, body: body.pipeThrough(counting) };
  }

  return {
    async request(path, { method = 'GET', accept = 'application/json', body, signal } = {}) {
      const type: [string, string][] = body === undefined ? [] : [['content-type', body.type]];
      const request = new Request(`${origin}${basePath}${path}`, {
        method,
        headers: [...identity, ['accept', accept], ...type],
        ...(body !== undefined && { body: body.bytes }),
        ...(signal !== undefined && { signal }),
      });
      const answer = await counted(await call(request, peerAddress));
      needsSignIn ||= answer.status === 401 && !isIdentified;
      return answer;
    },
    needsSignIn: () => needsSignIn,
  };
}

/** The body of an answer as text. */
export async function textOf({ body }: Answer): Promise<string> {
  return typeof body === 'string' ? body : new Response(body).text();
}

/** The body of an answer as text, read no further than needed; null for a text of more characters than `max`. */
export async function textWithin({ body }: Answer, max: number): Promise<string | null> {
  if (typeof body === 'string') return body.length > max ? null : body;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of new Response(body).body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > max) return null;
  }
  return text + decoder.decode();
}

/** Whether an answer is a success. */
export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
