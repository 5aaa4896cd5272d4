import { inSlices } from '../../shared/base/concurrency/slices.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { loadFrameworkListing } from '../../shared/exchange/frameworks/listing.ts';
import { find } from '../../shared/exchange/frameworks/load.ts';
import type { Loss } from '../../shared/exchange/frameworks/model.ts';
import { resolveTail } from '../../shared/exchange/frameworks/resolve.ts';
import type { Syntax } from '../../shared/exchange/rdf/syntaxes.ts';
import { negotiate, type Offers } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { frameworkAnswer, variantTag } from '../../shared/http/exchange/framework-answer.ts';
import { parseUrlencoded, splitUrl } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import { exportQuery } from './parameters.ts';
import { serialize } from './serialize.ts';
import type { Triple } from './triples.ts';
import { write } from './write.ts';

/** A syntax, and the value of `content-type`. */
type Form = { readonly syntax: Syntax; readonly contentType: string };

/** The offered formats; the first is the default. */
const OFFERED: Offers<Form> = [
  {
    type: 'application/rdf+xml',
    also: ['application/xml', 'text/xml'],
    form: { syntax: 'rdf-xml', contentType: 'application/rdf+xml; charset=utf-8' },
  },
  { type: 'text/turtle', form: { syntax: 'turtle', contentType: 'text/turtle; charset=utf-8' } },
  { type: 'application/n-triples', form: { syntax: 'n-triples', contentType: 'application/n-triples; charset=utf-8' } },
  { type: 'application/ld+json', form: { syntax: 'json-ld', contentType: 'application/ld+json' } },
  { type: 'application/json', form: { syntax: 'json-ld', contentType: 'application/json' } },
];

/** GET and HEAD: a framework or collection, or one competency of it, in ASN. */
export async function getFramework(ctx: Context, call: Call): Promise<Answer> {
  const { syntax, contentType } = negotiate(call.request.headers.get('accept'), OFFERED);
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
    return frameworkAnswer(call, framework, contentType, parts);
  }
  for await (const _part of inSlices(parts));
  const ofSyntax = { ...framework, entityTag: variantTag(framework.entityTag, contentType) };
  return frameworkAnswer(call, ofSyntax, 'application/json', [JSON.stringify({ losses })]);
}

function* ofSubject(triples: Iterable<Triple>, subject: string): Generator<Triple> {
  for (const triple of triples) if (triple.subject === subject) yield triple;
}
