import type { Quad } from '@rdfjs/types';
import type { Loss } from '../../shared/exchange/frameworks/model.ts';
import { serialize as serializeQuads } from '../../shared/exchange/rdf/serialize.ts';
import type { Syntax } from '../../shared/exchange/rdf/syntaxes.ts';
import { PREFIXES, RDF_TYPE } from './terms.ts';
import { type RdfObject, type Triple, toQuad } from './triples.ts';

/** The parts of a document in a syntax. Triples of one subject follow each other. */
export function serialize(triples: Iterable<Triple>, syntax: Syntax, losses: Loss[] = []): Iterable<string> {
  if (syntax === 'json-ld') return jsonLd(triples);
  const onUnwritable = ({ subject, predicate }: Quad): void => {
    losses.push({
      '@id': subject.value,
      property: predicate.value,
      reason: 'RDF/XML cannot express this name, or a character of the text.',
    });
  };
  return serializeQuads(quadsOf(triples), syntax, { prefixes: PREFIXES, onUnwritable });
}

function* quadsOf(triples: Iterable<Triple>): Generator<Quad> {
  for (const triple of triples) yield toQuad(triple);
}

/** The triples of one subject. */
type Subject = { readonly id: string; readonly triples: readonly Triple[] };

function* bySubject(triples: Iterable<Triple>): Generator<Subject> {
  let own: Triple[] = [];
  for (const triple of triples) {
    const [first] = own;
    if (first !== undefined && first.subject !== triple.subject) {
      yield { id: first.subject, triples: own };
      own = [];
    }
    own.push(triple);
  }
  const [first] = own;
  if (first !== undefined) yield { id: first.subject, triples: own };
}

/** Objects by predicate, in their order. */
function byPredicate({ triples }: Subject): ReadonlyMap<string, readonly RdfObject[]> {
  const grouped = new Map<string, RdfObject[]>();
  for (const { predicate, object } of triples) {
    const objects = grouped.get(predicate);
    if (objects === undefined) grouped.set(predicate, [object]);
    else objects.push(object);
  }
  return grouped;
}

const NAMESPACES = Object.entries(PREFIXES);

/** The prefixed form of a name; null if no known prefix fits. */
function shortName(iri: string): string | null {
  for (const [prefix, namespace] of NAMESPACES) {
    if (!iri.startsWith(namespace)) continue;
    const local = iri.slice(namespace.length);
    if (/^[A-Za-z_][\w-]*$/.test(local)) return `${prefix}:${local}`;
  }
  return null;
}

function* jsonLd(triples: Iterable<Triple>): Generator<string> {
  const name = (iri: string): string => shortName(iri) ?? iri;
  yield `{"@context":${JSON.stringify(PREFIXES)},"@graph":[`;
  let separator = '';
  for (const subject of bySubject(triples)) {
    const members = [...byPredicate(subject)].map(([predicate, objects]) => {
      if (predicate === RDF_TYPE) return ['@type', objects.map(({ value }) => name(value))] as const;
      return [name(predicate), objects.map((object) => jsonLdValue(object, name))] as const;
    });
    yield separator + JSON.stringify({ '@id': subject.id, ...Object.fromEntries(members) });
    separator = ',';
  }
  yield ']}';
}

function jsonLdValue(object: RdfObject, name: (iri: string) => string): object {
  if (object.kind === 'iri') return { '@id': object.value };
  const { value, language, datatype } = object;
  if (datatype === `${PREFIXES.rdf}JSON`) return { '@type': '@json', '@value': JSON.parse(value) };
  return {
    '@value': value,
    ...(language !== null && { '@language': language }),
    ...(datatype !== null && { '@type': name(datatype) }),
  };
}
