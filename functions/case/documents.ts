import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { find, type LoadedFramework } from '../../shared/exchange/frameworks/load.ts';
import type { FrameworkNode } from '../../shared/exchange/frameworks/model.ts';
import { nodeOf } from '../../shared/exchange/frameworks/stored.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { taggedAnswer } from '../../shared/http/tagged-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { type Caller, faultOf } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { kindOf } from '../../shared/repository/frameworks/kinds.ts';
import { createObjectReader, type ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { BY_ID, MAX_WINDOW, searchAllStates, searcher } from '../../shared/repository/objects/search.ts';
import { parseQuery } from '../../shared/repository/search/parser.ts';
import { parseIndexHint } from '../../shared/repository/search/type-key-filter.ts';
import type { HeadState } from '../../shared/repository/store/object-store.ts';
import type { CaseVersion } from './addresses.ts';
import { documentsQuery } from './parameters.ts';
import { byField, FIELDS, filterOf, selectFields } from './selection.ts';
import { targetOf } from './target.ts';
import { withPackage, writeDocument } from './write.ts';

const DEFAULT_LIMIT = 100;

/** A framework that was loaded by the name in the address. @throws Problem `not-found` (404) */
export async function frameworkAt(ctx: Context, call: Call, collection: string): Promise<LoadedFramework> {
  const found = await find(
    { ...ctx, hold: call.hold },
    targetOf(call, collection, ctx.config.bases),
    await call.caller(),
  );
  if (found.kind === 'framework') return found.framework;
  throw new Problem('not-found', 'There is no framework with this id.', { where: 'sourcedId' });
}

/** GET CFDocuments/{id}: one framework. */
export async function getDocument(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const framework = await frameworkAt(ctx, call, 'CFDocuments');
  const options = { base: ctx.config.bases[0], version, losses: [] };
  return taggedAnswer(call.request, withPackage(writeDocument(framework, options), framework, options));
}

/**
 * GET CFDocuments: the frameworks that the caller may read, apart from private drafts, page by page. Without `filter` and `sort`,
 * only the frameworks on the page are read.
 */
export async function getDocuments(ctx: Context, call: Call, version: CaseVersion): Promise<Answer> {
  const { id, limit = DEFAULT_LIMIT, offset = 0, ...query } = parseParameters(documentsQuery, queryOf(call.request));
  if (id !== undefined) return getDocument(ctx, call, version);
  const select = selectFields(query.fields, FIELDS.documents);
  const isWanted = filterOf(query.filter, FIELDS.documents);
  const sort = FIELDS.documents.has(query.sort ?? '') ? query.sort : undefined;
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault; // a shorter list would look complete
  const reading = { ...ctx, hold: call.hold };
  const found = await frameworks(reading, caller);
  const isWhole = query.filter === undefined && sort === undefined;
  const records: JsonObject[] = [];
  for await (const root of roots(reading, isWhole ? found.slice(offset, offset + limit) : found, caller)) {
    const options = { base: ctx.config.bases[0], version, losses: [] };
    const record = withPackage(writeDocument({ root }, options), { root }, options);
    if (isWanted(record)) records.push(record);
  }
  records.sort(byField(sort, query.orderBy === 'desc'));
  const page = (isWhole ? records : records.slice(offset, offset + limit)).map(select);
  const total = isWhole ? found.length : records.length;
  const headers = { 'x-total-count': String(total), ...linkHeader(call.request, { limit, offset, total }) };
  return taggedAnswer(call.request, { CFDocuments: page }, headers);
}

/** Frameworks apart from collections and private drafts. */
const LISTED = [
  'NOT subType:Collection',
  ...['case\\:adoptionStatus', 'adoptionStatus'].map((name) => `NOT ${name}:"Private Draft"`),
];

/** All frameworks that the caller may read, by id, without their texts. */
async function frameworks(ctx: ReadContext, caller: Caller): Promise<readonly HeadState[]> {
  const search = {
    query: parseQuery(['*', ...LISTED].join(' AND '), { regex: false }),
    types: parseIndexHint('*.framework'),
    caller: searcher(caller),
    page: MAX_WINDOW,
    sort: BY_ID,
  };
  const found: HeadState[] = [];
  for await (const page of searchAllStates(ctx, search)) for (const hit of page) found.push(hit);
  return found;
}

/** The roots of these frameworks, except deleted ones. */
async function* roots(ctx: ReadContext, found: readonly HeadState[], caller: Caller): AsyncGenerator<FrameworkNode> {
  const reader = createObjectReader(ctx, caller);
  for await (const { object, shortId, modified } of reader.readVersions(found)) {
    if (kindOf(object) === 'framework') yield nodeOf(object, shortId, 'framework', modified);
  }
}

/** Addresses of other pages (CASE 1.0, 3.3; RFC 8288). They are relative, so that they work behind any proxy. */
function linkHeader(
  request: Request,
  { limit, offset, total }: Readonly<Record<'limit' | 'offset' | 'total', number>>,
): Readonly<Record<string, string>> {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const pages = [
    ['first', 0],
    ...(offset > 0 ? [['prev', Math.max(0, offset - limit)] as const] : []),
    ...(offset + limit < total ? [['next', offset + limit] as const] : []),
    ['last', last],
  ] as const;
  const links = pages.map(([relation, at]) => {
    const query = new URLSearchParams(queryOf(request));
    query.set('limit', String(limit));
    query.set('offset', String(at));
    return `<?${query}>; rel="${relation}"`;
  });
  return { link: links.join(', ') };
}
