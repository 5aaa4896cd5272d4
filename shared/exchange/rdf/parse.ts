import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { createSlices } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { parseJson } from '../../repository/linked-data/json.ts';
import { MAX_DEPTH } from '../../repository/linked-data/json-scan.ts';
import type { DocumentLoader } from '../json-ld/document-loader.ts';
import { loadProcessor, MAX_VALUES } from '../json-ld/processor.ts';
import type { Syntax } from './syntaxes.ts';

/** Maximum number of quads in one document. */
const MAX_QUADS = 2_000_000;

/** Number of UTF-16 units that are parsed between two checks of the clock. */
const STEP_UNITS = 65_536;

/** The same for XML, smaller so that few elements are opened in between. */
const XML_STEP_UNITS = 4096;

/** Maximum length of an entity that an XML document defines, and maximum number of entities: each may be used repeatedly. */
const MAX_ENTITY_UNITS = 200;
const MAX_ENTITIES = 100;

/**
 * Parses a document of RDF.
 *
 * @param documentLoader of the contexts of a JSON-LD document
 * @throws Problem `malformed-request`, `malformed-json` (400), `body-too-large` (413) for more than {@link MAX_QUADS}; for JSON-LD what
 *   `Processor` rejects with
 */
export async function parse(text: string, syntax: Syntax, documentLoader: DocumentLoader): Promise<readonly Quad[]> {
  if (syntax === 'json-ld') {
    const { toRdf } = await loadProcessor({ documentLoader });
    return toRdf(parseJson(text, 'The document', MAX_VALUES.expand));
  }
  const quads: Quad[] = [];
  const take = (quad: Quad): void => {
    if (quads.length === MAX_QUADS) {
      throw new Problem('body-too-large', `The document has more than ${MAX_QUADS} triples.`);
    }
    quads.push(quad);
  };
  if (syntax === 'rdf-xml') await parseRdfXml(text, take);
  else await parseTurtle(text, syntax, take);
  return quads;
}

function malformed(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const words = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : '';
  return new Problem('malformed-request', `The document is not RDF in this syntax: ${words}`, {}, { cause: error });
}

async function parseTurtle(
  text: string,
  syntax: 'turtle' | 'n-triples' | 'n-quads',
  take: (quad: Quad) => void,
): Promise<void> {
  const parser = new Parser({ format: syntax === 'turtle' ? 'text/turtle' : `application/${syntax}` });
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

/** The minimal stream that the Turtle parser can read from. */
function pushSource() {
  const listeners: Record<string, ((chunk?: string) => void)[]> = {};
  const emit = (event: string, chunk?: string): void => {
    for (const listener of listeners[event] ?? []) listener(chunk);
  };
  const on = (event: string, listener: (chunk?: string) => void): void => {
    listeners[event] = [...(listeners[event] ?? []), listener];
  };
  return {
    stream: { on } as unknown as Parameters<InstanceType<typeof Parser>['parse']>[0] & NodeJS.EventEmitter,
    push: (chunk: string): void => emit('data', chunk),
    end: (): void => emit('end'),
  };
}

/** Whether the root element is closed: the parser accepts a truncated document. */
function isClosed(text: string): boolean {
  const content = withoutComments(text).trimEnd();
  const [, root] = /<([A-Za-z_][\w.:-]*)/.exec(content) ?? [];
  if (root === undefined || content.endsWith('/>')) return true;
  return content.endsWith('>') && content.slice(0, -1).trimEnd().endsWith(`</${root}`);
}

function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4);
    if (end === -1) return parts.join('') + text.slice(from);
    parts.push(text.slice(from, start));
    from = end + 3;
  }
}

/** Whether more elements are open than are taken: the time for each grows with their number. */
function isTooDeep(parser: RdfXmlParser): boolean {
  const open: unknown = Reflect.get(parser, 'activeTagStack');
  return Array.isArray(open) && open.length > MAX_DEPTH;
}

async function parseRdfXml(text: string, take: (quad: Quad) => void): Promise<void> {
  const entities = [...text.matchAll(/<!ENTITY\s+\S+\s+(["'])([\s\S]*?)\1/g)];
  if (entities.length > MAX_ENTITIES || entities.some(([, , value = '']) => value.length > MAX_ENTITY_UNITS)) {
    throw new Problem('malformed-request', 'The document defines more, or longer, XML entities than are accepted.');
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
  for (let at = 0; at < text.length && failed === undefined; at += XML_STEP_UNITS) {
    parser.write(text.slice(at, at + XML_STEP_UNITS));
    if (isTooDeep(parser)) {
      failed ??= new Problem('too-deep', `The document nests elements more than ${MAX_DEPTH} deep.`);
    }
    if (slices.over()) await slices.next();
  }
  if (failed === undefined) {
    parser.end();
    await ended;
  }
  if (failed !== undefined) throw malformed(failed);
}
