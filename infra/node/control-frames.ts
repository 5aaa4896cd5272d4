/** The longest head of a frame: two bytes, a length of eight, a mask of four (RFC 6455, 5.2). */
const MAX_HEAD_BYTES = 14;

/** The size of a frame, and whether it is passed on. */
type Frame = { readonly size: number; readonly kept: boolean };

/** The rest of an invalid stream, which is passed on for the WebSocket library to refuse. */
const INVALID: Frame = { size: Number.POSITIVE_INFINITY, kept: true };

/**
 * Filters the data from a WebSocket client (RFC 6455, 5) down to the control frames: pings, pongs, and the close. Messages of any
 * length are dropped as they arrive and never held in memory. An invalid stream passes unchanged.
 *
 * @returns a function to call with the chunks of one connection in order; it returns the remaining bytes of each
 */
export function createControlFrames(): (chunk: Buffer) => Buffer {
  let head: Buffer = Buffer.alloc(0);
  let frame: Frame | null = null;
  let left = 0;

  /** Bytes of the chunk that belong to the frame under way, or to its head. */
  function take(chunk: Buffer): { readonly taken: number; readonly kept: Buffer } {
    if (frame !== null) {
      const part = chunk.subarray(0, Math.min(left, chunk.length));
      left -= part.length;
      const { kept } = frame;
      if (left === 0) frame = null;
      return { taken: part.length, kept: kept ? part : Buffer.alloc(0) };
    }
    const before = head.length;
    head = Buffer.concat([head, chunk.subarray(0, MAX_HEAD_BYTES - before)]);
    const size = headSize(head);
    if (head.length < size) return { taken: head.length - before, kept: Buffer.alloc(0) };
    const whole = head.subarray(0, size);
    head = Buffer.alloc(0);
    const begun = frameOf(whole);
    left = begun.size;
    frame = left === 0 ? null : begun;
    return { taken: size - before, kept: begun.kept ? whole : Buffer.alloc(0) };
  }

  return (chunk) => {
    const kept: Buffer[] = [];
    let rest = chunk;
    while (rest.length > 0) {
      const step = take(rest);
      kept.push(step.kept);
      rest = rest.subarray(step.taken);
    }
    return Buffer.concat(kept);
  };
}

/** The size of a head of which the first bytes were received. */
function headSize(head: Buffer): number {
  const [, second] = head;
  if (second === undefined) return MAX_HEAD_BYTES;
  const length = second & 0x7f;
  return 2 + (length === 127 ? 8 : length === 126 ? 2 : 0) + (second & 0x80 ? 4 : 0);
}

function frameOf(head: Buffer): Frame {
  const [first = 0, second = 0] = head;
  const opcode = first & 0x0f;
  const masked = (second & 0x80) !== 0;
  const isControl = opcode >= 0x8 && opcode <= 0xa;
  if (!masked || (first & 0x70) !== 0 || (opcode > 0x2 && !isControl)) return INVALID;
  return { size: payloadSize(head), kept: isControl };
}

function payloadSize(head: Buffer): number {
  const length = (head[1] ?? 0) & 0x7f;
  if (length < 126) return length;
  return length === 126 ? head.readUInt16BE(2) : Number(head.readBigUInt64BE(2));
}
