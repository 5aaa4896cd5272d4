import { entityTag } from '../objects/entity-tag.ts';
import { matches, type Precondition, requireState } from '../objects/precondition.ts';
import type { Presented } from '../objects/present.ts';
import type { Answer } from './answer.ts';

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

/**
 * One object: 200, or 304 when `If-None-Match` of a GET or HEAD names the state that the caller has (RFC 9110, 13.1.2).
 *
 * @throws Problem `precondition-failed` (412) when `If-Match` names another state, or `If-None-Match` of a POST this one
 */
export function objectAnswer(request: Request, presented: Presented): Answer {
  const headers = representation(presented);
  const { ifMatch, ifNoneMatch } = preconditionOf(request);
  const isPost = request.method === 'POST';
  requireState({ ifMatch, ifNoneMatch: isPost ? ifNoneMatch : null }, headers.etag);
  if (ifNoneMatch !== null && matches(ifNoneMatch, headers.etag)) return { status: 304, headers, body: null };
  return { status: 200, headers, body: presented.text };
}

/** The object just saved. @param headers among them `location`, the address that its current version has */
export function savedAnswer(
  presented: Presented,
  headers: Readonly<Record<string, string>> & { readonly location: string },
): Answer {
  return { status: 200, headers: { ...representation(presented), ...headers }, body: presented.text };
}

/** What a request makes depend on the present state of its object (RFC 9110, 13.1). */
export function preconditionOf({ headers }: Request): Precondition {
  return {
    ifMatch: strongEntityTags(headers.get('if-match')),
    ifNoneMatch: entityTags(headers.get('if-none-match')),
  };
}

/** The entity tags of `If-None-Match`, strong and weak alike (RFC 9110, 13.1.2); null without the header. */
function entityTags(header: string | null): readonly string[] | null {
  if (header === null) return null;
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/** The entity tags of `If-Match`, of which weak ones match nothing (RFC 9110, 13.1.1); null without the header. */
function strongEntityTags(header: string | null): readonly string[] | null {
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
