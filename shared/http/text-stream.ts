import { NOTHING_HELD, type Release } from '../base/concurrency/memory-budget.ts';
import { createSlices } from '../base/concurrency/slices.ts';
import type { Bytes } from '../base/crypto/base64.ts';
import { encodeUtf8 } from '../base/crypto/text-encoding.ts';

/** A client that reads nothing for this long is disconnected: its answer holds memory that others wait for. */
const STALL_TIMEOUT_MS = 60_000;

/** UTF-16 units of a piece that are encoded at once. */
const MAX_ENCODED_UNITS = 1 << 18;

/**
 * A body that is made piece by piece, each when the client has read the one before. When the client disconnects, or reads nothing
 * for {@link STALL_TIMEOUT_MS}, the generator is ended; when the generator fails, the connection is aborted, so that an incomplete
 * answer is not mistaken for a complete one.
 *
 * @param release is called at the end in every case
 * @param first a piece that has already been made
 */
export function textStream(pieces: AsyncGenerator<string>, release: Release, first?: string): ReadableStream<Bytes> {
  const slices = createSlices();
  /** What is left of a piece. */
  let rest = first ?? '';

  /** The next part of a piece; null at the end. */
  async function next(): Promise<string | null> {
    while (rest === '') {
      const { value, done } = await pieces.next();
      if (done) return null;
      rest = value;
    }
    const end = pieceEnd(rest, MAX_ENCODED_UNITS);
    const piece = rest.slice(0, end);
    rest = rest.slice(end);
    return piece;
  }

  const body = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        if (slices.over()) await slices.next(); // a client that reads fast must not keep others waiting
        const piece = await next();
        if (piece === null) controller.close();
        else controller.enqueue(encodeUtf8(piece));
      },
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  );
  return withStallLimit(body, release);
}

/**
 * A body that is ended when the client reads nothing of it for {@link STALL_TIMEOUT_MS}.
 *
 * @param release is called at the end in every case
 */
export function withStallLimit<Chunk extends Uint8Array>(
  body: ReadableStream<Chunk>,
  release: Release = NOTHING_HELD,
): ReadableStream<Chunk> {
  const reader = body.getReader();
  let stalled: ReturnType<typeof setTimeout> | undefined;

  function startTimer(controller: ReadableStreamDefaultController): void {
    stalled = setTimeout(() => {
      const error = new Error('The client does not read the answer.');
      controller.error(error);
      end(error).catch(() => undefined); // of a body that has failed itself; the client is disconnected in any case
    }, STALL_TIMEOUT_MS);
  }

  async function end(reason: unknown): Promise<void> {
    clearTimeout(stalled);
    try {
      await reader.cancel(reason);
    } finally {
      release();
    }
  }

  return new ReadableStream<Chunk>(
    {
      start: startTimer,
      async pull(controller) {
        clearTimeout(stalled);
        const { value, done } = await reader.read().catch((error: unknown) => {
          release();
          throw error;
        });
        if (done) {
          controller.close();
          release();
          return;
        }
        controller.enqueue(value);
        startTimer(controller);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Not between the halves of a surrogate pair. */
function pieceEnd(text: string, end: number): number {
  const before = text.charCodeAt(end - 1);
  return before >= 0xd800 && before < 0xdc00 ? end + 1 : end;
}

/** {@link textStream} of a text that has been made. */
export function streamOf(text: string, release: Release): ReadableStream<Bytes> {
  return textStream(none(), release, text);
}

async function* none(): AsyncGenerator<string> {}
