/** Characters per chunk. */
const CHUNK_LENGTH = 1 << 16;

/**
 * Streams lines as UTF-8, created only as fast as they are read. Cancelling the stream ends the generator.
 *
 * @param lines without line breaks
 */
export function lineStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let chunk = '';
        while (chunk.length < CHUNK_LENGTH) {
          const { value, done } = await lines.next();
          if (done) {
            if (chunk !== '') controller.enqueue(encoder.encode(chunk));
            controller.close();
            return;
          }
          chunk += `${value}\n`;
        }
        controller.enqueue(encoder.encode(chunk));
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

/** Concatenates chunks. @param size the sum of their lengths */
export function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
