import { Problem } from '../../shared/base/errors/problem.ts';
import { errorText } from '../../shared/base/telemetry/logger.ts';
import { CompressionFault, type Gunzip } from '../../shared/exchange/transfer/gunzip.ts';
import { importLines } from '../../shared/exchange/transfer/import-lines.ts';
import { createTally, type TransferReport } from '../../shared/exchange/transfer/report.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { asksForProgress, createProgressLines, NDJSON } from '../../shared/http/progress-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import type { AdminContext } from './context.ts';
import type { Admin } from './require-admin.ts';

/** The result of an import. */
type Result = TransferReport & { readonly tookMs: number };

/**
 * POST util/import: imports the lines of an export, or JSON-LD objects, one per line. The body is read no faster than its lines are
 * stored; progress is streamed in between, on request.
 */
export async function postImport(ctx: AdminContext, call: Call, { by }: Admin, gunzip: Gunzip): Promise<Answer> {
  const { request, id: requestId } = call;
  refuseDryRun(request);
  const lines = bodyOf(request, gunzip);
  const progress = asksForProgress(request) ? createProgressLines(call, createTally().report()) : null;
  const result = carryOut(ctx, lines, { by, requestId }, progress?.report);
  return progress === null ? jsonAnswer(await result, { 'cache-control': 'no-store' }) : progress.answer(result);
}

/** Unlike other operations, an import has no dry run: `dryRun` is refused. */
function refuseDryRun(request: Request): void {
  const asked = queryOf(request).getAll('dryRun');
  if (!asked.some((value) => value !== 'false')) return;
  const detail = 'dryRun: an import has no dry run: it always writes.';
  throw new Problem('invalid-parameter', detail, { where: 'dryRun' });
}

async function carryOut(
  ctx: AdminContext,
  lines: AsyncIterable<Uint8Array>,
  facts: { readonly by: string; readonly requestId: string },
  onProgress?: (report: TransferReport) => void,
): Promise<Result> {
  const { by } = facts;
  const began = ctx.now();
  ctx.logger.warn('AUTH', 'An admin imports objects and identities', { by });
  const recording = await ctx.operations.records.begin({ name: 'import', dryRun: false, ...facts });
  try {
    const report = await importLines(ctx, lines, (soFar) => {
      recording.report(soFar);
      onProgress?.(soFar);
    });
    const tookMs = Math.max(0, ctx.now() - began);
    const { read, restored, present, failedCount } = report;
    ctx.logger.warn('AUTH', 'An admin has imported objects and identities', {
      by,
      read,
      restored,
      present,
      failedCount,
      tookMs,
    });
    await recording.done({ ...report, tookMs });
    return { ...report, tookMs };
  } catch (error) {
    ctx.logger.error('AUTH', 'An import has failed', { by, error: errorText(error) });
    await recording.failed(error);
    throw error;
  }
}

/** @throws Problem `unsupported-media-type` (415) */
function bodyOf(request: Request, gunzip: Gunzip): AsyncIterable<Uint8Array> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-ndjson\s*(?:;|$)/i.test(type)) {
    throw new Problem('unsupported-media-type', `Send ${NDJSON}: a JSON object per line.`, { where: 'Content-Type' });
  }
  const encoding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new Problem('unsupported-media-type', 'Send the lines uncompressed, or compressed with gzip.', {
      where: 'Content-Encoding',
    });
  }
  return chunksOf(request.body, encoding === 'gzip' ? gunzip : (bytes) => bytes);
}

async function* chunksOf(body: Request['body'], decompress: Gunzip): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    yield* decompress(body);
  } catch (error) {
    const fault = error instanceof CompressionFault ? error.message : 'The request body is incomplete.';
    throw new Problem('malformed-request', `${fault} Lines before it may have been imported.`);
  }
}
