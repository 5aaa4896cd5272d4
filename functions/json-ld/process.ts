import type * as z from 'zod/mini';
import { NOTHING_HELD } from '../../shared/base/concurrency/memory-budget.ts';
import { inSlices } from '../../shared/base/concurrency/slices.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { createOutboundFetch, type OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import type { DocumentLoader } from '../../shared/exchange/json-ld/document-loader.ts';
import { loadProcessor, MAX_VALUES, type Processor } from '../../shared/exchange/json-ld/processor.ts';
import { parse } from '../../shared/exchange/rdf/parse.ts';
import { SYNTAXES, syntaxOfText, syntaxOfType } from '../../shared/exchange/rdf/syntaxes.ts';
import { JSON_RANGES, negotiate, type Offers } from '../../shared/http/accept.ts';
import { type Answer, jsonTextAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { type DocumentPayload, readDocument } from '../../shared/http/document-payload.ts';
import { RDF_OFFERS, type RdfForm } from '../../shared/http/rdf-accept.ts';
import { writeRdf } from '../../shared/http/rdf-answer.ts';
import { textStream } from '../../shared/http/text-stream.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isObject, type Json, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { type OPERATIONS, parameters, processQuery } from './parameters.ts';

type Parameters = z.output<typeof parameters>;

type Operation = (typeof OPERATIONS)[number];

type Access = { readonly documentLoader: DocumentLoader; readonly openSend: () => Promise<OutboundSend> };

const TIMEOUT_MS = 30_000;

/** The offered formats: JSON-LD, the same labelled as plain JSON, and for an expanded document the forms of RDF. */
const JSON_LD: Offers<'json-ld' | 'json'> = [
  { type: 'application/ld+json', also: JSON_RANGES, form: 'json-ld' },
  { type: 'application/json', form: 'json' },
];
const EXPANDED: Offers<'json-ld' | 'json' | RdfForm> = [...JSON_LD, ...RDF_OFFERS];

/** POST: a document expanded, compacted, flattened, framed or canonicalized, or as RDF by `Accept`. */
export async function postDocument(ctx: Context, call: Call, { documentLoader, openSend }: Access): Promise<Answer> {
  const query = queryValues(queryOf(call.request), Object.keys(processQuery.shape));
  const { url, text } = parseWith(processQuery, query);
  const source = url === undefined ? await sourceOf(ctx, call, text) : await fetched(ctx, await openSend(), url);
  const given = parseWith(parameters, { ...partsOf(source), ...query });
  const { operation = 'expand' } = given;
  const form = formFor(call.request, operation);
  const base = given.base ?? url ?? null;
  const processor = await loadProcessor({ documentLoader, base, safe: given.safe === 'true' });
  const document = await documentOf(source, processor, documentLoader);
  if (typeof form === 'object') {
    const { headers, parts } = await writeRdf(document, processor, form);
    return { status: 200, headers, body: textStream(inSlices(parts), NOTHING_HELD) };
  }
  return operate(processor, document, { ...given, operation }, form === 'json');
}

/** The form of the answer; canonical N-Quads have only one. @throws Problem `not-acceptable` (406) */
function formFor({ headers }: Request, operation: Operation): 'json-ld' | 'json' | RdfForm {
  if (operation === 'canonicalize') return 'json-ld';
  return negotiate(headers.get('accept'), operation === 'expand' ? EXPANDED : JSON_LD);
}

/** The document of the body, or of the query. */
async function sourceOf(ctx: Context, call: Call, text: string | undefined): Promise<DocumentPayload> {
  if (text === undefined) return readDocument(ctx, call, Object.keys(SYNTAXES));
  return { text, mediaType: null, part: () => undefined };
}

async function fetched({ config }: Context, send: OutboundSend, url: string): Promise<DocumentPayload> {
  const limits = { maxBytes: config.postMaxSize, timeoutMs: TIMEOUT_MS, types: null };
  const fetch = createOutboundFetch({ allowed: config.outbound.allowed, trusted: [] }, limits, send);
  const response = await fetch(url, { headers: { accept: Object.keys(SYNTAXES).reverse().join(', ') } });
  if (!response.ok)
    throw new Problem('fetch-failed', `The address returns status ${response.status}.`, { where: 'url' });
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  return { text: await response.text(), mediaType: type.trim().toLowerCase(), part: () => undefined };
}

function partsOf({ part }: DocumentPayload): Record<string, string> {
  const names = Object.keys(parameters.shape);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = part(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function documentOf(
  { text, mediaType }: DocumentPayload,
  { fromRdf }: Processor,
  documentLoader: DocumentLoader,
): Promise<Json> {
  const syntax = syntaxOfType(mediaType) ?? syntaxOfText(text);
  if (syntax === 'json-ld') {
    const document = parseJson(text, 'The document', MAX_VALUES.expand);
    if (isObject(document) || Array.isArray(document)) return document;
    throw new Problem('malformed-request', 'A JSON-LD document is an object or an array (JSON-LD 1.1, section 9).');
  }
  return fromRdf(await parse(text, syntax, documentLoader));
}

async function operate(
  processor: Processor,
  document: Json,
  given: Parameters & { readonly operation: Operation },
  asJson: boolean,
): Promise<Answer> {
  const jsonLd = (value: object, form: string): Answer =>
    jsonTextAnswer(JSON.stringify(value), {
      'content-type': asJson
        ? 'application/json'
        : `application/ld+json;profile="http://www.w3.org/ns/json-ld#${form}"`,
    });
  switch (given.operation) {
    case 'expand':
      return jsonLd(await processor.expand(document), 'expanded');
    case 'compact':
      return jsonLd(await processor.compact(document, requireContext(document, given)), 'compacted');
    case 'flatten':
      return jsonLd(await processor.flatten(document, contextOf(given)), 'flattened');
    case 'frame':
      return jsonLd(await processor.frame(document, requireFrame(given)), 'framed');
    case 'canonicalize':
      return {
        status: 200,
        headers: { 'content-type': 'application/n-quads' },
        body: await processor.canonicalize(document),
      };
  }
}

function contextOf({ context }: Parameters): Json | null {
  if (context === undefined) return null;
  return /^\s*[{[]/.test(context) ? parseJson(context, 'The context') : context;
}

/** @throws Problem `invalid-parameter` (400) */
function requireContext(document: Json, given: Parameters): Json {
  const context = contextOf(given) ?? (isObject(document) ? (member(document, '@context') ?? null) : null);
  if (context !== null) return context;
  throw new Problem('invalid-parameter', 'context: is required to compact a document that has none.', {
    where: 'context',
  });
}

/** @throws Problem `invalid-parameter`, `malformed-json` (400) */
function requireFrame({ frame }: Parameters) {
  const value = frame === undefined ? undefined : parseJson(frame, 'The frame');
  if (isObject(value)) return value;
  throw new Problem('invalid-parameter', 'frame: must be a JSON object.', { where: 'frame' });
}
