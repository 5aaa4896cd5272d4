import { Problem } from '../../shared/base/errors/problem.ts';
import { rootsListing } from '../../shared/exchange/frameworks/listing.ts';
import { resolveTail } from '../../shared/exchange/frameworks/resolve.ts';
import { requireJsonAccepted } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { taggedTextAnswer } from '../../shared/http/tagged-answer.ts';
import { splitUrl } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import { readableKind } from '../../shared/repository/frameworks/kinds.ts';
import { createObjectReader } from '../../shared/repository/frameworks/object-reader.ts';
import { notFound } from '../../shared/repository/objects/read.ts';
import type { Group } from '../group.ts';
import { definitionOf } from './definition.ts';
import { scdEndpoints } from './endpoints.ts';

/** Frameworks, competencies and relations as SCD under `/api/scd/`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serve(scdEndpoints, { competencyDefinition: getDefinition, competencyDefinitionByType: getDefinition });
  },
};

/** GET: one object as SCD. @throws Problem `malformed-path` (400), `not-found` (404), `not-acceptable` (406) */
async function getDefinition(ctx: Context, call: Call): Promise<Answer> {
  requireJsonAccepted(call.request.headers.get('accept'));
  const { path } = splitUrl(call.request.url);
  const { names } = resolveTail(path.slice(path.indexOf('/scd/') + '/scd/'.length), null, ctx.config.bases);
  const caller = await call.caller();
  const reading = { ...ctx, hold: call.hold };
  const found = await createObjectReader(reading, caller).readMany(names);
  const [object] = names.flatMap((name) => found.get(name) ?? []);
  if (object === undefined) throw notFound(caller);
  const kind = readableKind(object.object);
  if (kind === null) throw new Problem('not-found', 'The object is not a framework, a competency or a relation.');
  const roots =
    kind === 'framework' ? [] : ((await rootsListing(reading, [object.shortId], caller)).get(object.shortId) ?? []);
  const frameworks = roots.map(({ id }) => id);
  return taggedTextAnswer(
    call.request,
    JSON.stringify(definitionOf(kind, object.object, frameworks, ctx.config.bases), null, 2),
  );
}
