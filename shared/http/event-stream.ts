import { asksFor } from './accept.ts';
import type { Answer } from './answer.ts';

/** Server-sent events (HTML standard, 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** Comments are sent this often, so that proxies do not close the connection as idle. */
export const KEEP_ALIVE_INTERVAL_MS = 10_000;

/** Whether a caller requests events: `Accept` names {@link EVENT_STREAM}, and prefers no JSON to it. */
export function asksForEvents(request: Request): boolean {
  return asksFor(request, EVENT_STREAM);
}

/** Sends one event; `data` is text without line breaks, such as JSON. Does nothing after the client has disconnected. */
export type SendEvent = (event: string, data: string) => void;

/**
 * An answer that streams events while work is done. The work continues when the client disconnects, unless it obeys the signal.
 *
 * @param work begins at once, sends events, including one for its failure, and never rejects; the signal is aborted when the client
 *   disconnects
 */
export function eventStreamAnswer(work: (send: SendEvent, disconnected: AbortSignal) => Promise<void>): Answer {
  const connection = new AbortController();
  const encoder = new TextEncoder();
  let open = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  function end(): void {
    open = false;
    clearInterval(timer);
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string): void => {
        if (open) controller.enqueue(encoder.encode(text));
      };
      timer = setInterval(() => write(':\n\n'), KEEP_ALIVE_INTERVAL_MS);
      const send: SendEvent = (event, data) => write(`event: ${event}\ndata: ${data}\n\n`);
      void work(send, connection.signal).finally(() => {
        if (open) controller.close();
        end();
      });
    },
    cancel() {
      connection.abort();
      end();
    },
  });
  return { status: 200, headers: { 'content-type': EVENT_STREAM, 'cache-control': 'no-store', vary: 'Accept' }, body };
}
