import { Problem } from '../../shared/base/errors/problem.ts';
import { parseParameters, parseWith } from '../../shared/base/schema/parameters.ts';
import type { XapiContext } from '../../shared/exchange/xapi/context.ts';
import { ingest, type StatementResult } from '../../shared/exchange/xapi/ingest.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import { decodeUtf8, readBody } from '../../shared/http/body.ts';
import type { Call } from '../../shared/http/call.ts';
import { type Form, readForm } from '../../shared/http/form.ts';
import { boundaryOf, firstPart } from '../../shared/http/multipart.ts';
import { readJsonOrForm } from '../../shared/http/payload.ts';
import type { MatchedRoute } from '../../shared/http/serve.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { isObject, type Json, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { statementIdQuery, statementQuery } from './parameters.ts';
import { requireSender, type StatementSender } from './senders.ts';

/** Maximum number of statements in one request. */
const MAX_STATEMENTS = 1000;
/** Maximum number of new people per request: generating a key pair for each is slow. */
const MAX_NEW_PEOPLE = 50;
const MAX_BYTES = 16 << 20;
const MAX_VALUES = 300_000;

/** The statements of a sender that has been admitted. */
type StatementRequest = {
  readonly values: readonly Json[];
  readonly sender: StatementSender;
  readonly badge: string;
  /** Whether it is a single statement, whose response has no content. */
  readonly isPut: boolean;
};

/**
 * Reads the statements of a POST, or the statement of a PUT, and admits their sender; with `method`, in the alternate syntax, whose
 * headers and parameters are in the form too (xAPI 1.0.3, Communication, 1.3).
 *
 * @throws Problem `invalid-parameter`, `malformed-request` (400), and the Problems of {@link requireSender}
 */
export async function readRequest(ctx: XapiContext, call: Call, route: MatchedRoute): Promise<StatementRequest> {
  const query = queryOf(call.request);
  const method = route.method === 'PUT' ? undefined : parseParameters(statementQuery, query).method;
  const given = await readStatements(ctx, call, method !== undefined);
  const isPut = route.method === 'PUT' || method === 'PUT';
  const values = isPut ? [identified(query, given, method)] : given.values;
  const { badge = String(ctx.config.xapi.publishesBadges) } = parseParameters(statementQuery, query);
  return { values, badge, isPut, sender: await requireSender(ctx, call, given.authorization) };
}

/** The one statement of a PUT, under the id of the query (xAPI 1.0.3, Communication, 2.1.1). */
function identified(query: URLSearchParams, { values, part }: Given, method: string | undefined): Json {
  const idInForm = method === undefined ? undefined : part('statementId');
  const statementId = idInForm ?? query.get('statementId') ?? undefined;
  const { statementId: id } = parseWith(statementIdQuery, { statementId });
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) throw new Problem('malformed-request', 'PUT takes one statement.');
  const own = isObject(value) ? (member(value, 'id') ?? id) : id;
  if (typeof own === 'string' && own.toLowerCase() !== id.toLowerCase()) {
    throw new Problem('malformed-request', 'The statement has another id than statementId.', { where: '/id' });
  }
  return isObject(value) ? { ...value, id: own } : value;
}

/**
 * POST statement, statements, and PUT statements: ingests statements, and returns the result of each.
 *
 * @throws Problem `malformed-request` (400) or `identifier-taken` (409) for a single statement that is rejected
 */
export async function postStatements(ctx: XapiContext, _call: Call, request: StatementRequest): Promise<Answer> {
  const results = await record(ctx, request);
  if (request.isPut) return { status: 204, headers: { 'cache-control': 'no-store' }, body: null };
  return jsonAnswer(
    results.map(({ problem, ...result }) => ({
      ...result,
      ...(problem?.extras.where !== undefined && { where: problem.extras.where }),
    })),
    { 'cache-control': 'no-store' },
  );
}

