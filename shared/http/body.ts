import { Problem } from '../errors/problem.ts';

/**
 * Reads a request body, never more of it than allowed.
 *
 * @param limit bytes
 * @throws Problem `body-too-large` (413), before reading when the length is announced; `unsupported-media-type` (415) for
 *   compressed bodies, which this service does not take; `malformed-request` (400) when the caller goes away meanwhile
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported-media-type', 'Compressed request bodies are not taken.', {
      where: 'Content-Encoding',
    });
  }
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limit) throw tooLarge(limit);
  try {
    // No more than announced: HTTP sees to that.
    return announced === null ? await readChunks(request, limit) : new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('malformed-request', 'The request body ended before its end.');
  }
}

async function readChunks(request: Request, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
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
export function utf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('malformed-request', `${what} is not UTF-8.`);
  }
}
