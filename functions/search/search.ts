import type { Context } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Serve } from '../../shared/http/app.ts';
import { callerOf } from '../../shared/http/caller.ts';
import { fitsHeader, MAX_HEADER_BYTES } from '../../shared/http/header-size.ts';
import { arrayAnswer } from '../../shared/http/object-answer.ts';
import { parseParameters, parseWith } from '../../shared/http/parameters.ts';
import { type Payload, readPayload } from '../../shared/http/payload.ts';
import { queryOf } from '../../shared/http/url.ts';
import { warningHeader } from '../../shared/http/warning.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/linked-data/json.ts';
import { search } from '../../shared/objects/search.ts';
import { searchParameters } from './parameters.ts';

/** Answers searches at these addresses. */
export function serveSearch(serve: Serve, ctx: Context, paths: readonly string[]): void {
  for (const path of paths) {
    serve(path, { GET: (request) => getSearch(ctx, request), POST: (request) => postSearch(ctx, request) });
  }
}

/** GET search: parameters in the query string. */
function getSearch(ctx: Context, request: Request): Promise<Answer> {
  return found(ctx, request, {});
}

/** POST search: later sources win: query string, `searchParams`, form part `data` (the query). */
async function postSearch(ctx: Context, request: Request): Promise<Answer> {
  const payload = await readPayload(request, ctx.config.postMaxSize);
  const body = payload.binding === 'json' ? payload.data() : undefined;
  if (body !== undefined && !isObject(body)) {
    throw new Problem('malformed-request', 'The request body is not an object, such as {"searchParams": {"q": "*"}}.');
  }
  const given = parseSearchParams(payload.part('searchParams'));
  if (payload.dataText !== undefined) given.q = payload.dataText;
  return found(ctx, request, given, payload);
}

async function found(ctx: Context, request: Request, given: JsonObject, payload?: Payload): Promise<Answer> {
  const query = queryOf(request);
  // Also what the body replaces has to be valid.
  if (payload !== undefined && query.size > 0) parseParameters(searchParameters, query);
  const parameters = parseWith(searchParameters, { ...Object.fromEntries(query), ...given });
  const caller = await callerOf(ctx, request, payload);
  const { hits, next } = await search(
    ctx,
    {
      q: parameters.q,
      start: parameters.start,
      size: parameters.size,
      sort: parameters.sort ?? null,
      indexHint: parameters.index_hint ?? null,
      cursor: parameters.cursor ?? null,
    },
    caller,
  );
  const texts =
    parameters.ids === undefined ? hits.map((hit) => hit.text) : hits.map((hit) => JSON.stringify(hit.stored.id));
  return arrayAnswer(texts, next === null ? {} : nextPage(query, next));
}

/**
 * The header that leads to the next page: the same request again with a cursor; relative, so that it is right behind any
 * proxy (RFC 8288). One that would be too long is left out, and the answer says so: it is not the last page.
 */
function nextPage(given: URLSearchParams, cursor: string): Readonly<Record<string, string>> {
  const query = new URLSearchParams(given);
  query.delete('start');
  query.set('cursor', cursor);
  const link = `<?${query}>; rel="next"`;
  return fitsHeader(link) ? { link } : warningHeader([LINK_LEFT_OUT]);
}

const LINK_LEFT_OUT = `There are more results. The link to them would have more than ${MAX_HEADER_BYTES} bytes: send the query in the body of a POST.`;

/** Sort is engine JSON: clients send it as text, and as an array in a JSON body. */
function parseSearchParams(text: string | undefined): JsonObject {
  if (text === undefined || text === '') return {};
  const given = parseJson(text, 'searchParams');
  if (given === null) return {};
  if (!isObject(given))
    throw new Problem('invalid-parameter', 'searchParams is not an object.', { where: 'searchParams' });
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (values.sort !== undefined && typeof values.sort !== 'string') values.sort = JSON.stringify(values.sort);
  if (values.ids !== undefined) values.ids = String(values.ids);
  return values;
}
