import { createSlices } from '../../shared/concurrency/slices.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { loadFrameworkListing, rootsListing } from '../../shared/frameworks/listing.ts';
import { type Found, find, type LoadedFramework, loadFramework } from '../../shared/frameworks/load.ts';
import { resolveTail } from '../../shared/frameworks/resolve.ts';
import { asksFor, requireJsonAccepted } from '../../shared/http/accept.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { matchesCondition } from '../../shared/http/object-answer.ts';
import { textStream } from '../../shared/http/text-stream.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import { type JsonObject, member } from '../../shared/linked-data/json.ts';
import { idsIn } from '../../shared/linked-data/references.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import { exportQuery } from './parameters.ts';
import { write, writeMember } from './write.ts';

/** Clients know a competency without a framework by this sentence. */
const OUTSIDE = 'Individual competencies are not permitted to be represented in CEASN outside of a framework.';

/** UTF-16 units of a piece of a long answer, and the memory that a unit of the framework takes while it is sent. */
const PIECE_UNITS = 1 << 18;

/** GET and HEAD: a framework, collection, concept scheme or progression model, or one competency or concept, in CTDL-ASN. */
export async function getFramework(ctx: Context, call: Call): Promise<Answer> {
  const { request } = call;
  requireJsonAccepted(request.headers.get('accept'));
  const { path, query } = splitUrl(request.url);
  const { id = null, losses } = parseParameters(exportQuery, parseUrlencoded(query));
  const tail = path.replace(/^.*?\/api\/(?:ctdlasn|ceasn)\//, '');
  const caller = await call.caller();
  const reading = { ...ctx, hold: call.hold };
  const found = await find(reading, resolveTail(tail, id, ctx.config.bases), caller);
  const framework = found.kind === 'framework' ? found.framework : await frameworkOf(reading, found, call);
  const headers = headersOf(request, framework);
  if (matchesCondition(request, framework.entityTag)) return { status: 304, headers, body: null };
  if (found.kind === 'other') {
    const written = writeMember(framework, found.found.shortId);
    if (written === null) throw new Problem('not-found', OUTSIDE);
    return jsonAnswer({ '@context': written.context, ...written.node }, headers);
  }
  const memberships =
    framework.root.kind === 'collection' ? await rootsListing(reading, framework.memberIds, caller) : undefined;
  const written = write(framework, memberships);
  if (losses === 'true') {
    const slices = createSlices();
    for (const _node of written.nodes) if (slices.over()) await slices.next();
    return jsonAnswer({ losses: written.losses }, headers);
  }
  const pieces = piecesOf(written.context, written.nodes);
  const { value: first = '' } = await pieces.next();
  call.release();
  return { status: 200, headers, body: textStream(pieces, await ctx.memory.hold(framework.bytes), first) };
}

/** The framework or scheme that an object is in. @throws Problem `not-found` (404), `not-a-framework` (422) */
async function frameworkOf(
  ctx: Parameters<typeof find>[0],
  { nodeKind, found }: Found & { readonly kind: 'other' },
  call: Call,
): Promise<LoadedFramework> {
  const caller = await call.caller();
  if (nodeKind === null) {
    throw new Problem('not-a-framework', 'The object is not a framework, and not a part of one.');
  }
  if (nodeKind === 'competency') {
    const framework = await loadFrameworkListing(ctx, found.shortId, caller);
    if (framework === null) throw new Problem('not-found', OUTSIDE);
    return framework;
  }
  const [scheme] = ['skos:inScheme', 'ceasn:inProgressionModel'].flatMap((name) => idsIn(member(found.object, name)));
  const framework = scheme === undefined ? null : await loadFramework(ctx, scheme, caller);
  if (framework === null) throw new Problem('not-found', 'The concept is in no concept scheme that can be read.');
  return framework;
}

function headersOf(request: Request, { entityTag, lastModified }: LoadedFramework): Readonly<Record<string, string>> {
  const isLinkedData = asksFor(request, 'application/ld+json');
  return {
    'content-type': isLinkedData ? 'application/ld+json' : 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'signatureSheet, Authorization, Cookie, Accept',
    etag: entityTag,
    'last-modified': new Date(lastModified).toUTCString(),
  };
}

async function* piecesOf(context: string, nodes: Iterable<JsonObject>): AsyncGenerator<string> {
  const slices = createSlices();
  let piece = `{"@context":${JSON.stringify(context)},"@graph":[`;
  let separator = '';
  for (const node of nodes) {
    piece += separator + JSON.stringify(node);
    separator = ',';
    if (slices.over()) await slices.next();
    if (piece.length < PIECE_UNITS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}`;
}
