import { inSlices } from '../../shared/concurrency/slices.ts';
import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { frameworkAnswer } from '../../shared/frameworks/framework-answer.ts';
import { loadFrameworkListing } from '../../shared/frameworks/listing.ts';
import { find } from '../../shared/frameworks/load.ts';
import type { Loss } from '../../shared/frameworks/model.ts';
import { resolveTail } from '../../shared/frameworks/resolve.ts';
import { asksFor } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import type { Syntax } from '../../shared/rdf/syntaxes.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import { exportQuery } from './parameters.ts';
import { serialize } from './serialize.ts';
import type { Triple } from './triples.ts';
import { write } from './write.ts';

/** What is offered, by media type; the first is the default. */
const OFFERED: readonly (readonly [mediaType: string, syntax: Syntax])[] = [
  ['application/rdf+xml', 'rdf-xml'],
  ['text/turtle', 'turtle'],
  ['application/n-triples', 'n-triples'],
  ['application/ld+json', 'json-ld'],
  ['application/json', 'json-ld'],
];

/** GET and HEAD: a framework or collection, or one competency of it, in ASN. */
export async function getFramework(ctx: Context, call: Call): Promise<Answer> {
  const [mediaType, syntax] = offerFor(call.request);
  const { path, query } = splitUrl(call.request.url);
  const { id = null, losses: wanted } = parseParameters(exportQuery, parseUrlencoded(query));
  const tail = path.replace(/^.*?\/api\/asn\//, '');
  const caller = await call.caller();
  const reading = { ...ctx, hold: call.hold };
  const found = await find(reading, resolveTail(tail, id, ctx.config.bases), caller);
  const part = found.kind === 'framework' ? null : found.found.shortId;
  const framework =
    found.kind === 'framework' ? found.framework : await loadFrameworkListing(reading, found.found.shortId, caller);
  if (framework === null || !['framework', 'collection'].includes(framework.root.kind)) {
    throw new Problem('not-a-framework', 'ASN has frameworks, collections and their competencies only.');
  }
  const losses: Loss[] = [];
  const triples = write(framework, losses);
  const parts = serialize(part === null ? triples : ofSubject(triples, part), syntax, losses);
  if (wanted !== 'true') {
    return frameworkAnswer(
      call,
      framework,
      /^application\/(?:ld\+)?json$/.test(mediaType) ? mediaType : `${mediaType}; charset=utf-8`,
      parts,
    );
  }
  for await (const _part of inSlices(parts));
  return frameworkAnswer(call, framework, 'application/json', [JSON.stringify({ losses })]);
}

/** @throws Problem `not-acceptable` (406) */
function offerFor(request: Request): readonly [string, Syntax] {
  const named = OFFERED.find(([mediaType]) => asksFor(request, mediaType));
  if (named !== undefined) return named;
  const accept = request.headers.get('accept') ?? '*/*';
  const [first] = OFFERED;
  if (first !== undefined && /\*\/\*|application\/\*|(?:text|application)\/xml/.test(accept)) return first;
  throw new Problem(
    'not-acceptable',
    `Frameworks are offered as ${OFFERED.map(([mediaType]) => mediaType).join(', ')}.`,
    {
      where: 'Accept',
    },
  );
}

function* ofSubject(triples: Iterable<Triple>, subject: string): Generator<Triple> {
  for (const triple of triples) if (triple.subject === subject) yield triple;
}
