import { createSlices } from '../../base/concurrency/slices.ts';
import type { LoadedFramework } from '../../exchange/frameworks/load.ts';
import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { matchesCondition } from '../object-answer.ts';
import { textStream } from '../text-stream.ts';

/** UTF-16 units of a piece of a long answer. */
const PIECE_UNITS = 1 << 18;

/**
 * A framework in a format: 200, or 304 when the caller has this state. A long one is written as fast as the client reads it.
 *
 * @param call which holds the memory of the framework
 * @param parts of the text, in order
 */
export async function frameworkAnswer(
  call: Call,
  framework: LoadedFramework,
  contentType: string,
  parts: Iterable<string>,
): Promise<Answer> {
  const etag = variantTag(framework.entityTag, contentType);
  const headers = {
    'content-type': contentType,
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie, Accept',
    etag,
    'last-modified': new Date(framework.lastModified).toUTCString(),
  };
  if (matchesCondition(call.request, etag)) return { status: 304, headers, body: null };
  const pieces = piecesOf(parts);
  const { value: first = '' } = await pieces.next();
  return { status: 200, headers, body: textStream(pieces, call.keep(framework.bytes).release, first) };
}

/** The entity tag of a representation: no two of them share one (RFC 9110, 8.8.3). @param contentType of the representation */
export function variantTag(entityTag: string, contentType: string): string {
  const [type = ''] = contentType.split(';');
  return entityTag.replace(/"$/, `-${type.slice(type.indexOf('/') + 1)}"`);
}

async function* piecesOf(parts: Iterable<string>): AsyncGenerator<string> {
  const slices = createSlices();
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (slices.over()) await slices.next();
    if (piece.length < PIECE_UNITS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
