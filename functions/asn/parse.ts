import N3, { type Quad } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { createSlices } from '../../shared/concurrency/slices.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { isObject, type Json, parseJson } from '../../shared/linked-data/json.ts';
import { RDF_JSON } from './terms.ts';
import type { RdfObject, Triple } from './triples.ts';

/** The syntaxes of RDF, by media type. */
export const SYNTAXES = {
  'application/rdf+xml': 'rdf-xml',
  'text/turtle': 'turtle',
  'application/n-triples': 'n-triples',
  'application/ld+json': 'json-ld',
  'application/json': 'json-ld',
} as const;
export type Syntax = (typeof SYNTAXES)[keyof typeof SYNTAXES];

/** Triples of one document. */
const MAX_TRIPLES = 2_000_000;

/** Contexts of a JSON-LD document. */
const MAX_CONTEXTS = 20;

/** Members and array elements of a JSON-LD document: it is processed in one go. */
const MAX_JSON_LD_VALUES = 100_000;

/** UTF-16 units that are parsed between two looks at the clock. */
const STEP_UNITS = 65_536;

/** Length of an entity that an XML document may define, and their number: each may be repeated. */
const MAX_ENTITY_UNITS = 200;
const MAX_ENTITIES = 100;

/** The syntax of a document whose media type is not known. */
export function syntaxOf(text: string): Syntax {
  const [first] = /\S/.exec(text) ?? [];
  if (first === '{' || first === '[') return 'json-ld';
  return first === '<' && /^\s*<(?:\?xml|!DOCTYPE|!--|[\w.-]+:RDF)/.test(text) ? 'rdf-xml' : 'turtle';
}

/**
 * Parses a document of RDF. Nothing is fetched: a JSON-LD document brings its contexts along.
 *
 * @throws Problem `malformed-request`, `malformed-json` (400), `body-too-large` (413) for more than {@link MAX_TRIPLES}
 */
export async function parse(text: string, syntax: Syntax): Promise<readonly Triple[]> {
  const triples: Triple[] = [];
  const take = (quad: Quad): void => {
    if (triples.length === MAX_TRIPLES) {
      throw new Problem('body-too-large', `The document has more than ${MAX_TRIPLES} triples.`);
    }
    triples.push(tripleOf(quad));
  };
  if (syntax === 'json-ld') await parseJsonLd(text, take);
  else if (syntax === 'rdf-xml') await parseRdfXml(text, take);
  else await parseTurtle(text, syntax, take);
  return triples;
}

function malformed(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const words = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : '';
  return new Problem('malformed-request', `The document is not RDF in this syntax: ${words}`, {}, { cause: error });
}

async function parseTurtle(text: string, syntax: 'turtle' | 'n-triples', take: (quad: Quad) => void): Promise<void> {
  const parser = new N3.Parser({ format: syntax === 'turtle' ? 'text/turtle' : 'application/n-triples' });
  let failed: unknown;
  const source = pushSource();
  parser.parse(source.stream, (error, quad) => {
    if (error) failed ??= error;
    else if (quad && failed === undefined) {
      try {
        take(quad);
      } catch (problem) {
        failed = problem;
      }
    }
  });
  const slices = createSlices();
  for (let at = 0; at < text.length && failed === undefined; at += STEP_UNITS) {
    source.push(text.slice(at, at + STEP_UNITS));
    if (slices.over()) await slices.next();
  }
  source.end();
  if (failed !== undefined) throw malformed(failed);
}

/** The least of a stream that the parser of Turtle reads from. */
function pushSource() {
  const listeners: Record<string, ((chunk?: string) => void)[]> = {};
  const emit = (event: string, chunk?: string): void => {
    for (const listener of listeners[event] ?? []) listener(chunk);
  };
  const on = (event: string, listener: (chunk?: string) => void): void => {
    listeners[event] = [...(listeners[event] ?? []), listener];
  };
  return {
    stream: { on } as unknown as Parameters<InstanceType<typeof N3.Parser>['parse']>[0] & NodeJS.EventEmitter,
    push: (chunk: string): void => emit('data', chunk),
    end: (): void => emit('end'),
  };
}

