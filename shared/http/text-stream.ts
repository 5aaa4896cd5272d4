import { utf8 } from '../crypto/text-encoding.ts';
import type { Release } from '../memory-budget.ts';

/** A client that takes nothing of an answer for so long is given up: it would hold memory that others wait for. */
const STALLED_AFTER_MS = 60_000;

/**
 * A body that is made piece by piece, each when the client has taken the one before. When the client goes away, or takes nothing
 * for {@link STALLED_AFTER_MS}, the maker of the pieces is ended; when making one fails, the connection is broken off, so that a
 * part is not taken for the whole.
 *
 * @param release is called at the end, whichever it is
 * @param first a piece that was made already
 */
export function textStream(
  pieces: AsyncGenerator<string>,
  release: Release,
  first?: string,
): ReadableStream<Uint8Array> {
  let made = first;
  let stalled: ReturnType<typeof setTimeout> | undefined;

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
    clearTimeout(stalled);
    try {
      await pieces.return(undefined);
    } finally {
      release();
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stalled);
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
        stalled = setTimeout(() => {
          controller.error(new Error('The client does not take the answer.'));
          void end();
        }, STALLED_AFTER_MS);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
