import { Problem } from '../../base/errors/problem.ts';
import type { ImportReport } from '../../exchange/frameworks/import.ts';
import type { Context } from '../../repository/context.ts';
import { asksFor } from '../accept.ts';
import { type Answer, jsonAnswer, jsonTextAnswer, textAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import type { Endpoint } from '../endpoint.ts';

/** How long the report of an import is stored. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** UTF-16 units of the failures, and of the losses, in a kept report: it fits into one entry of every store. The answer itself has all. */
const MAX_KEPT_UNITS = 30_000;

/** The key under which a report is stored. */
function keyOf(id: string): string {
  return `import-report/${id}`;
}

/**
 * The answer to an import. With `Accept: application/json` the report; else the id of what was imported, as text, which is what
 * today's clients expect, and a `Link` (RFC 8288) to the report.
 *
 * @param reports where reports are: its path ends with `{report}`
 */
export async function importAnswer(
  ctx: Pick<Context, 'keyValues' | 'now' | 'config'>,
  { request }: Call,
  report: ImportReport,
  reports: Endpoint,
): Promise<Answer> {
  if (asksFor(request, 'application/json', 'text/plain')) return jsonAnswer(report, { 'cache-control': 'no-store' });
  const id = crypto.randomUUID();
  await ctx.keyValues.set(keyOf(id), JSON.stringify(shortened(report)), { expires: ctx.now() + KEPT_MS });
  const { headers, ...answer } = textAnswer(report.id ?? '');
  const link = `<${ctx.config.basePath}${reports.path.replace('{report}', id)}>; rel="describedby"; type="application/json"`;
  return { ...answer, headers: { ...headers, 'cache-control': 'no-store', link } };
}

function shortened({ outlines: _, ...report }: ImportReport): object {
  const failed = leading(report.failed);
  const losses = leading(report.losses);
  return {
    ...report,
    failed,
    losses,
    moreFailed: report.failed.length - failed.length,
    moreLosses: report.losses.length - losses.length,
  };
}

function leading<T>(entries: readonly T[]): readonly T[] {
  let room = MAX_KEPT_UNITS;
  const end = entries.findIndex((entry) => {
    room -= JSON.stringify(entry).length;
    return room < 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

/** The report of an earlier import. @throws Problem `not-found` (404) */
export async function reportAnswer({ keyValues }: Pick<Context, 'keyValues'>, call: Call): Promise<Answer> {
  const entry = await keyValues.get(keyOf(call.parameters.report ?? ''));
  if (entry === null) throw new Problem('not-found', 'There is no such report, or it has expired.');
  return jsonTextAnswer(entry.value, { 'cache-control': 'no-store' });
}
