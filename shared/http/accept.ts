import { parseAccept } from 'hono/utils/accept';
import { Problem } from '../base/errors/problem.ts';

/** A representation in which something is offered. */
export type Offer<T> = {
  /** Media type in lower case, without parameters. */
  readonly type: string;
  /** Other media ranges by which clients ask for it. */
  readonly also?: readonly string[];
  /** Profile (RFC 6906) by which clients tell it apart from other offers of its type. */
  readonly profile?: string;
  /** What the handler needs to know of it. */
  readonly form: T;
};

/** What is offered, the default first. */
export type Offers<T> = readonly [Offer<T>, ...Offer<T>[]];

/** Ranges by which clients ask for JSON: they read JSON where they ask for plain text. */
export const JSON_RANGES = ['application/problem+json', 'text/plain', 'text/*'] as const;

/** JSON text, as plain JSON by default. */
export function jsonOffers<T>(json: T, jsonLd: T): Offers<T> {
  return [
    { type: 'application/json', also: JSON_RANGES, form: json },
    { type: 'application/ld+json', form: jsonLd },
  ];
}

type Range = ReturnType<typeof parseAccept>[number];

/** How an offer fits to `Accept`: the quality, the place of the range that gives it, and how exactly that names the offer. */
type Fit = { readonly quality: number; readonly place: number; readonly precision: number };

/**
 * The representation that a request prefers (RFC 9110, 12.5.1): that of the highest quality; of several, that of the range that is
 * named first, then the one that is offered first. Without `Accept`, the first one offered.
 *
 * @throws Problem `not-acceptable` (406) naming what is offered
 */
export function negotiate<T>(accept: string | null, offers: Offers<T>): T {
  const preferred = preferredOf(accept, offers);
  if (preferred !== null) return preferred.form;
  const types = [...new Set(offers.map(({ type }) => type))];
  throw new Problem('not-acceptable', `Offered are ${types.join(', ')}.`, { where: 'Accept' });
}

/** As {@link negotiate}; null when none of the offers is acceptable. */
export function preferredOf<T>(accept: string | null, offers: Offers<T>): Offer<T> | null {
  const ranges = rangesOf(accept);
  if (ranges.length === 0) return offers[0];
  let best: { readonly offer: Offer<T>; readonly fit: Fit } | null = null;
  for (const offer of offers) {
    const fit = fitOf(ranges, offer);
    if (fit.quality > 0 && (best === null || isBetter(fit, best.fit))) best = { offer, fit };
  }
  return best?.offer ?? null;
}

/** Refuses a request that does not accept JSON text. @throws Problem `not-acceptable` (406) naming what is offered */
export function requireJsonAccepted(accept: string | null): void {
  negotiate(accept, jsonOffers(null, null));
}

/**
 * Whether `Accept` names exactly this media type, in lower case, and prefers no other to it; ranges that include it do not count.
 *
 * @param other what the request gets otherwise
 */
export function asksFor(request: Request, mediaType: string, other = 'application/json'): boolean {
  const ranges = rangesOf(request.headers.get('accept'));
  const named = ranges.find(({ type }) => type === mediaType);
  return named !== undefined && named.q > 0 && named.q >= fitOf(ranges, { type: other, form: null }).quality;
}

/** The media ranges, by falling quality. */
function rangesOf(accept: string | null): readonly Range[] {
  return accept === null || accept === '*/*' ? [] : parseAccept(accept.toLowerCase());
}

/** By the most precise range (RFC 9110, 12.5.1); quality 0 when no range includes the offer. */
function fitOf<T>(ranges: readonly Range[], offer: Offer<T>): Fit {
  let found: Fit = { quality: 0, place: 0, precision: 0 };
  for (const [place, range] of ranges.entries()) {
    const precision = precisionOf(range, offer);
    if (precision > found.precision) found = { quality: range.q, place, precision };
  }
  return found;
}

function precisionOf<T>({ type: range, params }: Range, { type, also = [], profile }: Offer<T>): number {
  if (range === type) {
    const profiles = params['profile']?.split(' ');
    if (profile === undefined || profiles === undefined) return 3;
    return profiles.includes(profile) ? 4 : 0;
  }
  if (also.includes(range)) return 3;
  if (range === `${type.slice(0, type.indexOf('/'))}/*`) return 2;
  return range === '*/*' ? 1 : 0;
}

function isBetter(one: Fit, other: Fit): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality;
  if (one.place !== other.place) return one.place < other.place;
  return one.precision > other.precision;
}
