import { asksFor } from './accept.ts';
import type { Answer } from './answer.ts';

/** Server-sent events (HTML standard, 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** Milliseconds between comments, so that nothing in between takes the connection for dead. */
const KEEP_ALIVE = 10_000;

/** Whether a caller asks for events: `Accept` names {@link EVENT_STREAM}. */
export function asksForEvents(request: Request): boolean {
  return asksFor(request, EVENT_STREAM);
}

/** Sends one event; `data` is text without line breaks, such as JSON. After the client has left nothing is sent. */
export type SendEvent = (event: string, data: string) => void;

/**
 * An answer that goes on while something is done. A client that leaves changes nothing of that.
 *
 * @param work begins at once, sends what it has to say, also of its failure, and never rejects
 */
export function eventStreamAnswer(work: (send: SendEvent) => Promise<void>): Answer {
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
      timer = setInterval(() => write(':\n\n'), KEEP_ALIVE);
      void work((event, data) => write(`event: ${event}\ndata: ${data}\n\n`)).finally(() => {
        if (open) controller.close();
        end();
      });
    },
    cancel: end,
  });
  return { status: 200, headers: { 'content-type': EVENT_STREAM, 'cache-control': 'no-store' }, body };
}
