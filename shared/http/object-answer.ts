import { entityTag, matches, type Precondition, requireState } from '../repository/objects/precondition.ts';
import type { Presented } from '../repository/objects/present.ts';
import { type Answer, fitsHeader } from './answer.ts';
import { streamOf } from './text-stream.ts';

/** Header values of an object's representation (RFC 9110, 8). Answers depend on the caller, so caches must revalidate. */
function representation(presented: Presented) {
  return {
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie, Accept',
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
  if (ifNoneMatch !== null && matches(ifNoneMatch, headers.etag)) {
    presented.release?.();
    return { status: 304, headers, body: null };
  }
  return { status: 200, headers, body: bodyOf(presented) };
}

/** Encodes a long text as fast as the client reads it. */
function bodyOf({ text, release }: Presented): Answer['body'] {
  return release === undefined ? text : streamOf(text, release);
}

/** The object just saved. @param headers among them `location`, the address of its current version; left out when too long */
export function savedAnswer(
  presented: Presented,
  { location, ...headers }: Readonly<Record<string, string>> & { readonly location: string },
): Answer {
  const address = fitsHeader(location) ? { location } : {};
  return { status: 200, headers: { ...representation(presented), ...headers, ...address }, body: bodyOf(presented) };
}

/** The conditions of a request on the current state of its object (RFC 9110, 13.1). */
export function preconditionOf({ headers }: Request): Precondition {
  const ifMatch = headers.get('if-match');
  return {
    ifMatch: ifMatch === null ? null : strongEntityTags(ifMatch),
    ifNoneMatch: entityTags(headers.get('if-none-match')),
  };
}

/** The entity tags of `If-None-Match`, strong and weak alike (RFC 9110, 13.1.2); null without the header. */
function entityTags(header: string | null): readonly string[] | null {
  if (header === null) return null;
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

/** The entity tags in a value of `If-Match`, of which weak ones match nothing (RFC 9110, 13.1.1). */
export function strongEntityTags(header: string): readonly string[] {
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.filter((tag) => !tag.startsWith('W/'));
}

/** Whether the caller already has this state: `If-None-Match` of a GET or HEAD names it (RFC 9110, 13.1.2), weak tags included. */
export function matchesCondition(request: Request, entityTag: string): boolean {
  const { ifNoneMatch } = preconditionOf(request);
  return ifNoneMatch !== null && matches(ifNoneMatch, entityTag.replace(/^W\//, ''));
}