/** Whether the root element ends: the parser takes a document that breaks off for a whole one. */
function isClosed(text: string): boolean {
  const [, root] = /<([A-Za-z_][\w.:-]*)/.exec(text.replace(/<!--[\s\S]*?-->/g, '')) ?? [];
  const end = text.slice(-65_536).replace(/(?:\s|<!--(?:(?!-->)[\s\S])*-->)+$/, '');
  return root === undefined || end.endsWith('/>') || new RegExp(`</${root.replace(/[.]/g, '\\.')}\\s*>$`).test(end);
}

async function parseRdfXml(text: string, take: (quad: Quad) => void): Promise<void> {
  const entities = [...text.matchAll(/<!ENTITY\s+\S+\s+(["'])([\s\S]*?)\1/g)];
  if (entities.length > MAX_ENTITIES || entities.some(([, , value = '']) => value.length > MAX_ENTITY_UNITS)) {
    throw new Problem('malformed-request', 'The document defines more, or longer, XML entities than are taken.');
  }
  if (!isClosed(text)) throw new Problem('malformed-request', 'The XML document breaks off.');
  const parser = new RdfXmlParser({ trackPosition: true });
  const slices = createSlices();
  let failed: unknown;
  parser.on('error', (error: unknown) => {
    failed ??= error;
  });
  parser.on('data', (quad: Quad) => {
    if (failed !== undefined) return;
    try {
      take(quad);
    } catch (problem) {
      failed = problem;
    }
  });
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('close', resolve);
  });
  for (let at = 0; at < text.length && failed === undefined; at += STEP_UNITS) {
    parser.write(text.slice(at, at + STEP_UNITS));
    if (slices.over()) await slices.next();
  }
  if (failed === undefined) {
    parser.end();
    await ended;
  }
  if (failed !== undefined) throw malformed(failed);
}

async function parseJsonLd(text: string, take: (quad: Quad) => void): Promise<void> {
  const document = parseJson(text, 'The document', MAX_JSON_LD_VALUES);
  if (contextsIn(document) > MAX_CONTEXTS) {
    throw new Problem(
      'malformed-request',
      `The document has more than ${MAX_CONTEXTS} contexts: put one at its beginning.`,
      {
        where: '/@context',
      },
    );
  }
  const { default: jsonld } = await import('jsonld/dist/jsonld.esm.min.js');
  const documentLoader = async (url: string): Promise<never> => {
    throw new Problem(
      'malformed-request',
      `The context ${url.slice(0, 200)} is not fetched: put it into the document.`,
      {
        where: '/@context',
      },
    );
  };
  try {
    for (const quad of await jsonld.toRDF(document, { documentLoader })) take(quad);
  } catch (error) {
    throw malformed(problemIn(error));
  }
}

/** Contexts at all depths: the processor evaluates each anew. */
function contextsIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + contextsIn(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce((sum, [name, item]) => sum + (name === '@context' ? 1 : 0) + contextsIn(item), 0);
}

/** The problem that the processor wrapped into errors of its own. */
function problemIn(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; ) {
    if (cause instanceof Problem) return cause;
    const details: unknown = 'details' in cause ? cause.details : undefined;
    const inner: unknown =
      typeof details === 'object' && details !== null && 'cause' in details ? details.cause : cause.cause;
    cause = inner;
  }
  return error;
}

function tripleOf({ subject, predicate, object }: Quad): Triple {
  return { subject: nameOf(subject), predicate: predicate.value, object: objectOf(object) };
}

/** Blank nodes are kept as IRIs of their own, which only this document knows. */
function nameOf({ termType, value }: { readonly termType: string; readonly value: string }): string {
  return termType === 'BlankNode' ? `_:${value.replace(/^_:/, '')}` : value;
}

function objectOf(object: Quad['object']): RdfObject {
  if (object.termType !== 'Literal') return { kind: 'iri', value: nameOf(object) };
  const language = 'language' in object && object.language ? object.language : null;
  const datatype = 'datatype' in object ? object.datatype.value : null;
  const isPlain = language !== null || datatype === 'http://www.w3.org/2001/XMLSchema#string';
  return {
    kind: 'literal',
    value: object.value,
    language,
    datatype: isPlain && datatype !== RDF_JSON ? null : datatype,
  };
}
