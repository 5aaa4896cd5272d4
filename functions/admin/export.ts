import type { AdminContext } from '../../shared/context.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { lineStream } from '../../shared/transfer/byte-stream.ts';
import { exportLines } from '../../shared/transfer/export-lines.ts';
import { requireAdmin } from './require-admin.ts';

/**
 * GET util/export: every object with all its versions, a line each, read from the store as fast as the client takes them. A
 * fault on the way breaks the connection off, so that a part is not taken for the whole.
 */
export async function getExport(ctx: AdminContext, request: Request, requestId: string): Promise<Answer> {
  const { by } = await requireAdmin(ctx, request, null, 'export');
  const headers = { 'content-type': NDJSON, 'cache-control': 'no-store' };
  if (request.method === 'HEAD') return { status: 200, headers, body: null };
  ctx.logger.warn('AUTH', 'An admin exports all objects', { by, requestId });
  return { status: 200, headers, body: lineStream(exportLines(ctx)) };
}
