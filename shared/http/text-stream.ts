import { utf8 } from '../crypto/text-encoding.ts';
import type { Release } from '../memory-budget.ts';

/** A client that reads nothing for this long is disconnected: its answer holds memory that others wait for. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * A body that is made piece by piece, each when the client has read the one before. When the client disconnects, or reads nothing
 * for {@link STALL_TIMEOUT_MS}, the generator is ended; when the generator fails, the connection is aborted, so that an incomplete
 * answer is not mistaken for a complete one.
 *
 * @param release is called at the end in every case
 * @param first a piece that has already been made
 */
export function textStream(
  pieces: AsyncGenerator<string>,
  release: Release,
  first?: string,
): ReadableStream<Uint8Array> {
  let made = first;

  async function next(): Promise<string | null> {
    if (made === undefined) {
      const { value, done } = await pieces.next();
      return done ? null : value;
    }
    const piece = made;
    made = undefined;
    return piece;
  }

  async function end(): Promise<void> {
    try {
      await pieces.return(undefined);
    } finally {
      release();
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await next().catch(async (error: unknown) => {
          await end();
          throw error;
        });
        if (piece === null) {
          controller.close();
          release();
          return;
        }
        controller.enqueue(utf8(piece));
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return withStallLimit(body);
}

/** A body that is ended when the client reads nothing of it for {@link STALL_TIMEOUT_MS}. */
export function withStallLimit(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let stalled: ReturnType<typeof setTimeout> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled);
        const { value, done } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        controller.enqueue(value);
        stalled = setTimeout(() => {
          const error = new Error('The client does not read the answer.');
          controller.error(error);
          void reader.cancel(error);
        }, STALL_TIMEOUT_MS);
      },
      cancel(reason) {
        clearTimeout(stalled);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
