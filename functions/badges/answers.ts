import type { Addresses } from '../../shared/badges/addresses.ts';
import type { Withdrawn } from '../../shared/badges/badge.ts';
import { revoked } from '../../shared/badges/open-badges-2.ts';
import { asksFor, requireJsonAccepted } from '../../shared/http/accept.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';

/** @throws Problem `not-acceptable` (406) */
export function requireAccepted({ headers }: Request): void {
  requireJsonAccepted(headers.get('accept'));
}

/** JSON-LD, with the media type of plain JSON for callers that ask for it. */
export function jsonLdAnswer(request: Request, value: object): Answer {
  const isPlain = asksFor(request, 'application/json') && !asksFor(request, 'application/ld+json');
  const headers = { 'content-type': isPlain ? 'application/json' : 'application/ld+json', vary: 'Accept' };
  return taggedAnswer(request, value, headers);
}

/** 410, by which verifiers recognize a withdrawn badge (Open Badges 2.0, Hosted verification). */
export function revokedAnswer(badge: Withdrawn, addresses: Addresses): Answer {
  const headers = { 'content-type': 'application/ld+json', 'cache-control': 'no-cache' };
  return jsonAnswer(revoked(badge, addresses), headers, 410);
}
