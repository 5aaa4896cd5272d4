import type { Quad } from '@rdfjs/types';
import { type BlankNode, DataFactory, type Literal, type NamedNode, Writer } from 'n3';
import { rdfXml } from './rdf-xml.ts';
import type { SerializeOptions, Syntax } from './syntaxes.ts';

/**
 * The parts of a document in a syntax other than JSON-LD. Quads of one subject should follow each other. Only N-Quads has named
 * graphs: in other syntaxes all quads are in one.
 */
export function serialize(
  quads: Iterable<Quad>,
  syntax: Exclude<Syntax, 'json-ld'>,
  options: SerializeOptions,
): Iterable<string> {
  return syntax === 'rdf-xml' ? rdfXml(quads, options) : written(quads, syntax, options.prefixes);
}

function* written(
  quads: Iterable<Quad>,
  syntax: 'turtle' | 'n-triples' | 'n-quads',
  prefixes: SerializeOptions['prefixes'],
): Generator<string> {
  let text = '';
  const output = {
    write(chunk: string): void {
      text += chunk;
    },
    end(): void {},
  };
  const isTurtle = syntax === 'turtle';
  const writer = new Writer(output, {
    format: isTurtle ? 'text/turtle' : `application/${syntax}`,
    ...(isTurtle && { prefixes }),
  });
  const { namedNode, defaultGraph } = DataFactory;
  for (const { subject, predicate, object, graph } of quads) {
    const own = syntax === 'n-quads' && graph.termType !== 'DefaultGraph' ? nodeOf(graph) : defaultGraph();
    writer.addQuad(nodeOf(subject), namedNode(predicate.value), objectOf(object), own);
    yield text;
    text = '';
  }
  writer.end();
  yield text;
}

function nodeOf({ termType, value }: Quad['subject'] | Quad['graph'] | Quad['object']): NamedNode | BlankNode {
  const { namedNode, blankNode } = DataFactory;
  return termType === 'BlankNode' ? blankNode(value.replace(/^_:/, '')) : namedNode(value);
}

function objectOf(object: Quad['object']): NamedNode | BlankNode | Literal {
  if (object.termType !== 'Literal') return nodeOf(object);
  const { literal, namedNode } = DataFactory;
  return literal(object.value, object.language || namedNode(object.datatype.value));
}
