import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { RDF_JSON, XSD } from './terms.ts';

/** A triple of RDF 1.1 in an ASN document: subject and predicate are IRIs. */
export type Triple = { readonly subject: string; readonly predicate: string; readonly object: RdfObject };

/** The object of a triple. */
export type RdfObject =
  | { readonly kind: 'iri'; readonly value: string }
  | {
      readonly kind: 'literal';
      readonly value: string;
      readonly language: string | null;
      readonly datatype: string | null;
    };

/** The triple of a quad. Blank nodes become IRIs that are unique within this document. */
export function fromQuad({ subject, predicate, object }: Quad): Triple {
  return { subject: nameOf(subject), predicate: predicate.value, object: objectOf(object) };
}

function nameOf({ termType, value }: Quad['subject'] | Quad['object']): string {
  return termType === 'BlankNode' ? `_:${value.replace(/^_:/, '')}` : value;
}

function objectOf(object: Quad['object']): RdfObject {
  if (object.termType !== 'Literal') return { kind: 'iri', value: nameOf(object) };
  const { value, language: tag, datatype: type } = object;
  const language = tag === '' || tag === undefined ? null : tag;
  const isPlain = language !== null || type.value === `${XSD}string`;
  return { kind: 'literal', value, language, datatype: isPlain && type.value !== RDF_JSON ? null : type.value };
}

/** The quad of a triple, in the default graph. */
export function toQuad({ subject, predicate, object }: Triple): Quad {
  const { namedNode, literal, quad } = DataFactory;
  if (object.kind === 'iri') return quad(namedNode(subject), namedNode(predicate), namedNode(object.value));
  const { value, language, datatype } = object;
  const type = language ?? (datatype === null ? undefined : namedNode(datatype));
  return quad(namedNode(subject), namedNode(predicate), literal(value, type));
}
