import { inSlices } from '../../shared/base/concurrency/slices.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { loadFrameworkListing, rootsListing } from '../../shared/exchange/frameworks/listing.ts';
import { type Found, find, type LoadedFramework, loadFramework } from '../../shared/exchange/frameworks/load.ts';
import { schemesOf } from '../../shared/exchange/frameworks/load-concepts.ts';
import { resolveTail } from '../../shared/exchange/frameworks/resolve.ts';
import { jsonOffers, negotiate } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { frameworkAnswer } from '../../shared/http/exchange/framework-answer.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import { exportQuery } from './parameters.ts';
import { write, writeDocument, writeMember } from './write.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The offered values of `content-type`; the first is the default. */
const OFFERED = jsonOffers(JSON_TYPE, 'application/ld+json');

/** Clients know a competency without a framework by this sentence. */
const OUTSIDE = 'Individual competencies are not permitted to be represented in CEASN outside of a framework.';

/** GET and HEAD: a framework, collection, concept scheme or progression model, or one competency or concept, in CTDL-ASN. */
export async function getFramework(ctx: Context, call: Call): Promise<Answer> {
  const { request } = call;
  const type = negotiate(request.headers.get('accept'), OFFERED);
  const { path, query } = splitUrl(request.url);
  const { id = null, losses } = parseParameters(exportQuery, parseUrlencoded(query));
  const tail = path.replace(/^.*?\/api\/(?:ctdlasn|ceasn)\//, '');
  const caller = await call.caller();
  const reading = { ...ctx, hold: call.hold };
  const found = await find(reading, resolveTail(tail, id, ctx.config.bases), caller);
  const framework = found.kind === 'framework' ? found.framework : await frameworkOf(reading, found, call);
  if (found.kind === 'other') {
    const written = writeMember(framework, found.found.shortId);
    if (written === null) throw new Problem('not-found', OUTSIDE);
    const node = JSON.stringify({ '@context': written.context, ...written.node });
    return frameworkAnswer(call, framework, type, [node]);
  }
  const memberships =
    framework.root.kind === 'collection' ? await rootsListing(reading, framework.memberIds, caller) : undefined;
  const written = write(framework, memberships);
  if (losses !== 'true') return frameworkAnswer(call, framework, type, writeDocument(written));
  for await (const _node of inSlices(written.nodes));
  return frameworkAnswer(call, framework, JSON_TYPE, [JSON.stringify({ losses: written.losses })]);
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
  const [scheme] = schemesOf(found.object);
  const framework = scheme === undefined ? null : await loadFramework(ctx, scheme, caller);
  if (framework === null) throw new Problem('not-found', 'The concept is in no concept scheme that can be read.');
  return framework;
}
