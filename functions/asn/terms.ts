import { fullName, withPrefix } from '../../shared/exchange/frameworks/vocabulary.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';

/** Prefixes of ASN documents. */
export const PREFIXES: Readonly<Record<string, string>> = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  asn: 'http://purl.org/ASN/schema/core/',
  ceasn: 'https://purl.org/ctdlasn/terms/',
  ceterms: 'https://purl.org/ctdl/terms/',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  gemq: 'http://purl.org/gem/qualifiers/',
  schema: 'http://schema.org/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
};

/** Another namespace of ASN that is in use. */
const OTHER_ASN = 'http://purl.org/asn/schema/core/';

export const RDF_TYPE = `${PREFIXES.rdf}type`;
export const RDF_JSON = `${PREFIXES.rdf}JSON`;
export const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** The property with a prefix, in full. */
export function iri(name: string): string {
  return fullName(name) ?? name;
}

/** The types of nodes. */
export const DOCUMENT = iri('asn:StandardDocument');
export const STATEMENT = iri('asn:Statement');

/** Terms of neutral properties without a prefix. */
const TERMS: Readonly<Record<string, string>> = {
  name: 'dc:title',
  description: 'dcterms:description',
  author: 'schema:author',
  creator: 'schema:creator',
  validFrom: 'schema:validFrom',
  validThrough: 'schema:validThrough',
  title: 'schema:title',
  url: 'schema:url',
  sameAs: 'schema:sameAs',
};

const NEUTRAL = new Map(Object.entries(TERMS).map(([neutral, term]) => [iri(term), neutral]));

/** The term of a neutral property; null for one that is not an IRI. */
export function termFor(neutral: string): string | null {
  const term = entryOf(TERMS, neutral);
  if (term !== undefined) return iri(term);
  const full = fullName(neutral);
  return full ?? (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(neutral) ? neutral : null);
}

/** The neutral property of a term. */
export function neutralOf(term: string): string {
  const known = term.startsWith(OTHER_ASN) ? iri(`asn:${term.slice(OTHER_ASN.length)}`) : term;
  return NEUTRAL.get(known) ?? withPrefix(known);
}

/** A term in the namespace of ASN that the service writes. */
export function canonicalTerm(term: string): string {
  return term.startsWith(OTHER_ASN) ? `${PREFIXES.asn}${term.slice(OTHER_ASN.length)}` : term;
}

/** Relations that are written at both ends. */
export const BOTH_WAYS: Readonly<Record<string, string>> = {
  isEquivalentTo: iri('skos:exactMatch'),
  isRelatedTo: iri('skos:related'),
  majorRelated: iri('asn:majorAlignment'),
  minorRelated: iri('asn:minorAlignment'),
};

export const HAS_CHILD = iri('gemq:hasChild');
export const IS_CHILD_OF = iri('gemq:isChildOf');
/** The statement that has it needs the other (ASN: prerequisiteAlignment). */
export const PREREQUISITE = iri('asn:prerequisiteAlignment');
export const NARROW_MATCH = iri('skos:narrowMatch');
