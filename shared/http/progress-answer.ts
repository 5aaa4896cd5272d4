import { asksFor } from './accept.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { problemDocument, toProblem } from './render-problem.ts';

/** Newline-delimited JSON: a JSON value per line. */
export const NDJSON = 'application/x-ndjson';

/** Milliseconds after which a line is repeated when there is no news, so that nothing in between takes the connection for dead. */
const REPEAT_AFTER = 10_000;

/** Progress on its way to a client. */
export type ProgressLines = {
  /** What is to be told next; of several that come before the client has read, the last. */
  readonly report: (progress: object) => void;
  /**
   * The answer: lines of progress, then the result with `"done":true`, or a problem document (RFC 9457): the status is out
   * by then, and the log has what {@link toProblem} writes. A client that goes away changes nothing.
   */
  readonly answer: (result: Promise<object>) => Answer;
};

/** Whether a caller asks to be told of progress: `Accept` names {@link NDJSON}. */
export function asksForProgress(request: Request): boolean {
  return asksFor(request, NDJSON);
}

/**
 * Lines that tell a client how far an operation is.
 *
 * @param first told at once, so that the client knows that the operation has begun
 */
export function createProgressLines({ id, log }: Pick<Call, 'id' | 'log'>, first: object): ProgressLines {
  const encoder = new TextEncoder();
  let news: object | null = first;
  let latest = first;
  let wake = (): void => {};

  function report(progress: object): void {
    news = progress;
    wake();
  }

  /** Resolves when there is news, when the result is there, and when it is time to repeat. */
  async function something(ended: Promise<unknown>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, REPEAT_AFTER);
    });
    await Promise.race([waited, ended]);
    clearTimeout(timer);
  }

  function answer(result: Promise<object>): Answer {
    let last: object | null = null;
    let cancelled = false;
    const ended = result.then(
      (value) => {
        last = { ...value, done: true };
      },
      (error: unknown) => {
        last = problemDocument(toProblem(log, error), id);
      },
    );
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (news === null && last === null) await something(ended);
          if (cancelled) return;
          latest = last ?? news ?? latest;
          news = null;
          controller.enqueue(encoder.encode(`${JSON.stringify(latest)}\n`));
          if (last !== null) controller.close();
        },
        cancel() {
          cancelled = true;
          wake();
        },
      },
      { highWaterMark: 0 },
    );
    return { status: 200, headers: { 'content-type': NDJSON, 'cache-control': 'no-store' }, body };
  }

  return { report, answer };
}
