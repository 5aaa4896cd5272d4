import { parseAccept } from 'hono/utils/accept';
import { entryOf } from '../linked-data/entry-of.ts';
import type { Syntax } from '../rdf/syntaxes.ts';

/** A representation of an object besides its JSON text. */
export type RdfForm = { readonly contentType: string; readonly syntax: Syntax };

const EXPANDED = 'http://www.w3.org/ns/json-ld#expanded';
const N_QUADS: RdfForm = { contentType: 'application/n-quads', syntax: 'n-quads' };
const TURTLE: RdfForm = { contentType: 'text/turtle; charset=utf-8', syntax: 'turtle' };

/** The offered forms by media type, including the names that today's clients use. */
const OFFERED: Readonly<Record<string, RdfForm>> = {
  'application/n-quads': N_QUADS,
  'text/n4': N_QUADS,
  'application/rdf+n4': N_QUADS,
  'text/turtle': TURTLE,
  'application/x-turtle': TURTLE,
  'application/n-triples': { contentType: 'application/n-triples', syntax: 'n-triples' },
  'application/rdf+xml': { contentType: 'application/rdf+xml; charset=utf-8', syntax: 'rdf-xml' },
};

/** Expanded JSON-LD (JSON-LD 1.1, section 6: the profile parameter). */
export const EXPANDED_FORM: RdfForm = { contentType: `application/ld+json;profile="${EXPANDED}"`, syntax: 'json-ld' };

/** Media types of the forms of RDF besides JSON-LD, for messages and descriptions. */
export const RDF_TYPES = [
  'application/n-quads',
  'text/turtle',
  'application/n-triples',
  'application/rdf+xml',
] as const;

/** Nothing else in `Accept` can name a form of RDF. */
const MAY_ASK = /turtle|n-quads|n-triples|n4|rdf\+xml|profile/i;

/**
 * The form of RDF that a request prefers over JSON text (RFC 9110, 12.5.1).
 *
 * @returns null when it prefers JSON, or names no form of RDF
 */
export function rdfFormFor(accept: string | null | undefined): RdfForm | null {
  if (accept === null || accept === undefined || !MAY_ASK.test(accept)) return null;
  for (const { type, params, q } of parseAccept(accept.toLowerCase())) {
    if (q === 0) continue;
    const profiles = params['profile']?.split(' ') ?? [];
    if (type === 'application/ld+json' && profiles.includes(EXPANDED)) return EXPANDED_FORM;
    const form = entryOf(OFFERED, type);
    if (form !== undefined) return form;
    if (/^(?:\*\/\*|application\/(?:\*|json|ld\+json)|text\/(?:\*|plain))$/.test(type)) return null;
  }
  return null;
}
