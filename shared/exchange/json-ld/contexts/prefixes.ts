/** Namespaces by their prefixes, in the contexts of this service and in RDF that it writes. */
export const PREFIXES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  cass: 'https://schema.cassproject.org/0.4/',
  kbac: 'https://schema.cassproject.org/kbac/0.4/',
  asn: 'http://purl.org/ASN/schema/core/',
  ceasn: 'https://purl.org/ctdlasn/terms/',
  ceterms: 'https://purl.org/ctdl/terms/',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  gemq: 'http://purl.org/gem/qualifiers/',
  schema: 'http://schema.org/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
} as const;
