import { Problem } from '../../shared/errors/problem.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { readJsonOrForm } from '../../shared/http/payload.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { type Json, parseJson } from '../../shared/linked-data/json.ts';
import { parseParameters } from '../../shared/schema/parameters.ts';
import type { XapiContext } from '../../shared/xapi/context.ts';
import { ingest } from '../../shared/xapi/ingest.ts';
import { statementQuery } from './parameters.ts';
import { requireSender } from './senders.ts';

/** Of one request. */
const MAX_STATEMENTS = 1000;
/** A key is generated for each, which takes time. */
const MAX_NEW_PEOPLE = 50;
const MAX_BYTES = 16 << 20;
const MAX_VALUES = 300_000;

/**
 * POST statement, statements: ingests one or more statements, and returns the result of each.
 *
 * @throws Problem `invalid-parameter` (400), and `malformed-request` (400) or `identifier-taken` (409) for a lone statement that is
 *   rejected
 */
export async function postStatements(ctx: XapiContext, call: Call): Promise<Answer> {
  const { badge = String(ctx.config.xapi.publishesBadges) } = parseParameters(statementQuery, queryOf(call.request));
  const { values } = await call.body(() => readStatements(call, Math.min(ctx.config.postMaxSize, MAX_BYTES)));
  const { isKnown, speaksFor } = await requireSender(ctx, call);
  if (values.length > MAX_STATEMENTS) {
    throw new Problem('body-too-large', `The request has more than ${MAX_STATEMENTS} statements: send them in parts.`);
  }
  const results = await ingest(ctx, values, {
    ...{ countsAuthority: isKnown, maxNewPeople: MAX_NEW_PEOPLE },
    speaksFor: badge === 'true' ? speaksFor : null,
  });
  const [only, ...others] = results;
  if (only?.problem !== undefined && others.length === 0) throw only.problem;
  return jsonAnswer(
    results.map(({ problem, ...result }) => ({
      ...result,
      ...(problem?.extras.where !== undefined && { where: problem.extras.where }),
    })),
    { 'cache-control': 'no-store' },
  );
}

/** The statements of a body: a JSON value, or the parts of a form, whatever their names. Arrays may be nested. */
async function readStatements(call: Call, limit: number) {
  const body = await readJsonOrForm(call, limit);
  const texts =
    'form' in body ? body.form.parts.flatMap(([name, text]) => (name === 'signatureSheet' ? [] : [text])) : [body.json];
  const values = texts.flatMap((text) =>
    text === null || text.trim() === '' ? [] : flat(parseJson(text, 'The statements', MAX_VALUES)),
  );
  return { values, part: (name: string) => ('form' in body ? body.form.get(name) : undefined) };
}

function flat(value: Json): readonly Json[] {
  return Array.isArray(value) ? value.flatMap(flat) : [value];
}
