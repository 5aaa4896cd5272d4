import { inSlices } from '../../shared/base/concurrency/slices.ts';
import type { Config } from '../../shared/base/config/config.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { createDocumentLoader, type DocumentLoader } from '../../shared/exchange/json-ld/document-loader.ts';
import { loadProcessor } from '../../shared/exchange/json-ld/processor.ts';
import { toJsonLd } from '../../shared/exchange/json-ld/stored-object.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { preconditionOf } from '../../shared/http/object-answer.ts';
import type { RdfForm } from '../../shared/http/rdf-accept.ts';
import { writeRdf } from '../../shared/http/rdf-answer.ts';
import { textStream } from '../../shared/http/text-stream.ts';
import type { Caller } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/repository/linked-data/json.ts';
import { entityTag, matches, requireState } from '../../shared/repository/objects/precondition.ts';
import { history, read } from '../../shared/repository/objects/read.ts';
import type { Reference } from '../../shared/repository/objects/reference.ts';
import { visibleTexts } from '../../shared/repository/objects/visible-texts.ts';
import { sizeOf } from '../../shared/repository/store/object-store.ts';
import type { DataTarget } from './target.ts';

/** Memory per UTF-16 code unit of an object: the parsed object, its quads, and the response. */
const BYTES_PER_UNIT = 32;

/** A request for a form of RDF. */
type RdfRequest = DataTarget & { readonly form: RdfForm; readonly documentLoader: DocumentLoader };

/** JSON text with its short id. */
type Source = { readonly text: string; readonly shortId: string };

/** Serves reads in a form of RDF. */
export type RdfView = (ctx: Context, call: Call, target: DataTarget, form: RdfForm) => Promise<Answer>;

/** Creates the view with its own contexts. */
export function createRdfView(config: Config, openSend: () => Promise<OutboundSend>): RdfView {
  const documentLoader = createDocumentLoader(config, openSend);
  return (ctx, call, target, form) => rdfAnswer(ctx, call, { ...target, form, documentLoader });
}

/**
 * An object, one of its versions, or all of them, as RDF or expanded JSON-LD, limited to the parts that the caller may see.
 *
 * @throws Problem `not-acceptable` (406) when its context is unknown or it is not JSON-LD, `answer-too-large` (413), and the Problems of
 *   reading the object
 */
async function rdfAnswer(ctx: Context, call: Call, request: RdfRequest): Promise<Answer> {
  const { reference, view, form } = request;
  const headers = {
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie, Accept',
  };
  const caller = await call.caller();
  if (view === 'trail') throw new Problem('not-acceptable', 'The trail is offered as JSON only.', { where: 'Accept' });
  if (view === 'history') {
    const { body, headers: warning } = await written(ctx, call, await versions(ctx, call, reference, caller), request);
    return { status: 200, headers: { ...headers, ...warning }, body };
  }
  const presented = await read(ctx, reference, caller);
  try {
    const { stored, text } = presented;
    const tag = entityTag(presented).replace(/"$/, `-${form.syntax}"`);
    const { ifMatch, ifNoneMatch } = preconditionOf(call.request);
    const representation = { ...headers, etag: tag, 'last-modified': new Date(stored.time).toUTCString() };
    requireState({ ifMatch, ifNoneMatch: null }, tag);
    if (ifNoneMatch !== null && matches(ifNoneMatch, tag)) return { status: 304, headers: representation, body: null };
    const { body, headers: warning } = await written(ctx, call, [{ text, shortId: stored.shortId }], request);
    return { status: 200, headers: { ...representation, ...warning }, body };
  } finally {
    presented.release?.();
  }
}

/** The versions that the caller may see. */
async function versions(ctx: Context, call: Call, { name }: Reference, caller: Caller): Promise<readonly Source[]> {
  const states = await history(ctx, name, caller, call.hold);
  const shortId = states[0]?.shortId ?? '';
  const sources: Source[] = [];
  let units = 0;
  requireRoom(
    ctx,
    states.reduce((sum, state) => sum + sizeOf(state), 0),
  );
  const memory = ctx.memory.reserve();
  try {
    for await (const texts of visibleTexts(ctx, [states], caller, memory)) {
      units += texts.reduce((sum, text) => sum + text.length, 0);
      await call.hold(units * BYTES_PER_UNIT);
      for (const text of texts) sources.push({ text, shortId });
    }
  } finally {
    memory.release();
  }
  return sources;
}

async function written(
  ctx: Context,
  call: Call,
  sources: readonly Source[],
  { form, documentLoader }: RdfRequest,
): Promise<Pick<Answer, 'body' | 'headers'>> {
  const units = sources.reduce((sum, { text }) => sum + text.length, 0);
  requireRoom(ctx, units);
  await call.hold(units * BYTES_PER_UNIT);
  const document = sources.map(documentOf);
  const [first] = document;
  const base = typeof first?.['@id'] === 'string' ? first['@id'] : null;
  try {
    const { headers, parts } = await writeRdf(document, await loadProcessor({ documentLoader, base }), form);
    return { headers, body: textStream(inSlices(parts), call.keep(units * BYTES_PER_UNIT).release) };
  } catch (error) {
    throw notOffered(error);
  }
}

/** @throws Problem `answer-too-large` (413) for more than the memory budget allows one request */
function requireRoom({ config }: Pick<Context, 'config'>, units: number): void {
  if (units * BYTES_PER_UNIT <= config.memoryBudget) return;
  throw new Problem('answer-too-large', 'The object is too long to be offered as anything but JSON.');
}

function documentOf({ text, shortId }: Source): JsonObject {
  const object = parseJson(text, 'The object');
  return isObject(object) ? toJsonLd(object, shortId) : {};
}

/** Converts errors of a stored object to problems for its reader. */
function notOffered(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  if (error.code === 'body-too-large') return new Problem('answer-too-large', error.message, {}, { cause: error });
  if (error.code !== 'unknown-context' && error.code !== 'malformed-request') return error;
  return new Problem(
    'not-acceptable',
    `The object is offered as JSON only. ${error.message}`,
    { where: 'Accept' },
    { cause: error },
  );
}
