import { parseAccept } from 'hono/utils/accept';
import { NOTHING_HELD, type Release } from '../base/concurrency/memory-budget.ts';
import type { Bytes } from '../base/crypto/base64.ts';
import { withStallLimit } from './text-stream.ts';

/** Whether a client takes gzip (RFC 9110, 12.5.3): it names the coding, or `*`, with a quality above 0. */
export function takesGzip({ headers }: Pick<Request, 'headers'>): boolean {
  const accepted = parseAccept((headers.get('accept-encoding') ?? '').toLowerCase());
  const named = accepted.find(({ type }) => type === 'gzip' || type === 'x-gzip');
  const { q } = named ?? accepted.find(({ type }) => type === '*') ?? { q: 0 };
  return q > 0;
}

/**
 * Compresses a body as fast as the client reads it. When the body fails, so does the compressed one, without the end by which gzip tells
 * a complete stream.
 *
 * @param release is called at the end in every case
 */
export function gzipped(body: ReadableStream<Bytes>, release: Release = NOTHING_HELD): ReadableStream<Bytes> {
  const { readable, writable } = new CompressionStream('gzip');
  // A failure of the body reaches the reader through the stream between them.
  body.pipeTo(writable).catch(() => undefined);
  return withStallLimit(readable, release);
}
