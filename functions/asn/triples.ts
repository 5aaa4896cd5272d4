/** A triple of RDF 1.1 as ASN documents have them: subject and predicate are IRIs. */
export type Triple = { readonly subject: string; readonly predicate: string; readonly object: RdfObject };

/** What a triple says of its subject. */
export type RdfObject =
  | { readonly kind: 'iri'; readonly value: string }
  | {
      readonly kind: 'literal';
      readonly value: string;
      readonly language: string | null;
      readonly datatype: string | null;
    };
