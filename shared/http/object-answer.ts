import { entityTag } from '../objects/entity-tag.ts';
import { matches } from '../objects/precondition.ts';
import type { Presented } from '../objects/present.ts';
import type { Answer } from './answer.ts';
import { fitsHeader } from './header-size.ts';

/** Header values of an object's representation (RFC 9110, 8). Answers depend on who asks, so caches ask again each time. */
function representation(presented: Presented) {
  return {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Accept',
    etag: entityTag(presented),
    'last-modified': new Date(presented.stored.time).toUTCString(),
  };
}

/** One object: 200, or 304 when `If-None-Match` of the request names the state that the caller has (RFC 9110, 13.1.2). */
export function objectAnswer(request: Request, presented: Presented): Answer {
  const headers = representation(presented);
  const known = entityTags(request.headers.get('if-none-match'));
  if (known !== null && request.method !== 'POST' && matches(known, headers.etag)) {
    return { status: 304, headers, body: null };
  }
  return { status: 200, headers, body: presented.text };
}

/** The object just saved. @param headers among them `location`, the address of its current version; left out when too long */
export function savedAnswer(
  presented: Presented,
  { location, ...headers }: Readonly<Record<string, string>> & { readonly location: string },
): Answer {
  const address = fitsHeader(location) ? { location } : {};
  return { status: 200, headers: { ...representation(presented), ...headers, ...address }, body: presented.text };
}

/** The entity tags of `If-None-Match`, strong and weak alike (RFC 9110, 13.1.2); null without the header. */
export function entityTags(header: string | null): readonly string[] | null {
  if (header === null) return null;
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/** The entity tags of `If-Match`, of which weak ones match nothing (RFC 9110, 13.1.1); null without the header. */
export function strongEntityTags(header: string | null): readonly string[] | null {
  if (header === null) return null;
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.filter((tag) => !tag.startsWith('W/'));
}

/** Pages up to this many objects are sent in one piece. */
const STREAM_ABOVE = 200;

/** A JSON array of objects as they were stored, without parsing them; long ones are streamed. */
export function arrayAnswer(texts: readonly string[], headers: Readonly<Record<string, string>> = {}): Answer {
  const body = texts.length <= STREAM_ABOVE ? `[${texts.join(',')}]` : streamed(texts);
  const own = { 'content-type': 'application/json', 'cache-control': 'no-cache', vary: 'signatureSheet' };
  return { status: 200, headers: { ...own, ...headers }, body };
}

function streamed(texts: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      const slice = texts.slice(sent, sent + STREAM_ABOVE).join(',');
      const start = sent === 0 ? '[' : ',';
      sent += STREAM_ABOVE;
      controller.enqueue(encoder.encode(`${start}${slice}${sent >= texts.length ? ']' : ''}`));
      if (sent >= texts.length) controller.close();
    },
  });
}
