/** Bytes gathered before a piece of them is handed on. */
const PIECE = 1 << 16;

/**
 * Lines as bytes, made only as fast as they are taken. When the reader goes away, so does the maker of the lines.
 *
 * @param lines without their line breaks
 */
export function lineStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let piece = '';
        while (piece.length < PIECE) {
          const { value, done } = await lines.next();
          if (done) {
            if (piece !== '') controller.enqueue(encoder.encode(piece));
            controller.close();
            return;
          }
          piece += `${value}\n`;
        }
        controller.enqueue(encoder.encode(piece));
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Pieces in one.
 *
 * @param size of all of them
 */
export function joinBytes(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
