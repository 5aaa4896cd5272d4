import type { Syntax } from '../exchange/rdf/syntaxes.ts';
import type { Offer } from './accept.ts';

/** A representation of an object besides its JSON text. */
export type RdfForm = { readonly contentType: string; readonly syntax: Syntax };

const EXPANDED = 'http://www.w3.org/ns/json-ld#expanded';

/** The offered forms, also by the names that today's clients use. Of JSON-LD, the expanded form (JSON-LD 1.1, section 6). */
export const RDF_OFFERS: readonly Offer<RdfForm>[] = [
  {
    type: 'application/n-quads',
    also: ['text/n4', 'application/rdf+n4'],
    form: { contentType: 'application/n-quads', syntax: 'n-quads' },
  },
  {
    type: 'text/turtle',
    also: ['application/x-turtle'],
    form: { contentType: 'text/turtle; charset=utf-8', syntax: 'turtle' },
  },
  { type: 'application/n-triples', form: { contentType: 'application/n-triples', syntax: 'n-triples' } },
  { type: 'application/rdf+xml', form: { contentType: 'application/rdf+xml; charset=utf-8', syntax: 'rdf-xml' } },
  {
    type: 'application/ld+json',
    profile: EXPANDED,
    form: { contentType: `application/ld+json;profile="${EXPANDED}"`, syntax: 'json-ld' },
  },
];

/** Media types of the forms of RDF besides JSON-LD, for descriptions. */
export const RDF_TYPES = RDF_OFFERS.flatMap(({ type, profile }) => (profile === undefined ? [type] : []));
