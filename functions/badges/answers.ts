import type { Addresses } from '../../shared/exchange/badges/addresses.ts';
import type { Withdrawn } from '../../shared/exchange/badges/badge.ts';
import { revoked } from '../../shared/exchange/badges/open-badges-2.ts';
import { JSON_RANGES, negotiate, type Offers } from '../../shared/http/accept.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';

/** The offered values of `content-type` for JSON-LD; the first is the default. */
const OFFERED: Offers<string> = [
  { type: 'application/ld+json', form: 'application/ld+json' },
  { type: 'application/json', also: JSON_RANGES, form: 'application/json' },
];

/** @throws Problem `not-acceptable` (406) */
export function requireAccepted({ headers }: Request): void {
  negotiate(headers.get('accept'), OFFERED);
}

/** JSON-LD, with the media type of plain JSON for callers that prefer it. */
export function jsonLdAnswer(request: Request, value: object): Answer {
  const contentType = negotiate(request.headers.get('accept'), OFFERED);
  return taggedAnswer(request, value, { 'content-type': contentType, vary: 'Accept' });
}

/** 410, by which verifiers recognize a withdrawn badge (Open Badges 2.0, Hosted verification). */
export function revokedAnswer(badge: Withdrawn, addresses: Addresses): Answer {
  const headers = { 'content-type': 'application/ld+json', 'cache-control': 'no-cache' };
  return jsonAnswer(revoked(badge, addresses), headers, 410);
}
