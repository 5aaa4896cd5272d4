import { UNCOUNTED_BYTES } from '../base/concurrency/memory-budget.ts';
import { joinBytes } from '../base/crypto/text-encoding.ts';
import { Problem } from '../base/errors/problem.ts';
import type { Call } from './call.ts';

/** Memory per byte of a body: the body, its text, the part that is being parsed, and the result. */
const MEMORY_FACTOR = 4;

/** A body of this size takes milliseconds to assemble, and to decode. */
export const LARGE_BODY_BYTES = 1 << 20;

/** Initial reservation for a body without Content-Length, unless it is small. */
const FIRST_RESERVE_BYTES = 1 << 20;

/** The source of a body; memory is held also for the parsed result. */
type Incoming = Pick<Call, 'request' | 'hold'>;

/**
 * Reads a request body up to a limit, once there is memory for it.
 *
 * @param limit bytes
 * @throws Problem `body-too-large` (413), before reading when the length is announced; `unsupported-media-type` (415) for
 *   compressed bodies, which this service does not accept; `malformed-request` (400) when the client disconnects; `overloaded`
 *   (503)
 */
export async function readBody(incoming: Incoming, limit: number): Promise<Uint8Array> {
  const { request } = incoming;
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported-media-type', 'Compressed request bodies are not accepted.', {
      where: 'Content-Encoding',
    });
  }
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limit) throw tooLarge(limit);
  try {
    if (announced === null) return await readChunks(incoming, limit);
    if (!isSmall(Number(announced))) await incoming.hold(Number(announced) * MEMORY_FACTOR);
    // HTTP ensures that there is no more than was announced.
    if (Number(announced) < LARGE_BODY_BYTES) return new Uint8Array(await request.arrayBuffer());
    return await readInto(new Uint8Array(Number(announced)), request);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('malformed-request', 'The request body is incomplete.');
  }
}

async function readInto(whole: Uint8Array, request: Request): Promise<Uint8Array> {
  let offset = 0;
  for await (const chunk of request.body ?? []) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole.subarray(0, offset);
}

function isSmall(bytes: number): boolean {
  return bytes * MEMORY_FACTOR < UNCOUNTED_BYTES;
}

async function readChunks({ request, hold }: Incoming, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let reserved = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    if (size > reserved && !isSmall(size)) {
      reserved = Math.min(limit, Math.max(FIRST_RESERVE_BYTES, 2 * size));
      await hold(reserved * MEMORY_FACTOR);
    }
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : joinBytes(chunks, size);
}

/** The problem of a body, or a part of one, above the limit. */
export function tooLarge(limit: number): Problem {
  return new Problem('body-too-large', `The request body is above the limit of ${limit} bytes: send it in parts.`);
}

/**
 * Bytes as text.
 *
 * @param what names the bytes in the error
 * @throws Problem `malformed-request` (400) when they are not UTF-8
 */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('malformed-request', `${what} is not UTF-8.`);
  }
}
