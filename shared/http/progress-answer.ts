import { asksFor } from './accept.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { problemDocument, toProblem } from './render-problem.ts';

/** Newline-delimited JSON: a JSON value per line. */
export const NDJSON = 'application/x-ndjson';

/** The last line is repeated this often when there is no progress, so that proxies do not close the connection as idle. */
const REPEAT_INTERVAL_MS = 10_000;

/** Sends progress to a client. */
export type ProgressLines = {
  /** The progress to send next. A client that reads slowly gets only the latest. */
  readonly report: (progress: object) => void;
  /**
   * The answer: lines of progress, then the result with `"done":true`, or a problem document (RFC 9457): the status has been sent
   * by then, and the log has what {@link toProblem} writes. The operation continues when the client disconnects, unless it obeys
   * `disconnected`.
   */
  readonly answer: (result: Promise<object>) => Answer;
  /** Aborted when the client disconnects before the result. */
  readonly disconnected: AbortSignal;
};

/** Whether a caller requests progress: `Accept` names {@link NDJSON}, and prefers no JSON to it. */
export function asksForProgress(request: Request): boolean {
  return asksFor(request, NDJSON);
}

/**
 * Lines with the progress of an operation.
 *
 * @param first sent at once, so that the client knows that the operation has begun
 */
export function createProgressLines({ id, log }: Pick<Call, 'id' | 'log'>, first: object): ProgressLines {
  const encoder = new TextEncoder();
  let progress: object | null = first;
  let latest = first;
  let wake = (): void => {};
  const connection = new AbortController();

  function report(next: object): void {
    progress = next;
    wake();
  }

  /** Resolves on progress, on the result, and when the last line is to be repeated. */
  async function nextEvent(ended: Promise<unknown>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, REPEAT_INTERVAL_MS);
    });
    await Promise.race([waited, ended]);
    clearTimeout(timer);
  }

  function answer(result: Promise<object>): Answer {
    let last: object | null = null;
    const ended = result.then(
      (value) => {
        last = { ...value, done: true };
      },
      (error: unknown) => {
        const { aborted, reason } = connection.signal;
        if (aborted && error === reason) return; // the client ended it, and reads no more
        last = problemDocument(toProblem(log, error), id);
      },
    );
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (progress === null && last === null) await nextEvent(ended);
          if (connection.signal.aborted) return;
          latest = last ?? progress ?? latest;
          progress = null;
          controller.enqueue(encoder.encode(`${JSON.stringify(latest)}\n`));
          if (last !== null) controller.close();
        },
        cancel() {
          connection.abort();
          wake();
        },
      },
      { highWaterMark: 0 },
    );
    return { status: 200, headers: { 'content-type': NDJSON, 'cache-control': 'no-store' }, body };
  }

  return { report, answer, disconnected: connection.signal };
}
