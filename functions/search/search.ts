import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith, queryValues } from '../../shared/base/schema/parameters.ts';
import { type Answer, fitsHeader, MAX_HEADER_BYTES, warningHeader } from '../../shared/http/answer.ts';
import { arrayAnswer, objectsAnswer, onePage } from '../../shared/http/array-answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { MAX_PARAMETER_VALUES, type Payload, readPayload } from '../../shared/http/payload.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/repository/linked-data/json.ts';
import type { MeaningResult, SearchMode } from '../../shared/repository/meaning/search-by-meaning.ts';
import { type SearchParameters, type SearchResult, search } from '../../shared/repository/objects/search.ts';
import { STATE_BYTES } from '../../shared/repository/store/object-store.ts';
import type { SearchMeaning } from './meaning.ts';
import { searchParameters } from './parameters.ts';

/** GET search: parameters in the query string. */
export function getSearch(ctx: Context, call: Call, meaning: SearchMeaning): Promise<Answer> {
  return found(ctx, call, meaning, {});
}

/** POST search: later sources take precedence: query string, `searchParams`, form part `data` (the query). */
export async function postSearch(ctx: Context, call: Call, meaning: SearchMeaning): Promise<Answer> {
  const payload = await readPayload(ctx, call);
  requireSearch(payload);
  const given = parseSearchParams(payload.part('searchParams'));
  call.release();
  if (payload.dataText !== undefined) given.q = payload.dataText;
  return found(ctx, call, meaning, given, payload);
}

/** Refuses bodies that are not a search. @throws Problem `malformed-request` (400) that tells how to save an object */
function requireSearch(payload: Payload): void {
  const body = payload.binding === 'json' ? payload.data() : objectIn(payload.dataText ?? '');
  if (body === undefined) return;
  if (!isObject(body)) {
    throw new Problem('malformed-request', 'The request body is not an object, such as {"searchParams": {"q": "*"}}.');
  }
  if (payload.part('searchParams') !== undefined && payload.binding === 'json') return;
  if (Object.keys(body).length === 0) return;
  throw new Problem(
    'malformed-request',
    'This is not a search, such as {"searchParams": {"q": "*"}}. To save an object, send it to /api/data/<type>/<uid>.',
  );
}

/** The object in a JSON text; undefined for every other text: queries may begin with a brace too. */
function objectIn(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value = parseJson(text, 'The query');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function found(
  ctx: Context,
  call: Call,
  meaning: SearchMeaning,
  given: JsonObject,
  payload?: Payload,
): Promise<Answer> {
  const query = queryOf(call.request);
  const inQuery = queryValues(query, Object.keys(searchParameters.shape));
  // Parameters that the body overrides must be valid too.
  if (payload !== undefined && query.size > 0) parseWith(searchParameters, inQuery);
  const parameters = parseWith(searchParameters, { ...inQuery, ...given });
  const caller = await call.caller();
  const wanted: SearchParameters = {
    q: parameters.q,
    filter: parameters.filter ?? null,
    start: parameters.start,
    size: parameters.size,
    sort: parameters.sort ?? null,
    indexHint: parameters.index_hint ?? null,
    cursor: parameters.cursor ?? null,
    countTo: parameters.count,
  };
  await call.hold(wanted.size * STATE_BYTES);
  const { mode, similarTo = null } = parameters;
  const result =
    similarTo === null && (mode === undefined || mode === 'words')
      ? { ...(await search(ctx, wanted, caller)), mode }
      : await meaning(call, { ...wanted, similarTo, mode: mode === 'both' ? mode : 'meaning' }, caller);
  const { hits } = result;
  const headers = headersOf(query, result);
  if (parameters.ids === undefined) {
    const isChanged = parameters.lengths !== undefined || parameters.times !== undefined;
    const render = isChanged ? (await import('./render.ts')).renderOf(parameters) : undefined;
    const memory = call.keep(hits.length * STATE_BYTES);
    return objectsAnswer(ctx, onePage(hits), caller, memory, { headers, ...(render !== undefined && { render }) });
  }
  return arrayAnswer(
    hits.map(({ id }) => JSON.stringify(id)),
    headers,
  );
}

type Found = SearchResult & { readonly mode: SearchMode | undefined } & Pick<MeaningResult, 'isCut'>;

function headersOf(query: URLSearchParams, { next, total, mode, isCut }: Found): Readonly<Record<string, string>> {
  return {
    ...(next !== null && nextPage(query, next)),
    ...(isCut === true && warningHeader([MORE_MAY_MATCH])),
    ...(total !== undefined && { 'x-total-count': String(total) }),
    ...(mode !== undefined && { 'x-search-mode': mode }),
  };
}

/**
 * The header that leads to the next page: the same request again with a cursor; relative, so that it works behind any
 * proxy (RFC 8288). A link that would be too long is left out, and a warning tells that there are more pages.
 */
function nextPage(given: URLSearchParams, cursor: string): Readonly<Record<string, string>> {
  const query = new URLSearchParams(given);
  query.delete('start');
  query.set('cursor', cursor);
  const link = `<?${query}>; rel="next"`;
  return fitsHeader(link) ? { link } : warningHeader([LINK_LEFT_OUT]);
}

const MORE_MAY_MATCH = 'These results are the first of each rank, and end here: there may be more objects that match.';

const LINK_LEFT_OUT = `There are more results. The link to them would have more than ${MAX_HEADER_BYTES} bytes: send the query in the body of a POST.`;

/** Sort is engine JSON: clients send it as text, and as an array in a JSON body. */
function parseSearchParams(text: string | undefined): JsonObject {
  if (text === undefined || text === '') return {};
  const given = parseJson(text, 'searchParams', MAX_PARAMETER_VALUES);
  if (given === null) return {};
  if (!isObject(given))
    throw new Problem('invalid-parameter', 'searchParams is not an object.', { where: 'searchParams' });
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (values.sort !== undefined && typeof values.sort !== 'string') values.sort = JSON.stringify(values.sort);
  for (const name of ['ids', 'times']) if (values[name] !== undefined) values[name] = String(values[name]);
  return values;
}
