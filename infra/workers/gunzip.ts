import { nextTask } from '../../shared/base/concurrency/slices.ts';
import { CompressionFault, type Gunzip } from '../../shared/exchange/transfer/gunzip.ts';

/** Size of the input that is decompressed at once: the output may be a thousand times as large. */
const SLICE_BYTES = 4_096;

const FAULT =
  'The data is not complete gzip, or other data follows its end: a worker reads one file, not several joined ones.';

/**
 * {@link Gunzip} by the stream of the web platform, which reads one member. The runtime decompresses all that is written to the stream,
 * whether or not it is read, so each slice is written when a reader has waited for more than a task.
 */
export const gunzip: Gunzip = async function* (bytes) {
  const source = { failed: false, ended: false, wanted: Promise.withResolvers<void>() };

  async function* slices(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      for await (const chunk of bytes) {
        for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
          await source.wanted.promise;
          if (source.ended) return;
          source.wanted = Promise.withResolvers();
          yield chunk.slice(at, at + SLICE_BYTES);
        }
      }
    } catch (error) {
      source.failed = true;
      throw error;
    }
  }

  const reader = streamOf(slices()).pipeThrough(new DecompressionStream('gzip')).getReader();

  /** The next piece; reads more of the source until one comes. */
  async function next() {
    const read = reader.read();
    let isWaiting = true;
    const settled = read.then(
      () => (isWaiting = false),
      () => (isWaiting = false),
    );
    while (isWaiting) {
      await Promise.race([settled, nextTask()]);
      if (isWaiting) source.wanted.resolve();
    }
    return read;
  }

  try {
    for (let piece = await next(); !piece.done; piece = await next()) yield piece.value;
  } catch (error) {
    if (source.failed) throw error;
    throw new CompressionFault(FAULT, { cause: error });
  } finally {
    source.ended = true;
    source.wanted.resolve();
    await reader.cancel().catch(() => undefined); // it has failed already
  }
};

function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