async function record(
  ctx: XapiContext,
  { values, badge, sender: { isKnown, speaksFor } }: StatementRequest,
): Promise<readonly StatementResult[]> {
  if (values.length > MAX_STATEMENTS) {
    throw new Problem('body-too-large', `The request has more than ${MAX_STATEMENTS} statements: send them in parts.`);
  }
  const results = await ingest(ctx, values, {
    countsAuthority: isKnown,
    maxNewPeople: MAX_NEW_PEOPLE,
    speaksFor: badge === 'true' ? speaksFor : null,
  });
  const [only, ...others] = results;
  if (only?.problem !== undefined && others.length === 0) throw only.problem;
  return results;
}

/** The contents of a request. */
type Given = {
  readonly values: readonly Json[];
  /** The text of a form part; undefined when there is none. */
  readonly part: (name: string) => string | undefined;
  /** The credentials in a form, instead of the header; null without. */
  readonly authorization: string | null;
};

/**
 * The statements of a body: a JSON value, the first part of `multipart/mixed`, or the parts of a form, whatever their names. Arrays
 * may be nested.
 */
function readStatements(ctx: XapiContext, call: Call, isAlternate: boolean): Promise<Given> {
  const { postMaxSize } = ctx.config;
  const limit = Math.min(postMaxSize, MAX_BYTES);
  return call.body(async () => {
    const body = isMixed(call.request) ? await readMixed(call, limit, postMaxSize) : await readJsonOrForm(call, limit);
    const texts = 'form' in body ? textsIn(body.form, isAlternate) : [body.json];
    const values = texts.flatMap((text) =>
      text === null || text.trim() === '' ? [] : flat(parseJson(text, 'The statements', MAX_VALUES)),
    );
    const part = (name: string) => ('form' in body ? body.form.get(name) : undefined);
    return { values, part, authorization: (isAlternate && part('Authorization')) || null };
  });
}

function textsIn({ parts }: Form, isAlternate: boolean): readonly string[] {
  const wanted = parts.filter(([name]) => (isAlternate ? name === 'content' : name !== 'signatureSheet'));
  return wanted.map(([, text]) => text);
}

function flat(value: Json): readonly Json[] {
  return Array.isArray(value) ? value.flatMap(flat) : [value];
}

/** Whether a request has statements and their attachments in parts (xAPI 1.0.3, Communication, 1.5.2). */
function isMixed({ headers }: Request): boolean {
  return /^multipart\/mixed\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}

/**
 * The statements of `multipart/mixed`, with attachments or without: the first part. The others are attachments, which are
 * ignored. A body whose first part has a name is a form, as other operations take it.
 *
 * @param limit maximum size of the statements, or of one part of a form, in bytes
 * @param bodyLimit maximum size of the whole body, in bytes
 * @throws Problem `body-too-large` (413), `malformed-multipart`, `malformed-request` (400)
 */
async function readMixed(
  call: Call,
  limit: number,
  bodyLimit: number,
): Promise<{ readonly json: string } | { readonly form: Form }> {
  const type = call.request.headers.get('content-type') ?? '';
  const bytes = await readBody(call, bodyLimit);
  const first = firstPart(bytes, boundaryOf(type));
  if (first === null) {
    throw new Problem('malformed-multipart', 'The request is cut off or does not follow its boundary.');
  }
  const header = decodeUtf8(first.header, 'The header of the first part').replaceAll(/\r\n[ \t]/g, ' ');
  if (/^content-disposition\s*:.*;\s*name\s*=/im.test(header)) return { form: await readForm(bytes, type, limit) };
  const [, mediaType = 'application/json'] = /^content-type\s*:\s*([^\s;]+)/im.exec(header) ?? [];
  if (!/^application\/(?:[a-z0-9.-]+\+)?json$/i.test(mediaType)) {
    throw new Problem('malformed-multipart', 'The first part is not application/json: it must contain the statements.');
  }
  if (first.content.length > limit) {
    throw new Problem('body-too-large', `The statements are longer than ${limit} bytes: send them in parts.`);
  }
  return { json: decodeUtf8(first.content, 'The first part') };
}
