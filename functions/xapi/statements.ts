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
import { queryOf } from '../../shared/http/urlencoded.ts';
import { isObject, type Json, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import { statementIdQuery, statementQuery } from './parameters.ts';
import { requireSender } from './senders.ts';

/** Of one request. */
const MAX_STATEMENTS = 1000;
/** New people per request: generating a key pair for each is slow. */
const MAX_NEW_PEOPLE = 50;
const MAX_BYTES = 16 << 20;
const MAX_VALUES = 300_000;

/**
 * POST statement, statements: ingests one or more statements, and returns the result of each; with `method`, in the alternate syntax,
 * whose headers and parameters are in the form too (xAPI 1.0.3, Communication, 1.3).
 *
 * @throws Problem `invalid-parameter` (400), and `malformed-request` (400) or `identifier-taken` (409) for a lone statement that is
 *   rejected
 */
export async function postStatements(ctx: XapiContext, call: Call): Promise<Answer> {
  const { method } = parseParameters(statementQuery, queryOf(call.request));
  const given = await readStatements(ctx, call, method !== undefined);
  if (method === 'PUT') return put(ctx, call, given, given.part('statementId'));
  const results = await record(ctx, call, given);
  return jsonAnswer(
    results.map(({ problem, ...result }) => ({
      ...result,
      ...(problem?.extras.where !== undefined && { where: problem.extras.where }),
    })),
    { 'cache-control': 'no-store' },
  );
}

/**
 * PUT statements: ingests one statement, under the id of the query (xAPI 1.0.3, Communication, 2.1.1).
 *
 * @throws Problem as {@link postStatements} does
 */
export async function putStatement(ctx: XapiContext, call: Call): Promise<Answer> {
  return put(ctx, call, await readStatements(ctx, call, false));
}

async function put(ctx: XapiContext, call: Call, given: Given, idInForm?: string): Promise<Answer> {
  const query = queryOf(call.request);
  const statementId = idInForm ?? query.get('statementId') ?? undefined;
  const { statementId: id } = parseWith(statementIdQuery, { statementId });
  const [value, ...others] = given.values;
  if (value === undefined || others.length > 0) throw new Problem('malformed-request', 'PUT takes one statement.');
  const own = isObject(value) ? (member(value, 'id') ?? id) : id;
  if (typeof own === 'string' && own.toLowerCase() !== id.toLowerCase()) {
    throw new Problem('malformed-request', 'The statement has another id than statementId.', { where: '/id' });
  }
  await record(ctx, call, { ...given, values: [isObject(value) ? { ...value, id: own } : value] });
  return { status: 204, headers: { 'cache-control': 'no-store' }, body: null };
}

async function record(
  ctx: XapiContext,
  call: Call,
  { values, authorization }: Given,
): Promise<readonly StatementResult[]> {
  const { badge = String(ctx.config.xapi.publishesBadges) } = parseParameters(statementQuery, queryOf(call.request));
  const { isKnown, speaksFor } = await requireSender(ctx, call, authorization);
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
  /** What a form has in place of the header; null when there is none. */
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
 * @param limit bytes of the statements, or of one part of a form
 * @param bodyLimit bytes of the whole body
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
    throw new Problem('malformed-multipart', 'The first part is not application/json: it has to be the statements.');
  }
  if (first.content.length > limit) {
    throw new Problem('body-too-large', `The statements are longer than ${limit} bytes: send them in parts.`);
  }
  return { json: decodeUtf8(first.content, 'The first part') };
}
